import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Outcomes } from './outcome.mjs';
import { runNode } from './run-node.mjs';

const START = 'test/wpt/start-fetch.mjs';
const LIMIT = 1200;

/** Whether a checkout contains the fetch part of the web platform tests, and the server that they need. */
export const vendorsWebPlatform = (checkout) =>
  existsSync(join(checkout, START)) && existsSync(join(checkout, 'test/fixtures/wpt/fetch'));

/** Runs the tests in the checkout `tests` with one fetch of the checkout `undici`. */
export const runWebPlatform = async (node, { undici, tests, fetch }) => {
  const folder = mkdtempSync(join(tmpdir(), 'homing-transport-'));
  const report = join(folder, 'report.json');
  try {
    writeFileSync(report, JSON.stringify({ results: [] }));
    const { stdout, isLate } = await runNode(
      node,
      ['--no-warnings', START],
      { undici, tests, fetch },
      { seconds: LIMIT, env: { WPT_REPORT: report } },
    );
    if (isLate || !stdout.includes('Test results for folder')) {
      throw new Error(`The web platform tests did not come to their end:\n${stdout.slice(-2000)}`);
    }
    const outcomes = new Outcomes();
    for (const { test, subtests } of JSON.parse(readFileSync(report, 'utf8')).results) {
      for (const { name, status, message } of subtests) {
        outcomes.add(`${test} > ${name}`, status === 'PASS', message);
      }
    }
    return outcomes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
