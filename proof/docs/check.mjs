// Why: an example that no longer compiles, or prints something else than the page says, is worse than none.
// `npm run test:docs` checks every page; with parts of file names after it, the blocks of these pages only.
import { checkCitations, readSources } from './check-citations.mjs';
import { checkPages } from './check-pages.mjs';
import { readPages } from './pages.mjs';

const wanted = process.argv.slice(2);
const all = await readPages();
const chosen = all.filter(({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)));

const sources = await readSources();
const cited = checkCitations(
  sources,
  all.find(({ file }) => file === 'docs/reference/rules.md'),
);
const { pages, checked, run, optedOut, links, faults } = await checkPages(all, chosen);
console.log(
  `docs: ${pages} pages, ${checked} blocks checked, ${run} run, ${optedOut.length} opted out, ${links} links, ` +
    `${sources.length} files read for what they cite`,
);
for (const { file, line, reason } of optedOut) console.log(`  not checked: ${file}:${line} ${reason}`);
for (const fault of [...faults, ...cited]) console.error(fault);
if (faults.length + cited.length > 0) process.exitCode = 1;
