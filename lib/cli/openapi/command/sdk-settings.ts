import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { firstLine } from '../document/diagnostics.js';
import { loadPeer } from '../document/read-document.js';
import { own } from '../document/json-document.js';
import { stainlessNames } from '../sdk/method-names.js';
import { isSemantic } from '../sdk/package-version.js';
import type { SdkConfig } from '../sdk/sdk-config.js';
import { FileError, fileError, shownFile } from './output.js';

/** Returns a text of the package around a folder; undefined without a package. */
async function packageOf(folder: string): Promise<{ readonly name?: string; readonly version?: string }> {
  try {
    const content: unknown = JSON.parse(
      await readFile(join(dirname(resolve(folder)), 'package.json'), 'utf8'),
    );
    const [name, version] = ['name', 'version'].map((key) => own(content, key));
    return { ...(typeof name === 'string' && { name }), ...(isSemantic(version) && { version }) };
  } catch {
    // A new package has no such file yet.
    return {};
  }
}

/** Returns the names of a `stainless.yml`. */
async function namesIn(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw fileError(`${shownFile(file)} can't be read`, error);
  });
  const { parseYaml } = (await loadPeer(
    '@redocly/openapi-core',
    'a stainless.yml',
    () => import('@redocly/openapi-core'),
  )) as { readonly parseYaml: (text: string) => unknown };
  try {
    return stainlessNames(parseYaml(text));
  } catch (error) {
    throw new FileError(`${shownFile(file)} is not valid YAML: ${firstLine(error)}`, { cause: error });
  }
}

/**
 * Returns the configuration of an SDK with the names of its `stainless.yml`, and with name and version of the package
 * around its folder.
 *
 * @param folder The folder of the sources.
 */
export async function sdkSettings(given: true | SdkConfig, folder: string): Promise<SdkConfig> {
  const { stainless, ...config } = given === true ? ({} as SdkConfig) : given;
  const names = stainless === undefined ? {} : await namesIn(stainless);
  return { ...(await packageOf(folder)), ...config, names: { ...names, ...config.names } };
}
