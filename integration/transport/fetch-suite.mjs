import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LINE, Outcomes } from './outcome.mjs';
import { runNode } from './run-node.mjs';

const REPORTER = new URL('./reporter.mjs', import.meta.url).href;
const FOLDER = 'test/fetch';
const LIMIT = 45;

/** The files of undici's own fetch suite. */
export const fetchFiles = (undici) =>
  readdirSync(join(undici, FOLDER))
    .filter((file) => file.endsWith('.js'))
    .sort();

/** Runs one of the files with one fetch, in its own process. */
export const runFetchFile = async (node, file, { undici, fetch }) => {
  const args = [
    '--expose-gc',
    '--no-warnings',
    `--test-reporter=${REPORTER}`,
    '--test-reporter-destination=stdout',
    join(FOLDER, file),
  ];
  const over = { undici, tests: undici, fetch };
  const { stdout, stderr, code, isLate } = await runNode(node, args, over, { seconds: LIMIT });
  const outcomes = new Outcomes();
  for (const line of stdout.split('\n')) {
    if (!line.startsWith(LINE)) continue;
    const { name, isPass, message } = JSON.parse(line.slice(LINE.length));
    outcomes.add(name, isPass, message);
  }
  const ending = isLate ? `still ran after ${LIMIT} s` : `ended with ${code}`;
  // Exit code 1 means failed tests, which are already counted.
  const isClean = !isLate && (code === 0 || outcomes.hasFailures);
  outcomes.add('the process ends', isClean, `${ending}\n${stderr.slice(-1500)}`);
  return outcomes;
};
