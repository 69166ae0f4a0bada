import { fetchFiles, runFetchFile } from './fetch-suite.mjs';
import { runWebPlatform } from './web-platform.mjs';

const compared = (undicis, ours) => ({
  passed: undicis.passed.length,
  found: undicis.passed
    .filter((name) => !ours.passes(name))
    .map((name) => ({ name, message: ours.messageOf(name) })),
});

/** How often an unexpected difference is tested again. */
const AGAIN = 2;

const timesFailed = (runs, name) => runs.filter((outcomes) => !outcomes.passes(name)).length;

/**
 * Runs both sides, and repeats both after an unexpected difference. A test that undici's fetch passes only sometimes,
 * or that nodeFetch fails once on a busy machine, doesn't count. It is still reported.
 */
const compareWell = async (run, isExpected) => {
  const first = compared(await run('undici'), await run('nodeFetch'));
  const unexpected = first.found.filter(({ name }) => !isExpected(name));
  if (unexpected.length === 0) return { ...first, flaky: [] };
  const [undicis, ours] = [[], []];
  for (let time = 0; time < AGAIN; time += 1) {
    undicis.push(await run('undici'));
    ours.push(await run('nodeFetch'));
  }
  const isSure = (name) => timesFailed(undicis, name) === 0 && timesFailed(ours, name) > 0;
  const unsure = unexpected.map(({ name }) => name).filter((name) => !isSure(name));
  return {
    ...first,
    found: first.found.filter(({ name }) => !unsure.includes(name)),
    flaky: unsure.map((name) => {
      const counts = `undici's fetch ${timesFailed(undicis, name)}, nodeFetch ${1 + timesFailed(ours, name)}`;
      return `${name} (failed of ${1 + AGAIN} times: ${counts})`;
    }),
  };
};

const sum = (comparisons) => ({
  passed: comparisons.reduce((total, { passed }) => total + passed, 0),
  found: comparisons.flatMap(({ found }) => found),
  flaky: comparisons.flatMap(({ flaky }) => flaky),
});

const within = (file, { passed, found, flaky }) => ({
  passed,
  found: found.map(({ name, message }) => ({ name: `${file} > ${name}`, message })),
  flaky: flaky.map((name) => `${file} > ${name}`),
});

/** Runs undici's own fetch suite with both fetches, some files at a time. */
export const compareFetchSuite = async ({ folder: undici, node }, { only, jobs, isExpected }) => {
  const files = fetchFiles(undici).filter((file) => file.includes(only));
  const comparisons = [];
  let next = 0;
  const work = async () => {
    while (next < files.length) {
      const at = next++;
      const file = files[at];
      const run = (fetch) => runFetchFile(node, file, { undici, fetch });
      const comparison = await compareWell(run, (name) => isExpected(`${file} > ${name}`));
      comparisons[at] = within(file, comparison);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return sum(comparisons);
};

/** Runs the fetch part of the web platform tests with both fetches. */
export const compareWebPlatform = ({ folder: undici, node }, { tests, isExpected }) =>
  compareWell((fetch) => runWebPlatform(node, { undici, tests, fetch }), isExpected);
