import { beforeAll, describe, expect, it } from 'vitest';
import { campaign, type Outcome } from './campaign.js';
import { MIDDLEWARES } from './middlewares.js';
import { REPLIES } from './replies.js';
import { effort } from '../support/effort.js';

/** Fixed, so that the counts below are stable. `npm run integration -- fuzz` uses other seeds. */
const SEED = 20_261_121;

/** The fraction of the counts below, which belong to 5000 scenarios. */
const PART = effort(0.4, 1);

describe('thousands of calls with random callers, middleware and servers', () => {
  let outcome: Outcome;

  beforeAll(async () => {
    outcome = await campaign({ seed: SEED, runs: 5000 * PART });
  }, 300_000);

  // Vitest itself fails the run for unhandled rejections and errors.
  it('follow every rule', () => {
    expect(outcome.failure).toBeUndefined();
    expect(outcome.tally.calls).toBeGreaterThanOrEqual(20_000 * PART);
  });

  it.each([
    ['success', 0.08],
    ['network', 0.1],
    ['http', 0.05],
    ['parse', 0.02],
    ['timeout', 0.03],
    ['abort', 0.1],
    ['middleware', 0.08],
  ])('end as %s often enough', (kind, share) => {
    const { tally } = outcome;
    expect(tally.of(`outcome ${kind}`) / tally.calls).toBeGreaterThan(share);
  });

  it.each([
    ['a call rejected before sending', 1000],
    ['a superseded call', 200],
    ['a retry', 50],
    ['a shared request', 15],
    ['a cache hit', 200],
    ['params changed at once', 500],
    ['params changed 1', 200],
    ['params changed before the retry', 200],
    ['a request after its call', 40],
    ['a signal of several calls', 200],
    ['a clock set back', 500],
    ['a clock set forward', 100],
    ['a call of wrapFetch', 50],
    ['an attempt with a limit', 40],
    ['a response of a poll', 400],
    ['an end of pollUntil', 150],
    ['a page', 150],
    ['a shared poll', 3],
    ['a turn of a tab', 500],
    ['a callback that throws', 100],
    ['a callback that rejects', 100],
    ['a callback that changes the data', 100],
  ])('include %s often enough', (name, times) => {
    expect(outcome.tally.of(name)).toBeGreaterThan(Math.floor(times * PART));
  });

  it('include every middleware and every reply', () => {
    const parts = [
      ...Object.keys(MIDDLEWARES).map((name) => `middleware ${name}`),
      ...Object.keys(REPLIES).map((name) => `reply ${name}`),
    ];
    expect(parts.filter((name) => outcome.tally.of(name) < effort(1, 15))).toEqual([]);
  });
});
