import { visit } from 'unist-util-visit';

/**
 * @typedef {object} Part Consecutive lines of a page.
 * @property {string} code
 * @property {number} line The line of the page where it starts.
 *
 * @typedef {object} Block A code block of a page, with its context.
 * @property {string} file
 * @property {number} line The line of its first line of code.
 * @property {'ts' | 'tsx' | 'js'} lang
 * @property {Set<string>} marks The words after the language: `continue`, `run`, `error`, `no-check`.
 * @property {Part[]} parts The compiled parts: the block that this block continues, its setup, and the block itself.
 * @property {Part | undefined} output The output of the block.
 * @property {string | undefined} reason The reason why the block is not checked.
 */

const LANGUAGES = new Set(['ts', 'tsx', 'js']);
const MARKS = new Set(['continue', 'run', 'error', 'no-check']);
const SETUP = /^<!-- setup\n(.*?)\n?-->$/s;
const REASON = /^<!-- not checked: (.+?)\s*-->$/s;

const partOf = (node) => ({ code: node.value, line: node.position.start.line + 1 });

/** The HTML comments directly before a block, in order. */
const commentsBefore = (siblings, index) => {
  const comments = [];
  for (let at = index - 1; siblings[at]?.type === 'html'; at -= 1) comments.unshift(siblings[at]);
  return comments;
};

/**
 * Returns the blocks of one page, and the mistakes in their markup.
 *
 * @param {import('./pages.mjs').Page} page
 * @returns {{ blocks: Block[], faults: string[] }}
 */
export function readBlocks({ file, tree }) {
  const blocks = [];
  const faults = [];
  const used = new Set();
  visit(tree, 'code', (node, index, parent) => {
    if (!LANGUAGES.has(node.lang)) return;
    const line = node.position.start.line + 1;
    const fault = (what) => faults.push(`${file}:${line} ${what}`);
    const marks = new Set((node.meta ?? '').split(/\s+/).filter(Boolean));
    for (const mark of marks) if (!MARKS.has(mark)) fault(`has an unknown mark "${mark}"`);

    const comments = commentsBefore(parent.children, index);
    for (const comment of comments) used.add(comment);
    const setups = comments.filter(({ value }) => SETUP.test(value));
    const setup = setups.map((comment) => ({ ...partOf(comment), code: SETUP.exec(comment.value)[1] }));
    const reason = comments.map(({ value }) => REASON.exec(value)?.[1]).find(Boolean);
    if (marks.has('no-check') && !reason)
      fault('is not checked, and says no reason: <!-- not checked: why -->');

    const before = marks.has('continue') ? blocks.at(-1) : undefined;
    if (marks.has('continue') && !before) fault('continues a block, and is the first of its page');
    const next = parent.children[index + 1];
    const output = next?.type === 'code' && next.lang === 'txt' ? partOf(next) : undefined;
    const parts = [...(before?.parts ?? []), ...setup, partOf(node)];
    blocks.push({ file, line, lang: node.lang, marks, parts, output, reason });
  });
  visit(tree, 'html', (node) => {
    if (/^<!-- ?(setup|not checked)\b/.test(node.value) && !used.has(node))
      faults.push(`${file}:${node.position.start.line} is a comment for a block, and no block follows it`);
  });
  return { blocks, faults };
}
