import { describe, expect, it, jest } from '@jest/globals';
import { meterOf, type Report } from '../../../lib/parts/transfer/progress.js';
import type { Progress } from '../../../lib/transfer.js';
import { ManualClock } from '../../support/manual-clock.js';

const measured = (total: number) => {
  const told: Progress[] = [];
  const clock = new ManualClock();
  const meter = meterOf((progress) => told.push(progress), total, clock);
  return { told, clock, meter };
};

describe('a progress (rules.md#transfer)', () => {
  it('begins with 0, at once', () => {
    expect(measured(10).told).toEqual([{ loaded: 0, total: 10, done: false }]);
  });

  it('is told at most every 50 ms, and its end always', () => {
    const { told, clock, meter } = measured(100);
    for (const [ms, loaded] of [
      [49, 10],
      [1, 20],
      [10, 30],
      [39, 40],
      [2, 50],
      [0, 60],
    ] as const) {
      clock.move(ms);
      meter.reach(loaded);
    }
    meter.reach(100, true);
    expect(told.map(({ loaded }) => loaded)).toEqual([0, 20, 50, 100]);
  });

  it('is done once, and then over', () => {
    const { told, clock, meter } = measured(10);
    meter.reach(10);
    meter.reach(0, true);
    clock.move(100);
    meter.reach(0, true);
    meter.reach(11);
    expect(told.slice(1)).toEqual([{ loaded: 10, total: 10, done: true }]);
  });

  it('has no total where none is known, and none from where it was exceeded on', () => {
    const unknown = measured(NaN);
    unknown.meter.reach(5, true);
    expect(unknown.told.map(({ total }) => total)).toEqual([null, null]);
    const { told, clock, meter } = measured(10);
    for (const loaded of [10, 11]) {
      clock.move(50);
      meter.reach(loaded);
    }
    meter.reach(0, true);
    expect(told.map(({ total }) => total)).toEqual([10, 10, null, null]);
  });

  it('is not done where a stream is cancelled or breaks', async () => {
    const cancelled = measured(NaN);
    const reader = cancelled.meter.through(new ReadableStream()).getReader();
    const waiting = reader.read();
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
  ])('goes on when the callback %s', (_, fail) => {
    const report = jest.fn(fail);
    const meter = meterOf(report, 10, new ManualClock());
    meter.reach(10, true);
    expect(report).toHaveBeenCalledTimes(2);
  });
});
