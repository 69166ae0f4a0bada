// Programs that set globalThis.fetch = nodeFetch() were written for undici's fetch. Runs undici's fetch suites with
// both. Fails if a test passes with undici's fetch, but fails with nodeFetch without a reason in docs/node.md, or if
// such a difference no longer occurs.
//
//   node integration/transport/run.mjs --undici=FOLDER [--undici=FOLDER] [--wpt=FOLDER] [--only=abort]
//
// FOLDER is a checkout of undici 6, 7 or 8 with its packages installed. The run downloads nothing, and writes nothing
// into FOLDER. The web platform tests come from this checkout, or from the checkout after --wpt.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compareFetchSuite, compareWebPlatform } from './compare.mjs';
import { isRefused, judge, refusalsFor, undocumented } from './judge.mjs';
import { undiciIn } from './runtimes.mjs';
import { vendorsWebPlatform } from './web-platform.mjs';

const { values } = parseArgs({
  options: {
    undici: { type: 'string', multiple: true, default: [] },
    wpt: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});

const jobs = Math.min(availableParallelism(), 4);
const built = fileURLToPath(new URL('../../dist/cjs/node.js', import.meta.url));

const print = (label, { passed, found, flaky }, { listed, unlisted, gone }) => {
  const counts = `${passed} tests pass over undici's fetch, ${found.length} of them fail over nodeFetch`;
  console.log(`\n${label}: ${counts}`);
  for (const { id, reason, tests } of listed) {
    console.log(`  ${String(tests.length).padStart(3)} refused, ${id}: ${reason}`);
  }
  for (const name of flaky) console.log(`    - only sometimes: ${name}`);
  for (const { name, message } of unlisted) {
    console.error(`  ✗ ${name}\n      ${message.trim().split('\n').slice(0, 6).join('\n      ')}`);
  }
  for (const { id } of gone) console.error(`  ✗ the refusal "${id}" no longer occurs: take it off the list`);
  if (unlisted.length + gone.length > 0) process.exitCode = 1;
};

const isWhole = values.only === '';

const runFetch = async (undici) => {
  const refusals = refusalsFor('fetch', undici.major);
  const isExpected = (name) => isRefused(refusals, name);
  const comparison = await compareFetchSuite(undici, { only: values.only, jobs, isExpected });
  const label = `undici ${undici.version}, test/fetch, Node ${undici.nodeMajor}`;
  print(label, comparison, judge(refusals, comparison.found, isWhole));
};

const runWebPlatform = async (undici) => {
  const tests = vendorsWebPlatform(undici.folder) ? undici.folder : values.wpt && resolve(values.wpt);
  if (!tests) {
    console.log(
      `\nSKIPPED: web platform tests over undici ${undici.version}. The checkout has them as a submodule only, which ` +
        'would be a download. --wpt=FOLDER uses the tests of another checkout; 6.28.0 and 7.15.0 contain them.',
    );
    return;
  }
  const refusals = refusalsFor('web platform', undici.major);
  const isExpected = (name) => isRefused(refusals, name);
  const comparison = await compareWebPlatform(undici, { tests, isExpected });
  const from = tests === undici.folder ? '' : ` of ${undiciIn(tests).version}`;
  const label = `undici ${undici.version}, web platform tests${from}, Node ${undici.nodeMajor}`;
  print(label, comparison, judge(refusals, comparison.found, isWhole));
};

for (const id of undocumented()) {
  console.error(`✗ the refusal "${id}" has no reason in docs/node.md any more`);
  process.exitCode = 1;
}
if (values.undici.length === 0) {
  console.log(
    "SKIPPED: the suites of undici's own fetch. They need a checkout of undici, and nothing is fetched here: " +
      'node integration/transport/run.mjs --undici=FOLDER',
  );
} else if (!existsSync(built)) {
  throw new Error('dist/ is not there: npm run build');
} else {
  for (const folder of values.undici) {
    const undici = undiciIn(resolve(folder));
    await runFetch(undici);
    if (isWhole) await runWebPlatform(undici);
  }
}
