import { beforeEach, describe, expect, it } from '@jest/globals';
import { AttemptCutoff } from '../../../lib/core/stages/attempt-cutoff.js';
import { ManualClock } from '../../support/manual-clock.js';

let clock: ManualClock;

const started = (timeout: number | undefined): AttemptCutoff => {
  const cutoff = new AttemptCutoff(clock, timeout);
  cutoff.start();
  return cutoff;
};

const kindOf = ({ interruption }: AttemptCutoff): string | undefined => interruption?.kind;

beforeEach(() => {
  clock = new ManualClock();
});

describe("an attempt's deadline", () => {
  it('passes so many milliseconds after the start, and not before', () => {
    const cutoff = started(100);
    clock.move(99);
    expect(kindOf(cutoff)).toBeUndefined();
    clock.move(1);
    expect(kindOf(cutoff)).toBe('timeout');
    expect(cutoff.interruption?.reason).toMatchObject({
      name: 'TimeoutError',
      message: "The attempt's deadline of 100 ms passed.",
    });
  });

  it.each([undefined, 0, -1, NaN, 'soon', null, {}])('is none for %j', (timeout) => {
    const cutoff = started(timeout as number);
    expect(clock.pending).toBe(0);
    clock.move(2 ** 31);
    cutoff.notice();
    expect(kindOf(cutoff)).toBeUndefined();
  });

  it.each([
    [0.2, 1],
    [1.9, 1],
    [Infinity, 2 ** 31 - 1],
    [2 ** 40, 2 ** 31 - 1],
  ])('of %d ms is one of %d ms, as a timeout is', (timeout, ms) => {
    started(timeout);
    expect(clock.untilNext).toBe(ms);
  });

  it('that was lifted does not pass, and leaves no timer', () => {
    const cutoff = started(100);
    cutoff.liftDeadline();
    clock.move(1000);
    cutoff.notice();
    expect([kindOf(cutoff), clock.pending]).toEqual([undefined, 0]);
  });

  it('is noticed when it passed while the thread was busy', () => {
    const cutoff = started(100);
    clock.ticks = () => 100;
    cutoff.notice();
    expect(kindOf(cutoff)).toBe('timeout');
  });
});

describe("an attempt's clock that was stopped", () => {
  it('does not run: what was left is left when it is started again', () => {
    const cutoff = started(100);
    clock.move(60);
    const start = cutoff.pause();
    expect(clock.pending).toBe(0);
    clock.move(10_000);
    start();
    clock.move(39);
    expect(kindOf(cutoff)).toBeUndefined();
    clock.move(1);
    expect(kindOf(cutoff)).toBe('timeout');
  });

  it('may be stopped again and again', () => {
    const cutoff = started(100);
    for (let round = 0; round < 9; round += 1) {
      clock.move(10);
      const start = cutoff.pause();
      clock.move(1000);
      start();
    }
    clock.move(9);
    expect(kindOf(cutoff)).toBeUndefined();
    clock.move(1);
    expect(kindOf(cutoff)).toBe('timeout');
  });

  it('runs when everybody who stopped it has started it', () => {
    const cutoff = started(100);
    const [first, second] = [cutoff.pause(), cutoff.pause()];
    first();
    clock.move(1000);
    expect(clock.pending).toBe(0);
    second();
    expect(clock.untilNext).toBe(100);
  });

  it('is started once by each who stopped it, however often that is called', () => {
    const cutoff = started(100);
    const [first] = [cutoff.pause(), cutoff.pause()];
    first();
    first();
    expect(clock.pending).toBe(0);
  });

  it('is not noticed as passed', () => {
    const cutoff = started(100);
    cutoff.pause();
    clock.move(1000);
    cutoff.notice();
    expect(kindOf(cutoff)).toBeUndefined();
  });

  it('does not start any more after the attempt has ended: no timer is left', () => {
    const cutoff = started(100);
    const start = cutoff.pause();
    cutoff.liftDeadline();
    cutoff.release();
    start();
    cutoff.pause()();
    expect(clock.pending).toBe(0);
  });

  it('does not start after an abort either', () => {
    const cutoff = started(100);
    const start = cutoff.pause();
    cutoff.abort({ kind: 'abort', reason: 'mine' });
    start();
    expect([clock.pending, kindOf(cutoff)]).toEqual([0, 'abort']);
  });

  it('without a deadline stays without one', () => {
    const cutoff = started(0);
    cutoff.pause()();
    expect(clock.pending).toBe(0);
  });
});
