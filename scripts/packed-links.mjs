import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { visit } from 'unist-util-visit';
import { parsePage } from '../integration/docs/pages.mjs';

const LINKS = ['link', 'image', 'definition'];

/** Pages for readers of the site and the repository. */
const NOT_PACKED = new Set([
  'CONTRIBUTING.md',
  'docs/benchmarks.md',
  'docs/quality-openapi.md',
  'docs/runtimes.md',
]);

/**
 * Checks the links in the pages of a packed package. In `node_modules`, a reader has only the files of the package.
 *
 * @param {string} folder Of the package.
 * @returns {{ count: number, faults: string[] }}
 */
export function packedLinks(folder) {
  const pages = readdirSync(folder, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md'));
  const faults = [];
  let count = 0;
  for (const file of pages) {
    visit(parsePage(file, readFileSync(join(folder, file), 'utf8')).tree, LINKS, ({ url, position }) => {
      const [path] = decodeURI(url).split('#');
      if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(url) || path === '') return;
      if (NOT_PACKED.has(posix.join(dirname(file), path))) return;
      count += 1;
      if (!existsSync(join(folder, dirname(file), path)))
        faults.push(`${file}:${position.start.line} links to ${url}, which is not packed`);
    });
  }
  return { count, faults };
}
