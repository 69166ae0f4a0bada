import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LINE, Outcomes } from './outcome.mjs';
import { runNode } from './run-node.mjs';

const REPORTER = new URL('./reporter.mjs', import.meta.url).href;
const FOLDER = 'test/fetch';
const LIMIT = 45;

/** The files of undici's own suite of its fetch. */
export const fetchFiles = (undici) =>
  readdirSync(join(undici, FOLDER))
    .filter((file) => file.endsWith('.js'))
    .sort();

/** One of them, over one fetch, in a process of its own. */
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
  // A test that failed makes the code 1, and has been counted.
  const isClean = !isLate && (code === 0 || outcomes.hasFailures);
  outcomes.add('the process ends', isClean, `${ending}\n${stderr.slice(-1500)}`);
  return outcomes;
};
