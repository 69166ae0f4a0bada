// Runs the specs, and cases over real HTTP, against the packed package in every supported runtime. The exit code is 1
// if a case fails.
//
// npm run integration -- runtimes                  all of them
// npm run integration -- runtimes bun "node 2"  runtimes whose name starts with this
// npm run integration -- runtimes --write       all, with the table in docs/runtimes.md
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createApp, installRuntimes } from './prepare.mjs';
import { failures, markdownTable, skips, table } from './report.mjs';
import { runOne } from './run-one.mjs';
import { runtimesFor } from './runtimes.mjs';
import { startRoutes } from './server.mjs';

const DOC = new URL('../../docs/runtimes.md', import.meta.url);
const BETWEEN = /(?<=<!-- results -->\n).*?(?=\n<!-- \/results -->)/s;

const options = process.argv.slice(2);
const wanted = options.filter((option) => !option.startsWith('--')).map((name) => name.toLowerCase());
const isWanted = ({ name }) =>
  wanted.length === 0 || wanted.some((beginning) => name.toLowerCase().startsWith(beginning));

/** How many runtimes run at once. Most of them use one core, and a small machine has two. */
const AT_ONCE = 2;

const runAll = async () => {
  const app = await createApp();
  const server = await startRoutes(pathToFileURL(`${app.folder}/`));
  try {
    const runtimes = runtimesFor(app).filter(isWanted);
    const outcomes = [];
    const waiting = [...runtimes.entries()];
    const runNext = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [place, runtime] = next;
        const outcome = await runOne(runtime, { ...app, server: server.url });
        outcomes[place] = outcome;
        const summary = failures([outcome]).length > 0 ? 'failed' : `${outcome.seconds.toFixed(1)} s`;
        console.log(`${runtime.name}: ${summary}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, runNext));
    return outcomes;
  } finally {
    await server.close();
    await app.remove();
  }
};

const writeDoc = async (outcomes) => {
  const text = await readFile(DOC, 'utf8');
  await writeFile(
    DOC,
    text.replace(BETWEEN, () => `\n${markdownTable(outcomes)}\n`),
  );
};

await installRuntimes();
const outcomes = await runAll();
const failed = failures(outcomes);
console.log(['', ...failed, ...skips(outcomes), '', table(outcomes)].join('\n'));
if (outcomes.length === 0) throw new Error(`No runtime's name begins with ${wanted.join(' or ')}.`);
if (failed.length > 0) process.exitCode = 1;
else if (options.includes('--write') && wanted.length === 0) await writeDoc(outcomes);
