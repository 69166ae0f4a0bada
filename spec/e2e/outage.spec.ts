import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Shown } from '../../examples/outage/main.js';
import type { Outcome } from '../../examples/outage/simulate.js';

// The simulation sends 250,000 requests while other specs run.
const LIMIT = 180_000;

let shown: Shown;
let none: Outcome;
let naive: Outcome;
let budget: Outcome;

beforeAll(async () => {
  // A separate process with a larger heap, because so many calls need memory.
  const args = ['--max-semi-space-size=128', 'examples/outage/run.mjs', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 });
  shown = JSON.parse(stdout) as Shown;
  [none, naive, budget] = shown.outcomes as [Outcome, Outcome, Outcome];
}, LIMIT);

/** The rate of successful calls in the last second. */
const atTheEnd = ({ seconds }: Outcome): number => {
  const { successes, calls } = seconds.at(-1)!;
  return successes / calls;
};

describe('an outage of 30 s, for 100 clients with 8 calls a second, which halves a server capacity of 1,000 a second', () => {
  it('has the same number of calls under each policy', () => {
    expect(shown.outcomes.map(({ policy }) => policy)).toEqual(['none', 'naive', 'budget']);
    for (const { seconds } of shown.outcomes)
      expect([...new Set(seconds.map(({ calls }) => calls))]).toEqual([800]);
  });

  it('continues for some seconds after its end without retries', () => {
    expect(none.requestsPerCall).toBe(1);
    expect(none.recovery).toBeGreaterThan(0);
    expect(atTheEnd(none)).toBe(1);
  });

  it('causes at least 3.5 requests per call, and never ends, with retries alone', () => {
    expect(naive.requestsPerCall).toBeGreaterThanOrEqual(3.5);
    expect(naive.recovery).toBeUndefined();
    expect(atTheEnd(naive)).toBe(0);
  });

  it('causes at most 1.15 requests per call, and ends within 5 s of the case without retries, with a budget', () => {
    expect(budget.requestsPerCall).toBeGreaterThan(1);
    expect(budget.requestsPerCall).toBeLessThanOrEqual(1.15);
    expect(budget.recovery).toBeLessThanOrEqual(none.recovery! + 5);
    expect(atTheEnd(budget)).toBe(1);
  });

  it('matches the picture and the figures in the docs', () => {
    expect(readFileSync('docs/images/outage.svg', 'utf8')).toBe(shown.picture);
    const guide = readFileSync('docs/guide/retries.md', 'utf8');
    for (const line of shown.lines) expect(guide).toContain(line);
  });
});
