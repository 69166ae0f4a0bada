import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { wire } from './clients.mjs';

export const load = (folder, path) => import(pathToFileURL(join(folder, path)).href);

/** All tests of the suite that apply to a cache in this mode, by name. */
export async function testsFor(folder, mode) {
  const { default: suites } = await load(folder, 'tests/index.mjs');
  const applies = (test) => (mode === 'private' ? !test.cdn_only && !test.browser_skip : !test.browser_only);
  return suites.flatMap(({ tests }) => tests.filter(applies));
}

/**
 * Runs the suite with a fetch. Returns the kind and the result of each test, by id.
 *
 * @param only The ids of tests to run. Default: all.
 */
export async function runSuite(folder, base, mode, fetch, only) {
  const { runTests, getResults } = await load(folder, 'test-engine/client/runner.mjs');
  const { determineTestResult, resultTypes } = await load(folder, 'test-engine/lib/results.mjs');
  const { default: suites } = await load(folder, 'tests/index.mjs');
  const { testResults } = await load(folder, 'test-engine/client/test.mjs');
  for (const id of Object.keys(testResults)) delete testResults[id];
  const picked = only
    ? suites.map((suite) => ({ ...suite, tests: suite.tests.filter(({ id }) => only.includes(id)) }))
    : suites;
  const platforms = globalThis.fetch;
  // The suite passes headers as an array. Code that calls the platform's fetch directly passes other types.
  globalThis.fetch = (url, init) =>
    String(url).startsWith(`${base}/test/`) && Array.isArray(init.headers)
      ? fetch(url, init)
      : wire(url, init);
  try {
    await runTests(structuredClone(picked), mode === 'private', base, 50);
  } finally {
    globalThis.fetch = platforms;
  }
  const results = getResults();
  const nameOf = (result) => Object.keys(resultTypes).find((name) => resultTypes[name] === result);
  const tests = (await testsFor(folder, mode)).filter(({ id }) => id in results);
  return new Map(
    tests.map(({ id, kind = 'required' }) => [
      id,
      {
        kind,
        outcome: nameOf(determineTestResult(suites, id, results, !only)),
        message: results[id] === true ? '' : results[id][1],
      },
    ]),
  );
}
