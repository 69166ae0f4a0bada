import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anchorsOf } from './check-links.mjs';
import { root } from './pages.mjs';

const RULES = 'docs/reference/rules.md';
const FOLDERS = ['lib', 'spec', 'typings-spec', 'proof', 'bench', 'docs', 'examples', 'scripts'];
const READ = /\.(ts|tsx|mjs|cjs|js|md)$/;
const PASSED_OVER =
  /(^|\/)(node_modules|build|docs\/api|docs\/\.vitepress\/(cache|dist|\.temp)|\.blocks)(\/|$)/;

/** A rule by number, of a document that only its writer has. The numbers of RFCs and of traps are known to all. */
const NUMBERED = [
  /\b(?:specification|contract|behaviour|style)s?,? (?:section )?\d+(?:\.\d+)*/i,
  /\b(?:behaviour|contract|specification)\.md\b/,
  /\b(?:describe|it|test)\b[^\n]*\(\d+(?:\.\d+)+[,)]/,
];

const lineOf = (text, index) => text.slice(0, index).split('\n').length;

function* faultsIn({ file, text }, anchors) {
  for (const pattern of NUMBERED) {
    for (const { 0: cited, index } of text.matchAll(new RegExp(pattern, `g${pattern.flags}`)))
      yield `${file}:${lineOf(text, index)} cites "${cited}": cite a heading of ${RULES}`;
  }
  if (file.endsWith('.md')) return;
  for (const { 0: cited, 1: path, 2: anchor, index } of text.matchAll(
    /([\w./-]*)\brules(?:\.md)?#([\w-]*)/g,
  )) {
    const at = `${file}:${lineOf(text, index)} cites ${cited}:`;
    const wanted = file.startsWith('lib/') ? 'docs/reference/' : '';
    if (!cited.includes('rules.md#') || (path !== wanted && path !== 'docs/reference/'))
      yield `${at} write ${wanted}rules.md#${anchor}`;
    else if (!anchors.has(anchor)) yield `${at} there is no such heading in ${RULES}`;
  }
}

/**
 * Looks for rules that are cited where a reader can't find them.
 *
 * @param {{ file: string, text: string }[]} sources
 * @param {import('./pages.mjs').Page} rules
 * @returns {string[]}
 */
export const checkCitations = (sources, rules) => {
  const anchors = anchorsOf(rules);
  return sources.flatMap((source) => [...faultsIn(source, anchors)]);
};

/** The files of a folder, without those that nobody of the project wrote: most of all there are. */
async function filesIn(folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const found = entries.map((entry) => {
    const path = `${folder}/${entry.name}`;
    if (PASSED_OVER.test(path)) return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  });
  return (await Promise.all(found)).flat();
}

/** Every file of the project's folders. */
export const listFiles = async () => (await Promise.all(FOLDERS.map(filesIn))).flat();

/** Those that may cite a rule: not this check and its test, which name what is no citation. */
export async function readSources(all) {
  const files = all.filter((file) => READ.test(file) && !/proof\/docs\/check[-.]/.test(file));
  return Promise.all(
    files.sort().map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })),
  );
}
