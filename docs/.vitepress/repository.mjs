import { readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const docs = dirname(dirname(fileURLToPath(import.meta.url)));
export const root = dirname(docs);

/** Pages of the repository's root that the site shows under project/, by their name there. */
export const PROJECT_PAGES = new Map(
  readdirSync(root)
    .filter((file) => ['CONTRIBUTING.md', 'CHANGELOG.md', 'RELEASING.md', 'SECURITY.md'].includes(file))
    .map((file) => [file.replace('.md', '').toLowerCase(), file]),
);

const SOURCE = /^(?:lib|examples)\/.*\.(?:ts|mjs)$/;

/** Files of the repository that the site shows under source/. */
export const sourceFiles = () =>
  ['lib', 'examples']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((file) =>
        posix.join(folder, file.replaceAll('\\', '/')),
      ),
    )
    .filter((file) => SOURCE.test(file) && !file.includes('node_modules'));

const fileOf = (page) => {
  const [, name] = /^project\/(.+)\.md$/.exec(page) ?? [];
  return name ? PROJECT_PAGES.get(name) : `docs/${page}`;
};

/** Returns the path of a repository file in the site; undefined if the site doesn't show the file. */
const placeOf = (file) => {
  const [name] = [...PROJECT_PAGES].find(([, page]) => page === file) ?? [];
  if (name) return `/project/${name}`;
  if (file === 'README.md' || file === 'docs') return '/';
  if (SOURCE.test(file)) return `/source/${file}`;
  return /^docs\/.*\.md$/.test(file) ? file.slice('docs'.length) : undefined;
};

/**
 * Rewrites links between files of the repository to links of the site. If the site doesn't show the target of a link, the
 * link becomes plain text.
 *
 * @param {import('markdown-it').default} markdown
 */
export function repositoryLinks(markdown) {
  markdown.core.ruler.push('repository-links', ({ env, tokens }) => {
    const from = posix.dirname(fileOf(env.relativePath) ?? '');
    for (const { children } of tokens) {
      let unlinked = false;
      for (const token of children ?? []) {
        if (token.type === 'link_close' && unlinked)
          [token.type, token.tag, unlinked] = ['span_close', 'span', false];
        if (token.type !== 'link_open') continue;
        const href = token.attrGet('href');
        if (/^(?:[a-z][a-z\d+.-]*:|[/#])/i.test(href)) continue;
        const [path, anchor] = href.split('#');
        const place = placeOf(posix.join(from, path).replace(/\/$/, ''));
        if (place) token.attrSet('href', place + (anchor ? `#${anchor}` : ''));
        else [token.type, token.tag, token.attrs, unlinked] = ['span_open', 'span', null, true];
      }
    }
  });
}
