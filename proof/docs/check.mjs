// Why: an example that no longer compiles, or prints something else than the page says, is worse than none.
// `npm run test:docs` checks every page; with parts of file names after it, the blocks of these pages only.
import { checkCitations, listFiles, readSources } from './check-citations.mjs';
import { checkCommands, readScripts } from './check-commands.mjs';
import { checkNames, readNames } from './check-names.mjs';
import { checkPages } from './check-pages.mjs';
import { readPages } from './pages.mjs';

const wanted = process.argv.slice(2);
const all = await readPages();
const chosen = all.filter(({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)));

const files = await listFiles();
const sources = await readSources(files);
const cited = checkCitations(
  sources,
  all.find(({ file }) => file === 'docs/reference/rules.md'),
);
const scripts = await readScripts();
const commands = all.map((page) => checkCommands(page, scripts));
const names = readNames(files, sources);
const misnamed = all.flatMap((page) => checkNames(page, names));
const named = commands.reduce((sum, { count }) => sum + count, 0);
const { pages, checked, run, optedOut, links, faults } = await checkPages(all, chosen);
console.log(
  `docs: ${pages} pages, ${checked} blocks checked, ${run} run, ${optedOut.length} opted out, ${links} links, ` +
    `${named} commands, ${sources.length} files read for what they cite`,
);
for (const { file, line, reason } of optedOut) console.log(`  not checked: ${file}:${line} ${reason}`);
const found = [...faults, ...cited, ...misnamed, ...commands.flatMap((page) => page.faults)];
for (const fault of found) console.error(fault);
if (found.length > 0) process.exitCode = 1;
