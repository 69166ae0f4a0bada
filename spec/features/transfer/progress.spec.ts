import { describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { ByteCounter, type Report } from '../../../lib/features/transfer/progress.js';
import type { Progress } from '../../../lib/entries/transfer.js';
import { flush } from '../../support/flush.js';
import { ManualClock } from '../../support/manual-clock.js';

const measured = (total: number) => {
  const told: Progress[] = [];
  const clock = new ManualClock();
  const meter = new ByteCounter((progress) => told.push(progress), total, clock);
  /** Bytes, each after this number of milliseconds. */
  const pass = (steps: readonly (readonly [ms: number, loaded: number])[]): void => {
    for (const [ms, loaded] of steps) {
      clock.move(ms);
      meter.reach(loaded);
    }
  };
  return { told, meter, pass };
};

describe('a progress (rules.md#transfer)', () => {
  it('is reported at once, then at most every 50 ms, and always at its end', () => {
    const { told, meter, pass } = measured(100);
    expect(told).toEqual([{ loaded: 0, total: 100, done: false }]);
    for (const [at, ms] of [49, 1, 10, 39, 2, 0].entries()) pass([[ms, 10 * (at + 1)]]);
    meter.reach(100, true);
    expect(told.map(({ loaded }) => loaded)).toEqual([0, 20, 50, 100]);
  });

  it('is done once, and ends afterwards', () => {
    const { told, meter, pass } = measured(10);
    meter.reach(10);
    meter.reach(0, true);
    meter.reach(0, true);
    pass([[100, 11]]);
    expect(told.slice(1)).toEqual([{ loaded: 10, total: 10, done: true }]);
  });

  it('has no total after it was exceeded', () => {
    const { told, meter, pass } = measured(10);
    pass([50, 50].map((ms, at) => [ms, 10 + at]));
    meter.reach(0, true);
    expect(told.map(({ total }) => total)).toEqual([10, 10, null, null]);
  });

  it('never decreases, even if data is sent again', () => {
    const steps = fc.array(fc.tuple(fc.nat(120), fc.nat(300)), { maxLength: 40 });
    fc.assert(
      fc.property(steps, (reached) => {
        const { told, meter, pass } = measured(100);
        pass(reached);
        meter.reach(0, true);
        const loads = told.map(({ loaded }) => loaded);
        expect(loads).toEqual([...loads].sort((a, b) => a - b));
        expect(loads.at(-1)).toBe(Math.max(0, ...reached.map(([, loaded]) => loaded)));
        expect(told.filter(({ done }) => done)).toHaveLength(1);
      }),
    );
  });

  it('is not done if a stream is cancelled or breaks', async () => {
    const cancelled = measured(NaN);
    const reader = cancelled.meter.through(new ReadableStream()).getReader();
    const waiting = reader.read();
    await flush();
    await reader.cancel();
    await waiting;
    const broken = measured(NaN);
    const lost = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.error(new Error('lost')),
    });
    await expect(broken.meter.through(lost).getReader().read()).rejects.toThrow('lost');
    for (const { told } of [cancelled, broken]) expect(told.map(({ done }) => done)).toEqual([false]);
  });

  it.each<[string, Report]>([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
    ],
    ['rejects', () => Promise.reject(new Error('mine'))],
  ])('continues if the callback %s', (_, fail) => {
    const report = vi.fn(fail);
    new ByteCounter(report, 10, new ManualClock()).reach(10, true);
    expect(report).toHaveBeenCalledTimes(2);
  });
});
