import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const title = 'An outage, simulated: with three retries, and with a budget for them';

const program = fileURLToPath(new URL('../../outage/run.mjs', import.meta.url));

export async function run({ expect, print }) {
  print('simulated', '100 clients, 8 calls a second each; for 30 s the server can do 500 a second');
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--json'], { maxBuffer: 2 ** 24 });
  const { lines, outcomes } = JSON.parse(stdout);
  for (const line of lines) print('', line);

  const [none, naive, budget] = outcomes;
  expect('retries alone keep the server down for good', naive.recovery, undefined);
  expect(
    'with a budget it is up again as soon as without retries',
    budget.recovery <= none.recovery + 5,
    true,
  );
}
