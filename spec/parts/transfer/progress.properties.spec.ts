import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { meterOf } from '../../../lib/parts/transfer/progress.js';
import type { Progress } from '../../../lib/transfer.js';
import { ManualClock } from '../../support/manual-clock.js';

const measured = (total: number) => {
  const told: Progress[] = [];
  const clock = new ManualClock();
  const meter = meterOf((progress) => told.push(progress), total, clock);
  return { told, clock, meter };
};

/** A transfer in these steps, each after so many milliseconds. */
const steps = fc.array(fc.tuple(fc.nat(300), fc.nat(120)), { maxLength: 40 });

describe('any progress (rules.md#transfer)', () => {
  it('never falls, whatever is sent once more', () => {
    fc.assert(
      fc.property(steps, (reached) => {
        const { told, clock, meter } = measured(100);
        for (const [loaded, ms] of reached) {
          clock.move(ms);
          meter.reach(loaded);
        }
        meter.reach(0, true);
        const loads = told.map(({ loaded }) => loaded);
        expect(loads).toEqual([...loads].sort((a, b) => a - b));
        expect(loads.at(-1)).toBe(Math.max(0, ...reached.map(([loaded]) => loaded)));
        expect(told.filter(({ done }) => done)).toHaveLength(1);
      }),
    );
  });

  it('sums up what is read of a stream, however it is split, and is done at its end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2000)), async (sizes) => {
        const { told, meter } = measured(NaN);
        const left = sizes.map((size) => new Uint8Array(size));
        const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
          pull(controller) {
            const chunk = left.shift();
            if (chunk) controller.enqueue(chunk);
            else controller.close();
          },
        });
        const { byteLength } = await new Response(meter.through(stream)).arrayBuffer();
        expect(told.at(-1)).toEqual({ loaded: byteLength, total: null, done: true });
        expect(told[0]).toEqual({ loaded: 0, total: null, done: false });
        expect(byteLength).toBe(sizes.reduce((sum, size) => sum + size, 0));
      }),
    );
  });
});
