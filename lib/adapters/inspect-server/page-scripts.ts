import { readFile } from 'node:fs/promises';

/** What the page loads, as the build names it. */
const NAMES = ['inspector-page.js', 'panel-element.js'];

/**
 * The files of the page, by name. They are in the package, beside this. In a file of its own, as specs run as CommonJS,
 * which has no `import.meta`.
 */
export async function pageScripts(): Promise<ReadonlyMap<string, string>> {
  // In one expression, bundlers would take it for a file that they are to find.
  const here = import.meta.url;
  const read = async (name: string): Promise<[string, string]> => [
    name,
    await readFile(new URL(`./chunks/${name}`, here), 'utf8'),
  ];
  return new Map(await Promise.all(NAMES.map(read)));
}
