import { describe, expect, it } from '@jest/globals';
import { heldBack, isFlagged } from '../../../../lib/parts/resilience/policy/policy.js';

const broken = Object.assign(new Error('open'), { isBrokenCircuitError: true });
const breaker = (innerState: unknown) => ({
  execute: () => Promise.resolve(),
  state: 1,
  isolate: () => 0,
  innerState,
});

describe('heldBack()', () => {
  it.each([undefined, null, 0, '', 'text', Symbol('s'), () => true, new Error('x'), {}])(
    'takes %p for nothing that a policy threw',
    (thrown) => {
      expect(heldBack(thrown, [])).toBeUndefined();
      expect(isFlagged(thrown, 'isBrokenCircuitError')).toBe(false);
    },
  );

  it.each([
    ['there is none', undefined],
    ['it is null', null],
    ['it has no backoff', { openedAt: Date.now() }],
    ['it has no time', { backoff: { duration: 5 } }],
    ['its wait is none', { openedAt: Date.now(), backoff: { duration: NaN } }],
    ['it has no end', { openedAt: Date.now(), backoff: { duration: Infinity } }],
  ])('knows no time of a circuit whose state can not be read: %s', (_, state) => {
    expect(heldBack(broken, [breaker(state)])).toMatchObject({
      reason: 'circuit-open',
      retryAfter: undefined,
    });
  });

  it('asks the circuit that is open, of several', () => {
    const state = { openedAt: Date.now() + 60_000, backoff: { duration: 1000 } };
    const closed = { ...breaker({}), state: 0 };
    expect(heldBack(broken, [closed, breaker(state)])?.retryAfter).toBeGreaterThan(0);
  });

  it('knows no time below 0', () => {
    const state = { openedAt: Date.now() - 5000, backoff: { duration: 1000 } };
    expect(heldBack(broken, [breaker(state)])?.retryAfter).toBe(0);
  });
});
