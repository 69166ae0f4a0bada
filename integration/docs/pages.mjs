import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * @typedef {object} Page
 * @property {string} file The path from the root of the repository, for example `docs/guide/retries.md`.
 * @property {import('mdast').Root} tree
 */

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter);

// `api` is generated and repeats examples from the code. `public` and `project` contain no pages.
const PASSED_OVER = new Set(['node_modules', 'api', 'public', 'project']);

async function* pagesUnder(directory) {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.name.startsWith('.') || PASSED_OVER.has(entry.name)) continue;
    if (entry.isDirectory()) yield* pagesUnder(path);
    else if (entry.name.endsWith('.md')) yield path;
  }
}

/**
 * @param {string} file From the root.
 * @param {string} text
 * @returns {Page}
 */
export const parsePage = (file, text) => ({ file, tree: markdown.parse(text) });

/** @param {string} file From the root. */
export const readPage = async (file) => parsePage(file, await readFile(join(root, file), 'utf8'));

/** All pages for readers: the Markdown files in the root, and all under docs/. */
export async function readPages() {
  const files = (await readdir(root)).filter((name) => name.endsWith('.md'));
  for await (const path of pagesUnder(join(root, 'docs'))) {
    files.push(relative(root, path).replaceAll('\\', '/'));
  }
  return Promise.all(files.sort().map(readPage));
}
