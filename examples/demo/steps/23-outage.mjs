import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const title =
  'Retry budget: a simulated outage without retries, with three retries, and with a budget';

const program = fileURLToPath(new URL('../../outage/run.mjs', import.meta.url));

export async function run({ expect, print }) {
  print('simulated', '100 clients with 8 calls per second each; for 30 s, the server handles 500 per second');
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--json'], { maxBuffer: 2 ** 24 });
  const { lines, outcomes } = JSON.parse(stdout);
  for (const line of lines) print('', line);

  const [none, naive, budget] = outcomes;
  expect('with retries only, the server never recovers', naive.recovery, undefined);
  expect(
    'with a budget, the server recovers as fast as without retries',
    budget.recovery <= none.recovery + 5,
    true,
  );
}
