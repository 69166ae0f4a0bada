import { describe, expect, it, jest } from '@jest/globals';
import { inTime } from '../../../lib/parts/auth/vault.js';
import { outcomeOf } from '../../support/credentials.js';
import { settleMicrotasks } from '../../support/held-fetch.js';
import { ManualClock } from '../../support/manual-clock.js';

const never = (): Promise<never> => new Promise(() => undefined);

describe('inTime', () => {
  it('gives what the work comes to, and leaves no timer', async () => {
    const clock = new ManualClock();
    expect([await inTime(clock, 5, 'It', () => 1), await inTime(clock, 5, 'It', async () => 2)]).toEqual([
      1, 2,
    ]);
    await settleMicrotasks();
    expect(clock.pending).toBe(0);
  });

  it.each<[string, () => Promise<never>]>([
    [
      'throws',
      () => {
        throw new Error('x');
      },
    ],
    ['rejects', () => Promise.reject(new Error('x'))],
  ])('rejects as work that %s, and leaves no timer', async (_what, begin) => {
    const clock = new ManualClock();
    await expect(inTime(clock, 5, 'It', begin)).rejects.toThrow('x');
    await settleMicrotasks();
    expect(clock.pending).toBe(0);
  });

  it('aborts work that takes too long, and says what took it', async () => {
    const clock = new ManualClock();
    const begin = jest.fn((_signal: AbortSignal) => never());
    const outcome = outcomeOf(inTime(clock, 5, 'The walk', begin));
    await settleMicrotasks();
    clock.move(5);
    await settleMicrotasks();
    expect(outcome.error).toMatchObject({ name: 'TimeoutError', message: 'The walk took longer than 5 ms.' });
    expect(begin.mock.calls[0]![0].reason).toBe(outcome.error);
    expect(clock.pending).toBe(0);
  });

  it('ends at once, with the signal of the work, when it is for nobody any more', async () => {
    const clock = new ManualClock();
    const over = new AbortController();
    const begin = jest.fn((_signal: AbortSignal) => never());
    const outcome = outcomeOf(inTime(clock, 5, 'It', begin, over.signal));
    await settleMicrotasks();
    over.abort('gone');
    await settleMicrotasks();
    expect([outcome.error, begin.mock.calls[0]![0].aborted, clock.pending]).toEqual(['gone', true, 0]);
  });

  it('leaves no listener, neither when it is done nor when it took too long', async () => {
    const clock = new ManualClock();
    const { signal } = new AbortController();
    const counts = { added: 0, removed: 0 };
    jest.spyOn(signal, 'addEventListener').mockImplementation(() => void (counts.added += 1));
    jest.spyOn(signal, 'removeEventListener').mockImplementation(() => void (counts.removed += 1));
    await inTime(clock, 5, 'It', () => 1, signal);
    await settleMicrotasks();
    outcomeOf(inTime(clock, 5, 'It', never, signal));
    clock.move(5);
    await settleMicrotasks();
    expect(counts).toEqual({ added: 2, removed: 2 });
  });
});
