import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { visit } from 'unist-util-visit';
import { parsePage } from '../integration/docs/pages.mjs';

const LINKS = ['link', 'image', 'definition'];

/**
 * Checks that the links in a package's pages lead to packed files. In `node_modules`, readers have no other
 * files.
 *
 * @param {string} folder Folder of the installed package.
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
      count += 1;
      if (!existsSync(join(folder, dirname(file), path)))
        faults.push(`${file}:${position.start.line} links to ${url}, which is not packed`);
    });
  }
  return { count, faults };
}
