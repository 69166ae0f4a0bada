// Why: an example that no longer compiles, or prints something else than the page says, is worse than none.
// `npm run test:docs` checks every page; with parts of file names after it, the blocks of these pages only.
import { checkPages } from './check-pages.mjs';
import { readPages } from './pages.mjs';

const wanted = process.argv.slice(2);
const all = await readPages();
const chosen = all.filter(({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)));

const { pages, checked, run, optedOut, links, faults } = await checkPages(all, chosen);
console.log(
  `docs: ${pages} pages, ${checked} blocks checked, ${run} run, ${optedOut.length} opted out, ${links} links`,
);
for (const { file, line, reason } of optedOut) console.log(`  not checked: ${file}:${line} ${reason}`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
