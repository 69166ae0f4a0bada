import { describe, expect, it } from 'vitest';
import { SharedLimitClient } from '../../../../lib/features/resilience/rate-limit/shared-limit.js';
import { flush } from '../../../support/flush.js';
import { ManualClock } from '../../../support/manual-clock.js';

const asking = (failOpen: boolean) => {
  const clock = new ManualClock();
  let say: (ms: number) => void = () => undefined;
  const take = (): Promise<number> => new Promise((resolve) => (say = resolve));
  const asker = new SharedLimitClient({ take }, failOpen, clock);
  const heard: number[] = [];
  void asker.ask('key').then((ms) => heard.push(ms));
  const later = async (ms: number): Promise<number[]> => {
    clock.move(ms);
    await flush();
    return heard;
  };
  return { clock, asker, later, say: (ms: number) => say(ms) };
};

describe('Asker', () => {
  it('receives a response that arrived while the thread was busy', async () => {
    const { later, say, clock } = asking(true);
    expect(await later(5000)).toEqual([]);
    say(700);
    expect([await later(0), clock.pending]).toEqual([[700], 0]);
  });

  it.each([
    [true, 0],
    [false, 1000],
  ])(
    "counts a store that doesn't respond for 50 ms as failed: with failOpen %o it returns %d",
    async (failOpen, ms) => {
      const { later } = asking(failOpen);
      for (let step = 0; step < 4; step += 1) expect(await later(10)).toEqual([]);
      expect(await later(10)).toEqual([ms]);
    },
  );

  it('with failOpen: false returns the time until the next call of the store', async () => {
    const { asker, later } = asking(false);
    for (let step = 0; step < 5; step += 1) await later(10);
    await later(300);
    expect(await asker.ask('other')).toBe(700);
  });
});
