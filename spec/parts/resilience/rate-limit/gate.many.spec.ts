import { describe, expect, it } from '@jest/globals';
import { Gates } from '../../../../lib/parts/resilience/rate-limit/gate.js';
import { ANY_SERVICE } from '../../../../lib/parts/resilience/rate-limit/quota.js';
import { ManualClock } from '../../../support/manual-clock.js';

const gatesOf = () => {
  const clock = new ManualClock();
  const gates = new Gates({
    clock,
    concurrency: 2,
    maxWait: 1000,
    maxQueue: 1,
    rules: ANY_SERVICE,
    shared: undefined,
  });
  return { gates, clock };
};

/** How many are kept when somebody comes to another one. */
const keptBesides = (gates: Gates): number => {
  gates.at('another');
  return gates.size - 1;
};

describe('Gates', () => {
  it('gives the one that was left last again, and makes none for each of the requests that follow each other', () => {
    const { gates } = gatesOf();
    const gate = gates.at('key');
    gate.enter()?.end();
    expect(gates.at('key')).toBe(gate);
    gate.enter()?.end();
    expect(gates.size).toBe(1);
  });

  it('keeps none at which nobody is and that knows nothing', () => {
    const { gates } = gatesOf();
    for (let n = 0; n < 5000; n += 1) {
      const slot = gates.at(String(n)).enter();
      slot?.answered(new Response(), false);
      slot?.end();
    }
    expect(keptBesides(gates)).toBe(0);
  });

  it('keeps 1,000 of those that know something, and drops the one that nobody came to for longest', () => {
    const { gates } = gatesOf();
    const refused = (key: string): void => {
      const slot = gates.at(key).enter();
      slot?.answered(new Response(null, { status: 429 }), false);
      slot?.end();
    };
    for (let n = 0; n < 1500; n += 1) refused(String(n));
    expect(keptBesides(gates)).toBe(1000);
    expect([gates.at('499').enter() === undefined, gates.at('500').enter() === undefined]).toEqual([
      false,
      true,
    ]);
  });

  it('keeps all at which somebody is', () => {
    const { gates } = gatesOf();
    const slots = Array.from({ length: 3000 }, (_, n) => gates.at(String(n)).enter());
    expect(gates.size).toBe(3000);
    for (const slot of slots) slot?.end();
    expect(keptBesides(gates)).toBe(0);
  });

  it('keeps none that refused all who came', async () => {
    const { gates, clock } = gatesOf();
    const slot = gates.at('key').enter();
    slot?.answered(new Response(null, { status: 429, headers: { 'retry-after': '5' } }), false);
    slot?.end();
    await expect(gates.at('key').wait(Infinity, undefined)).rejects.toThrow('5000 ms');
    expect([keptBesides(gates), clock.pending]).toEqual([1, 0]);
    clock.move(5000);
    const next = gates.at('key').enter();
    next?.answered(new Response(), false);
    next?.end();
    expect(keptBesides(gates)).toBe(0);
  });

  it('keeps none for a signal that has aborted', async () => {
    const { gates } = gatesOf();
    const [first, second] = [gates.at('key').enter(), gates.at('key').enter()];
    const aborted = AbortSignal.abort('why');
    await expect(gates.at('key').wait(Infinity, aborted)).rejects.toBe(aborted.reason);
    first?.end();
    second?.end();
    expect(keptBesides(gates)).toBe(0);
  });
});
