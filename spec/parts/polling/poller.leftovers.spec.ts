import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { poll, pollUntil } from '../../../lib/index.js';
import {
  EVERY,
  type Tab,
  answered,
  asBrowser,
  asServer,
  listener,
  pass,
  polled,
} from '../../support/polled.js';
import { effort } from '../../support/effort.js';

const HOUR = 3_600_000;
const CALLERS = effort(2000, 10_000);
let tab: Tab;

const listenersOf = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0);
  ({ tab } = asBrowser());
});
afterEach(() => {
  asServer();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('what a poll leaves when it was stopped', () => {
  it.each([
    ['before the first answer', 0, false],
    ['while it waits', 10, true],
    ['in a later request', EVERY, true],
  ])('is no timer and no listener: %s', async (_name, after, isAnswered) => {
    const { api, answer } = polled();
    const { signal } = new AbortController();
    const stop = poll(api.read, {}, listener(), { every: EVERY, signal });
    if (isAnswered) await answer(1);
    await pass(after);
    stop();
    await pass(0);
    expect([jest.getTimerCount(), tab.listeners, listenersOf(signal)]).toEqual([0, 0, 0]);
  });

  it('is no answer kept: a new poll asks again at once', async () => {
    const { api, requests, answer } = polled();
    const stop = poll(api.read, {}, listener(), { every: EVERY });
    await answer(1);
    stop();
    const callback = listener();
    poll(api.read, {}, callback, { every: EVERY })();
    await pass(0);
    expect([requests.length, callback.mock.calls.length]).toEqual([2, 0]);
  });

  it.each([0, Infinity])('by itself, after one answer for every %p, is as little', async (every) => {
    const { api, requests, answer } = polled();
    const { signal } = new AbortController();
    poll(api.read, {}, listener(), { every, signal });
    await answer(1);
    expect([jest.getTimerCount(), tab.listeners, listenersOf(signal)]).toEqual([0, 0, 0]);
    poll(api.read, {}, listener(), { every });
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['an answer', (answer: () => Promise<void>) => answer()],
    ['an abort', async (_answer: unknown, owner: AbortController) => owner.abort()],
    ['giveUpAfter', () => pass(50)],
  ])('by pollUntil, after %s, is as little', async (_name, end) => {
    const { api, answer } = polled();
    const owner = new AbortController();
    const { signal } = owner;
    const promise = pollUntil(api.read, {}, { every: EVERY, until: () => true, giveUpAfter: 50, signal });
    await end(() => answer(1), owner);
    await promise;
    await pass(0);
    expect([jest.getTimerCount(), tab.listeners, listenersOf(signal)]).toEqual([0, 0, 0]);
  });

  it('a new poll from inside the last callback is a new one', async () => {
    const { api, requests, answer } = polled();
    const first = listener().mockImplementation(() => {
      stop();
      poll(api.read, {}, next, { every: 0 });
    });
    const stop = poll(api.read, {}, first, { every: EVERY });
    const next = listener();
    await answer(1);
    await answer(2);
    expect([requests.length, next.mock.calls.length, tab.listeners]).toEqual([2, 1, 0]);
  });
});

describe('thousands of callers of one poll', () => {
  it('cost one request per interval, one timer and one listener, and leave nothing', async () => {
    const { api, sentAt } = answered();
    const { signal } = new AbortController();
    const callback = listener();
    const stops = Array.from({ length: CALLERS }, () =>
      poll(api.read, {}, callback, { every: EVERY, signal }),
    );
    await pass(2 * EVERY);
    expect(sentAt).toEqual([0, EVERY, 2 * EVERY]);
    expect(callback).toHaveBeenCalledTimes(3 * CALLERS);
    expect([jest.getTimerCount(), tab.listeners]).toEqual([1, 1]);
    for (const stop of stops) stop();
    expect([jest.getTimerCount(), tab.listeners, listenersOf(signal)]).toEqual([0, 0, 0]);
  });

  it('may wait for one answer with pollUntil, and all get it', async () => {
    const { api, requests, answer } = polled();
    const waits = Array.from({ length: CALLERS }, () =>
      pollUntil(api.read, {}, { every: EVERY, until: () => true, giveUpAfter: HOUR }),
    );
    await answer(1);
    const results = await Promise.all(waits);
    expect(requests).toHaveLength(1);
    expect(results.every(({ data, error }) => data === 1 && error === null)).toBe(true);
    expect([jest.getTimerCount(), tab.listeners]).toEqual([0, 0]);
  });

  it('get one well-formed Result each, and a call of their own from its retry()', async () => {
    const { api, sentAt } = answered();
    const callbacks = [listener(), listener()];
    const stops = callbacks.map((callback) => poll(api.read, {}, callback, { every: EVERY }));
    await pass(0);
    for (const stop of stops) stop();
    for (const { mock } of callbacks) expect((await mock.calls[0]![0].retry()).error).toBeNull();
    expect(sentAt).toHaveLength(3);
  });
});

describe('a clock that jumps', () => {
  const joinEvery = async (endpoint: ReturnType<typeof polled>['api']['read'], ms: number, times: number) => {
    const stops: (() => void)[] = [];
    for (let time = 0; time < times; time += 1) {
      await pass(ms);
      stops.push(poll(endpoint, {}, listener(), { every: EVERY }));
    }
    return () => stops.forEach((stop) => stop());
  };

  it.each([
    ['forward', HOUR],
    ['backward', -HOUR],
  ])('%s changes no interval', async (_name, jump) => {
    const { api, sentAt } = answered();
    const stop = poll(api.read, {}, listener(), { every: EVERY });
    await pass(500);
    jest.setSystemTime(Date.now() + jump);
    await pass(499);
    expect(sentAt).toHaveLength(1);
    await pass(1 + 2 * EVERY);
    stop();
    expect(sentAt).toHaveLength(4);
  });

  it('forward makes no early request when somebody joins', async () => {
    const { api, sentAt } = answered();
    const stop = poll(api.read, {}, listener(), { every: EVERY });
    await pass(0);
    jest.setSystemTime(Date.now() + HOUR);
    const stopAll = await joinEvery(api.read, 1, 100);
    expect(sentAt).toHaveLength(1);
    stop();
    stopAll();
  });

  it('backward does not stall the poll while others join', async () => {
    const { api, sentAt } = answered();
    const stop = poll(api.read, {}, listener(), { every: EVERY });
    await pass(0);
    jest.setSystemTime(Date.now() - HOUR);
    const stopAll = await joinEvery(api.read, 300, 10);
    expect(sentAt.length).toBeGreaterThanOrEqual(3);
    stop();
    stopAll();
  });

  it("backward does not put off a joiner's shorter every", async () => {
    const { api, sentAt } = answered();
    const stop = poll(api.read, {}, listener(), { every: 60_000 });
    await pass(0);
    jest.setSystemTime(Date.now() - HOUR);
    const join = poll(api.read, {}, listener(), { every: EVERY });
    await pass(EVERY);
    expect(sentAt).toHaveLength(2);
    stop();
    join();
  });

  it('backward while the tab is hidden keeps no Retry-After for longer than it was', async () => {
    const { api, requests, answerStatus } = polled();
    const stop = poll(api.read, {}, listener(), { every: EVERY });
    await answerStatus(503, { 'Retry-After': '30' });
    tab.hide();
    jest.setSystemTime(Date.now() - HOUR);
    await tab.show();
    await pass(30_000);
    stop();
    expect(requests).toHaveLength(2);
  });
});
