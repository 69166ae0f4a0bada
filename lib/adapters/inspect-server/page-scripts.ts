import { readFile } from 'node:fs/promises';

/** Scripts of the page and the chunks that they import, named as in the build. */
const NAMES = ['inspector-page.js', 'panel-element.js', 'platform.js'];

/**
 * Reads the scripts of the page from the package, by name. This is a separate module because specs run as
 * CommonJS, which doesn't support `import.meta`.
 */
export async function pageScripts(): Promise<ReadonlyMap<string, string>> {
  // As one expression, bundlers would try to resolve it as a file.
  const here = import.meta.url;
  const read = async (name: string): Promise<[string, string]> => [
    name,
    await readFile(new URL(`./chunks/${name}`, here), 'utf8'),
  ];
  return new Map(await Promise.all(NAMES.map(read)));
}
