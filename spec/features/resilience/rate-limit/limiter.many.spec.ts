import { describe, expect, it } from 'vitest';
import { LimiterRegistry } from '../../../../lib/features/resilience/rate-limit/limiter.js';
import { ANY_SERVICE } from '../../../../lib/features/resilience/rate-limit/quota.js';
import { ManualClock } from '../../../support/manual-clock.js';

const gatesOf = () => {
  const clock = new ManualClock();
  const gates = new LimiterRegistry({
    clock,
    concurrency: 2,
    maxWait: 1000,
    maxQueue: 1,
    rules: ANY_SERVICE,
    shared: undefined,
  });
  return { gates, clock };
};

describe('LimiterRegistry (rules.md#rate-limit)', () => {
  /** Sends one request for each of this number of keys, one after the other, with this status. */
  const passed = (gates: LimiterRegistry, count: number, status = 200): void => {
    for (let n = 0; n < count; n += 1) {
      const slot = gates.at(`${String(status)} ${String(n)}`).enter();
      slot?.answered(new Response(null, { status }), false);
      slot?.end();
    }
  };

  it('returns the same limiter for a key while it is in use', () => {
    const { gates } = gatesOf();
    const slots = Array.from({ length: 5000 }, (_, n) => gates.at(String(n)).enter());
    const first = gates.at('0');
    passed(gates, 5000);
    expect(gates.at('0')).toBe(first);
    for (const slot of slots) slot?.end();
    passed(gates, 5000, 201);
    expect(gates.size).toBeLessThanOrEqual(7000);
    passed(gates, 5000, 202);
    expect(gates.size).toBeLessThanOrEqual(2000);
  });

  it('remembers at least the newest 1,000 limiters with a state, and at most 2,000', () => {
    const { gates } = gatesOf();
    passed(gates, 4500, 429);
    passed(gates, 10_000);
    expect(gates.size).toBeLessThanOrEqual(2000);
    const newest = Array.from({ length: 1000 }, (_, n) => gates.at(`429 ${String(3500 + n)}`).hasState);
    expect(newest).toEqual(Array(1000).fill(true));
    expect(gates.at('429 0').hasState).toBe(false);
  });

  it('has no timer and no entry after all calls were rejected or aborted', async () => {
    const { gates, clock } = gatesOf();
    const gate = gates.at('key');
    const slot = gate.enter();
    slot?.answered(new Response(null, { status: 429, headers: { 'retry-after': '5' } }), false);
    slot?.end();
    await expect(gate.wait(Infinity, undefined)).rejects.toThrow('5000 ms');
    expect({ isIdle: gate.isIdle, pending: clock.pending }).toEqual({ isIdle: true, pending: 0 });
    const [one, two, aborted] = [gates.at('b').enter(), gates.at('b').enter(), AbortSignal.abort('why')];
    await expect(gates.at('b').wait(Infinity, aborted)).rejects.toBe(aborted.reason);
    one?.end();
    two?.end();
    expect({ isIdle: gates.at('b').isIdle, pending: clock.pending }).toEqual({ isIdle: true, pending: 0 });
  });
});
