// Runs Mark Nottingham's tests for HTTP caches, which also test browsers and proxies, against homing's cache and
// undici's cache. Fails if homing misses its goals, or if a test fails that passed before.
//
//   node integration/http-cache/run.mjs [--suite=FOLDER] [--only=id,id] [--show]
//
// FOLDER is a checkout of the suite. The run downloads nothing, and writes nothing into FOLDER.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { caches } from './caches.mjs';
import { count, judge } from './judge.mjs';
import { besideUs, isThere, startServer } from './suite-server.mjs';
import { runSuite } from './suite.mjs';

const { values } = parseArgs({
  options: {
    suite: { type: 'string', default: besideUs() },
    only: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
});

const folder = resolve(values.suite);
const only = values.only?.split(',');

const run = async () => {
  const base = await startServer(folder, 8000 + (process.pid % 1000));
  const rows = [];
  const { list, close } = await caches();
  for (const { name, mode, fetch, isOurs } of list) {
    const results = await runSuite(folder, base, mode, fetch, only);
    const cells = ['required', 'optimal', 'check'].map((kind) => {
      const { passed, all } = count(results, kind);
      const said = [...results.values()].filter(
        (each) => each.kind === kind && each.outcome === 'yes',
      ).length;
      return kind === 'check' ? `${said} yes` : `${passed} of ${all}`;
    });
    rows.push([name, mode, ...cells]);
    if (values.show || only)
      for (const [id, { kind, outcome, message }] of results)
        if (only || !['pass', 'yes'].includes(outcome))
          console.log(`    ${mode} ${id} ${kind} ${outcome} ${message}`);
    if (!isOurs || only) continue;
    for (const text of judge(mode, name, results)) {
      console.error(`  ✗ ${text}`);
      process.exitCode = 1;
    }
  }
  await close();
  console.log();
  for (const cells of [['cache', 'mode', 'required', 'optimal', 'checks'], ...rows])
    console.log(cells.map((cell, index) => cell.padEnd(index === 0 ? 34 : 14)).join(''));
};

if (isThere(folder)) {
  await run();
  // The suite's server never exits by itself.
  process.exit();
}
