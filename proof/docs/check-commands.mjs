import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { visit } from 'unist-util-visit';
import { root } from './pages.mjs';

const COMMAND = /\bnpm run(?: -\S+)* ([a-z][\w:-]*)/g;

/** The names that `npm run` can be given here. */
export const readScripts = async () =>
  new Set(Object.keys(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).scripts));

/**
 * Looks for commands of a page that npm would not know.
 *
 * @param {import('./pages.mjs').Page} page
 * @param {Set<string>} scripts
 * @returns {{ count: number, faults: string[] }}
 */
export function checkCommands({ file, tree }, scripts) {
  const faults = [];
  let count = 0;
  visit(tree, ({ value, type, position }) => {
    if (typeof value !== 'string') return;
    const fence = type === 'code' ? 1 : 0;
    for (const { 0: command, 1: name, index } of value.matchAll(COMMAND)) {
      count += 1;
      const line = position.start.line + fence + value.slice(0, index).split('\n').length - 1;
      if (!scripts.has(name)) faults.push(`${file}:${line} says ${command}: package.json has no such script`);
    }
  });
  return { count, faults };
}
