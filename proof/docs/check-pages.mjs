import { readBlocks } from './blocks.mjs';
import { checkLinks } from './check-links.mjs';
import { checkTypes } from './check-types.mjs';
import { runBlocks } from './run-blocks.mjs';

/**
 * Checks the blocks of some pages, and the links of all.
 *
 * @param {import('./pages.mjs').Page[]} pages
 * @param {import('./pages.mjs').Page[]} [chosen]
 */
export async function checkPages(pages, chosen = pages) {
  const read = chosen.map(readBlocks);
  const blocks = read.flatMap((page) => page.blocks);
  const checked = blocks.filter(({ marks }) => !marks.has('no-check'));
  const run = checked.filter(({ marks, output }) => output || marks.has('run'));
  const links = await checkLinks(pages);
  const ofTypes = checkTypes(checked);
  return {
    pages: chosen.length,
    checked: checked.length,
    run: run.length,
    optedOut: blocks.filter(({ marks }) => marks.has('no-check')),
    links: links.count,
    faults: [...read.flatMap((page) => page.faults), ...links.faults, ...ofTypes, ...(await runBlocks(run))],
  };
}
