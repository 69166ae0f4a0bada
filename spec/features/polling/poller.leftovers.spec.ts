import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { poll, pollUntil } from '../../../lib/index.js';
import { effort } from '../../support/effort.js';
import { flush } from '../../support/flush.js';
import {
  EVERY,
  type Tab,
  answered,
  asBrowser,
  inOwnTime,
  listener,
  pass,
  polled,
  start,
} from '../../support/polled.js';

const HOUR = 3_600_000;
const CALLERS = effort(2000, 10_000);
let tab: Tab;

/** The number of timers, of listeners on the tab, and of listeners on the signal. */
const left = (signal: AbortSignal): number[] => [
  vi.getTimerCount(),
  tab.listeners,
  getEventListeners(signal, 'abort').length,
];

inOwnTime();
beforeEach(() => void ({ tab } = asBrowser()));

describe('a stopped poll', () => {
  it.each([
    ['before the first response', 0, false],
    ['while it waits', 10, true],
    ['in a later request', EVERY, true],
  ])('leaves no timer and no listener: %s', async (_name, after, isAnswered) => {
    const { api, answer } = polled();
    const { signal } = new AbortController();
    const { stop } = start(api.read, {}, { signal });
    if (isAnswered) await answer(1);
    await pass(after);
    stop();
    await pass(0);
    expect(left(signal)).toEqual([0, 0, 0]);
  });

  it('keeps no response: a new poll sends a request at once', async () => {
    const { api, requests, answer } = polled();
    const { stop } = start(api.read);
    await answer(1);
    stop();
    const callback = listener();
    const stopAgain = poll(api.read, {}, callback, { every: EVERY });
    await flush();
    stopAgain();
    await pass(0);
    expect([requests.length, callback.mock.calls.length]).toEqual([2, 0]);
  });

  it.each([0, Infinity])('that ends after one response for every %o leaves nothing either', async (every) => {
    const { api, requests, answer } = polled();
    const { signal } = new AbortController();
    poll(api.read, {}, listener(), { every, signal });
    await answer(1);
    expect(left(signal)).toEqual([0, 0, 0]);
    poll(api.read, {}, listener(), { every });
    await flush();
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['a response', (answer: () => Promise<void>) => answer()],
    ['an abort', async (_answer: unknown, owner: AbortController) => owner.abort()],
    ['giveUpAfter', () => pass(50)],
  ])('of pollUntil, after %s, leaves nothing either', async (_name, end) => {
    const { api, answer } = polled();
    const owner = new AbortController();
    const { signal } = owner;
    const promise = pollUntil(api.read, {}, { every: EVERY, until: () => true, giveUpAfter: 50, signal });
    await end(() => answer(1), owner);
    await promise;
    await pass(0);
    expect(left(signal)).toEqual([0, 0, 0]);
  });

  it('can be started again in its last callback', async () => {
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
    expect([vi.getTimerCount(), tab.listeners]).toEqual([1, 1]);
    for (const stop of stops) stop();
    expect(left(signal)).toEqual([0, 0, 0]);
  });

  it('can wait for one response with pollUntil, and all receive it', async () => {
    const { api, requests, answer } = polled();
    const waits = Array.from({ length: CALLERS }, () =>
      pollUntil(api.read, {}, { every: EVERY, until: () => true, giveUpAfter: HOUR }),
    );
    await answer(1);
    const results = await Promise.all(waits);
    expect(requests).toHaveLength(1);
    expect(results.every(({ data, error }) => data === 1 && error === null)).toBe(true);
    expect([vi.getTimerCount(), tab.listeners]).toEqual([0, 0]);
  });
});

describe('a clock that jumps', () => {
  it.each([HOUR, -HOUR])('by %i ms changes no interval for any joiner', async (jump) => {
    const { api, sentAt } = answered();
    start(api.read, {}, { every: 2 * EVERY });
    await pass(500);
    vi.setSystemTime(Date.now() + jump);
    for (let times = 0; times < 10; times += 1) {
      await pass(40);
      start(api.read, {}, { every: 2 * EVERY });
    }
    start(api.read);
    await pass(99);
    expect(sentAt).toHaveLength(1);
    await pass(1 + 2 * EVERY);
    expect(sentAt).toHaveLength(4);
  });

  it("back while the tab is hidden doesn't extend a Retry-After", async () => {
    const { api, requests, answerStatus } = polled();
    start(api.read);
    await answerStatus(503, { 'Retry-After': '30' });
    tab.hide();
    vi.setSystemTime(Date.now() - HOUR);
    await tab.show();
    await pass(30_000);
    expect(requests).toHaveLength(2);
  });
});
