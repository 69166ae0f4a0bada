import { fetchFiles, runFetchFile } from './fetch-suite.mjs';
import { runWebPlatform } from './web-platform.mjs';

const compared = (undicis, ours) => ({
  passed: undicis.passed.length,
  found: undicis.passed
    .filter((name) => !ours.passes(name))
    .map((name) => ({ name, message: ours.messageOf(name) })),
});

/**
 * Runs both sides; where they differ and it is not expected, undici's once more. What undici's own fetch passes only
 * sometimes shows nothing. What nodeFetch fails only sometimes is found all the same.
 */
const compareTwice = async (run, isExpected) => {
  const first = compared(await run('undici'), await run('nodeFetch'));
  if (first.found.every(({ name }) => isExpected(name))) return { ...first, flaky: [] };
  const again = await run('undici');
  return {
    ...first,
    found: first.found.filter(({ name }) => again.passes(name)),
    flaky: first.found.map(({ name }) => name).filter((name) => !again.passes(name)),
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

/** undici's own suite of its fetch, over both fetches, some files at a time. */
export const compareFetchSuite = async ({ folder: undici, node }, { only, jobs, isExpected }) => {
  const files = fetchFiles(undici).filter((file) => file.includes(only));
  const comparisons = [];
  let next = 0;
  const work = async () => {
    while (next < files.length) {
      const at = next++;
      const file = files[at];
      const run = (fetch) => runFetchFile(node, file, { undici, fetch });
      const comparison = await compareTwice(run, (name) => isExpected(`${file} > ${name}`));
      comparisons[at] = within(file, comparison);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return sum(comparisons);
};

/** The fetch part of the web platform tests, over both fetches. */
export const compareWebPlatform = ({ folder: undici, node }, { tests, isExpected }) =>
  compareTwice((fetch) => runWebPlatform(node, { undici, tests, fetch }), isExpected);
