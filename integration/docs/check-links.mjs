import { access } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import GithubSlugger from 'github-slugger';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { root } from './pages.mjs';

const LINKS = ['link', 'image', 'definition'];

/** Files that the site's build creates. The build checks links to them. */
const GENERATED = /^docs\/(api|project)\//;

/** @param {import('./pages.mjs').Page} page */
const anchorsOf = ({ tree }) => {
  const slugger = new GithubSlugger();
  const anchors = new Set();
  visit(tree, 'heading', (node) => void anchors.add(slugger.slug(toString(node))));
  visit(tree, 'html', ({ value }) => {
    for (const [, id] of value.matchAll(/\bid="([^"]+)"/g)) anchors.add(id);
  });
  return anchors;
};

const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Checks the links between the pages, and from the pages to files of the repository.
 *
 * @param {import('./pages.mjs').Page[]} pages
 * @returns {Promise<{ count: number, faults: string[] }>}
 */
export async function checkLinks(pages) {
  const anchors = new Map(pages.map((page) => [page.file, anchorsOf(page)]));
  const links = pages.flatMap(({ file, tree }) => {
    const found = [];
    // `void`: visit would interpret a returned number as the next index.
    visit(tree, LINKS, ({ url, position }) => void found.push({ file, url, line: position.start.line }));
    return found;
  });
  const inside = links.filter(({ url }) => !/^[a-z][a-z\d+.-]*:|^\/\//i.test(url));
  const faultOf = async ({ file, url, line }) => {
    const at = `${file}:${line} links to ${url}:`;
    const [path, anchor] = decodeURI(url).split('#');
    if (path.startsWith('/')) return `${at} write a link that is relative to the page`;
    const target = path ? normalize(join(dirname(file), path)).replaceAll('\\', '/') : file;
    if (GENERATED.test(target)) return undefined;
    if (!anchors.has(target) && !(await exists(join(root, target)))) return `${at} ${target} does not exist`;
    if (anchor && anchors.has(target) && !anchors.get(target).has(anchor))
      return `${at} the heading does not exist`;
    return undefined;
  };
  const faults = (await Promise.all(inside.map(faultOf))).filter(Boolean);
  return { count: inside.length, faults };
}
