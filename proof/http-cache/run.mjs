// Why: what a cache has to do is written by others, and so is the suite that asks it: the tests for HTTP caches by Mark
// Nottingham, which browsers and proxies are held to. Runs it over homing's cache and undici's, and fails where homing
// does worse than it should, or than it did.
//
//   node proof/http-cache/run.mjs [--suite=FOLDER] [--only=id,id] [--show]
//
// FOLDER is a checkout of the suite; nothing is fetched, and nothing is written into it.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { caches } from './caches.mjs';
import { ALLOWED, GOALS } from './allowed.mjs';
import { runSuite, startServer } from './suite.mjs';

/** Where the suite lies beside this repository, or beside what that is in. */
function beside() {
  const folders = ['../../../', '../../../../'].map(
    (up) => new URL(`${up}shared/cache-tests`, import.meta.url),
  );
  return fileURLToPath(folders.find((each) => existsSync(each)) ?? folders[0]);
}

const { values } = parseArgs({
  options: {
    suite: { type: 'string', default: beside() },
    only: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
});

const folder = resolve(values.suite);
const only = values.only?.split(',');

const count = (results, kind) => {
  const all = [...results.values()].filter((each) => each.kind === kind);
  return { passed: all.filter(({ outcome }) => outcome === 'pass').length, all: all.length };
};

const fail = (text) => {
  console.error(`  ✗ ${text}`);
  process.exitCode = 1;
};

/** Holds homing to the goals, and to the list of what it does not do. */
function judge(mode, store, results) {
  const goals = GOALS[mode];
  for (const [kind, least] of Object.entries(goals)) {
    const { passed } = count(results, kind);
    if (passed < least) fail(`${mode}, ${store}: ${passed} ${kind}, and not ${least}`);
  }
  const allowed = ALLOWED[mode];
  const failed = [...results].filter(([, { kind, outcome }]) => kind !== 'check' && outcome !== 'pass');
  for (const [id, { kind, outcome, message }] of failed)
    if (!(id in allowed)) fail(`${mode}, ${store}: ${id} (${kind}) ${outcome}: ${message}`);
  for (const id of Object.keys(allowed))
    if (!failed.some(([each]) => each === id)) fail(`${mode}, ${store}: ${id} passes: take it off the list`);
}

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
    if (isOurs && !only) judge(mode, name, results);
  }
  await close();
  console.log();
  for (const cells of [['cache', 'mode', 'required', 'optimal', 'checks'], ...rows])
    console.log(cells.map((cell, index) => cell.padEnd(index === 0 ? 34 : 14)).join(''));
};

if (existsSync(join(folder, 'tests/index.mjs'))) {
  await run();
  // The suite's server has no end.
  process.exit();
} else {
  console.log(
    `\nSKIPPED: the tests for HTTP caches are not at ${folder}, and would be a download. ` +
      '--suite=FOLDER takes a checkout of github.com/http-tests/cache-tests.\n',
  );
}
