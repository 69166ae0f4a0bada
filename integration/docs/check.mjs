// Checks that the examples in the docs compile and print the output that the page shows. `npm run check:docs` checks
// every page. With parts of file names as arguments, it checks only the blocks of these pages. It always checks all
// links.
import { readBlocks } from './blocks.mjs';
import { checkLinks } from './check-links.mjs';
import { checkTypes } from './check-types.mjs';
import { readPages } from './pages.mjs';
import { runBlocks } from './run-blocks.mjs';

const wanted = process.argv.slice(2);
const pages = await readPages();
const chosen = pages.filter(({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)));

const read = chosen.map(readBlocks);
const blocks = read.flatMap((page) => page.blocks);
const checked = blocks.filter(({ marks }) => !marks.has('no-check'));
const optedOut = blocks.filter(({ marks }) => marks.has('no-check'));
const run = checked.filter(({ marks, output }) => output || marks.has('run'));
const links = await checkLinks(pages);
const ofTypes = checkTypes(checked);
const faults = [
  ...read.flatMap((page) => page.faults),
  ...links.faults,
  ...ofTypes,
  ...(await runBlocks(run)),
];

console.log(
  `docs: ${chosen.length} pages, ${checked.length} blocks checked, ${run.length} run, ` +
    `${optedOut.length} opted out, ${links.count} links`,
);
for (const { file, line, reason } of optedOut) console.log(`  not checked: ${file}:${line} ${reason}`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
