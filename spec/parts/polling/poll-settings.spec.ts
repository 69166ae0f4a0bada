import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { poll, pollUntil } from '../../../lib/index.js';
import { EVERY, answered, asBrowser, asServer, heard, listener, pass, polled } from '../../support/polled.js';

const HOUR = 3_600_000;

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  asServer();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('an option of a poll that is null counts as missing (rules.md#polling)', () => {
  const waits = async (options: object, statuses: number[], time = HOUR) => {
    const seen = answered(statuses, { 'retry-after': '100' });
    const stop = poll(seen.api.read, {}, listener(), { every: EVERY, ...options });
    await pass(time);
    stop();
    return seen.waits().slice(0, 3);
  };

  it('maxEvery has its default, and is never 0', async () => {
    expect(await waits({ maxEvery: null }, [503])).toEqual([60_000, 60_000, 60_000]);
  });

  it.each(['inBackground', 'signal', 'timeout'])('%s has its default', async (name) => {
    expect(await waits({ [name]: null }, [200], 5 * EVERY)).toEqual([EVERY, EVERY, EVERY]);
  });

  it('every asks once, as one that is missing', async () => {
    const { api, sentAt } = answered();
    poll(api.read, {}, listener(), { every: null as never });
    await pass(HOUR);
    expect(sentAt).toEqual([0]);
  });

  it('giveUpAfter never passes', async () => {
    const { api, sentAt } = answered([500, 500, 200]);
    const options = { every: EVERY, until: () => true, giveUpAfter: null as never };
    const wait = pollUntil(api.read, {}, options);
    await pass(HOUR);
    expect([(await wait).error, sentAt.length]).toEqual([null, 3]);
  });
});

describe('a signal that can not be listened to properly', () => {
  /** A signal that can't take a listener back, and says that it aborted. */
  const oddSignal = (odd: object) => {
    const listeners: (() => void)[] = [];
    const signal = {
      aborted: false,
      reason: 'enough',
      addEventListener: (_type: string, listener: () => void) => void listeners.push(listener),
      ...odd,
    };
    const abort = (): void => {
      signal.aborted = true;
      for (const listener of listeners) listener();
    };
    return { signal: signal as unknown as AbortSignal, abort };
  };
  const explode = (): never => {
    throw new Error('do not touch');
  };
  const oddities: [string, object][] = [
    ['has no removeEventListener', {}],
    ['has one that throws', { removeEventListener: explode }],
    ['has something else in its place', { removeEventListener: 5 }],
    ['tells nobody', { addEventListener: () => undefined }],
  ];

  it.each(oddities)('stops a poll: it %s', async (_what, odd) => {
    const { signal, abort } = oddSignal(odd);
    const { api, sentAt } = answered();
    const callback = listener();
    poll(api.read, {}, callback, { every: EVERY, signal });
    await pass(EVERY);
    abort();
    await pass(HOUR);
    expect([heard(callback).length, sentAt, jest.getTimerCount()]).toEqual([2, [0, EVERY], 0]);
  });

  it.each(oddities)('lets stop() and an answer end it: it %s', async (_what, odd) => {
    const { signal } = oddSignal(odd);
    const { api, sentAt } = answered();
    poll(api.read, {}, listener(), { every: EVERY, signal })();
    poll(api.read, {}, listener(), { every: 0, signal });
    await pass(HOUR);
    expect([sentAt.length, jest.getTimerCount()]).toEqual([2, 0]);
  });

  it.each(oddities)('lets pollUntil settle with an answer, and with its abort: it %s', async (_what, odd) => {
    asBrowser();
    const { signal, abort } = oddSignal(odd);
    const { api, answer } = polled();
    const done = pollUntil(api.read, { id: 1 }, { every: EVERY, until: () => true, signal });
    await answer({ n: 1 });
    expect((await done).data).toEqual({ n: 1 });
    const never = pollUntil(api.read, { id: 2 }, { every: EVERY, until: () => false, signal });
    await answer({ n: 2 });
    abort();
    await pass(EVERY);
    expect((await never).error).toMatchObject({ kind: 'abort', body: 'enough' });
    expect(jest.getTimerCount()).toBe(0);
  });
});
