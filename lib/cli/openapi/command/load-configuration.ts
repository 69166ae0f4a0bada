import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { firstLine } from '../document/diagnostics.js';
import { thrownText } from '../document/hooks.js';
import { own } from '../document/json-document.js';
import { ConfigError, type DocumentConfig, readConfiguration } from './configuration.js';
import { codeOf, isUrl, shownFile } from './output.js';

/** Names of the configuration files, in the order in which messages list them. */
export const CONFIG_FILES: readonly string[] = ['ts', 'mjs', 'js', 'json'].map(
  (end) => `homing.config.${end}`,
);

const EXTENSIONS = /\.(json|m?[jt]s)$/;

/** Returns the configuration files of a folder. */
export async function configurationsIn(folder: string): Promise<readonly string[]> {
  const files = CONFIG_FILES.map((name) => join(folder, name));
  const found = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  return files.filter((_, index) => found[index] !== undefined);
}

/** Returns the configuration file of a folder; undefined without one. Throws a ConfigError for several. */
export async function configurationIn(folder: string): Promise<string | undefined> {
  const [file, other] = await configurationsIn(folder);
  if (file !== undefined && other !== undefined)
    throw new ConfigError(`${shownFile(file)} and ${shownFile(other)} both exist: remove one`);
  return file;
}

/**
 * Reads a configuration file. Throws a ConfigError if it can't be loaded or is invalid.
 *
 * @param output Output of the command line, which wins over the configuration.
 */
export async function loadConfiguration(file: string, output?: string): Promise<readonly DocumentConfig[]> {
  const shown = shownFile(file);
  const exported = await exportOf(file, shown);
  const folder = dirname(file);
  const inFolder = (path: string): string => shownFile(resolve(folder, path));
  return readConfiguration(exported, shown, output).map((each) => ({
    ...each,
    document: isUrl(each.document) ? each.document : inFolder(each.document),
    // An output of the command line is relative to the working directory.
    output: output ?? inFolder(each.output),
    ...(each.root !== undefined && { root: resolve(folder, each.root) }),
    ...(each.mocks !== undefined && { mocks: resolve(folder, each.mocks) }),
    ...(typeof each.sdk === 'object' &&
      each.sdk.stainless !== undefined && {
        sdk: { ...each.sdk, stainless: resolve(folder, each.sdk.stainless) },
      }),
  }));
}

async function exportOf(file: string, shown: string): Promise<unknown> {
  if (!EXTENSIONS.test(file))
    throw new ConfigError(`${shown} can't be loaded: use a name that ends with .ts, .mjs, .js or .json`);
  const found = await stat(file).catch(() => undefined);
  if (!found) throw new ConfigError(`${shown} doesn't exist: create it with homing openapi --init`);
  if (!found.isFile()) throw new ConfigError(`${shown} is not a file`);
  if (file.endsWith('.json')) return jsonOf(file, shown);
  let exported: unknown;
  try {
    // Another URL for each change, because a module is loaded only once.
    const url = `${pathToFileURL(file).href}?changed=${found.mtimeMs}`;
    exported = own(await import(/* @vite-ignore */ url), 'default');
  } catch (error) {
    throw new ConfigError(`${shown} can't be loaded: ${whyNotLoaded(error)}`);
  }
  if (exported instanceof Promise) {
    exported.catch(() => undefined);
    throw new ConfigError(`${shown} exports a promise: export its value with await`);
  }
  if (exported === undefined)
    throw new ConfigError(`${shown} has no default export: export default defineConfig(…)`);
  return exported;
}

async function jsonOf(file: string, shown: string): Promise<unknown> {
  try {
    return JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    const what = error instanceof SyntaxError ? `not valid JSON: ${firstLine(error)}` : thrownText(error);
    throw new ConfigError(`${shown} can't be loaded: ${what}`);
  }
}

const NO_TYPESCRIPT =
  'this runtime reads no TypeScript: use Node 22.18, a .mjs or .json file, or node --import tsx';

function whyNotLoaded(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') return NO_TYPESCRIPT;
  const text = thrownText(error);
  if (/outside a module|Unexpected token 'export'/.test(text))
    return `${text}: rename it to homing.config.mjs`;
  return text;
}
