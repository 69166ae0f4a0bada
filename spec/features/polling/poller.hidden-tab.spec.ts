import { beforeEach, describe, expect, it } from 'vitest';
import { pollUntil } from '../../../lib/index.js';
import {
  EVERY,
  type Tab,
  answered,
  asBrowser,
  asReactNative,
  asServer,
  drawing,
  heard,
  inOwnTime,
  pass,
  polled,
  start,
} from '../../support/polled.js';
import { flush } from '../../support/flush.js';

const HOUR = 3_600_000;
let tab: Tab;

inOwnTime();
beforeEach(() => void ({ tab } = asBrowser()));

describe('a paused poll (trap 39, rules.md#polling)', () => {
  it('sends its first request when the tab is shown', async () => {
    tab.hide();
    const { api, sentAt } = answered();
    start(api.read);
    await pass(HOUR);
    expect(sentAt).toEqual([]);
    await tab.show();
    expect(sentAt).toEqual([HOUR]);
  });

  it.each([100, HOUR])(
    'sends one request on return after %i ms, and returns to its interval',
    async (away) => {
      const { api, sentAt } = answered();
      start(api.read);
      await pass(300);
      tab.hide();
      await pass(away);
      expect(sentAt).toEqual([0]);
      await tab.show();
      await pass(2 * EVERY);
      expect(sentAt.slice(1)).toEqual([300, 1300, 2300].map((at) => away + at));
    },
  );

  it('completes the request in flight and sends no more, and a late joiner receives that response', async () => {
    const { api, requests, answer } = polled();
    const { callback } = start(api.read);
    tab.hide();
    await answer(1);
    const late = start(api.read);
    await pass(HOUR);
    expect([heard(callback), heard(late.callback), requests.length]).toEqual([[1], [1], 1]);
    expect(requests[0]!.init.signal!.aborted).toBe(false);
  });

  it('sends one request on return if the earlier response is still pending', async () => {
    const { api, requests, answer } = polled();
    start(api.read);
    tab.hide();
    await pass(10 * EVERY);
    await tab.show();
    expect(requests).toHaveLength(1);
    await answer(1);
    await pass(EVERY);
    expect(requests).toHaveLength(2);
  });

  it('sends one request on return for any number of changes', async () => {
    const { api, requests } = polled();
    tab.hide();
    start(api.read);
    for (let turn = 0; turn < 10; turn += 1) {
      await tab.show();
      tab.hide();
    }
    expect(requests).toHaveLength(1);
  });

  it("doesn't start from a timer if the tab was hidden without an event", async () => {
    const { api, sentAt } = answered();
    start(api.read);
    await pass(10);
    tab.visibilityState = 'hidden';
    await pass(10 * EVERY);
    expect(sentAt).toHaveLength(1);
    await tab.show();
    expect(sentAt).toHaveLength(2);
  });

  it.each(['stop()', 'the signal'])('ends with %s, and sends nothing on return', async (by) => {
    tab.hide();
    const { api, sentAt } = answered();
    const owner = new AbortController();
    const { stop } = start(api.read, {}, { signal: owner.signal });
    if (by === 'stop()') stop();
    else owner.abort();
    await tab.show();
    expect(sentAt).toEqual([]);
  });

  it('of pollUntil continues when the tab is shown', async () => {
    tab.hide();
    const { api } = answered();
    const promise = pollUntil(api.read, {}, { every: EVERY, until: ({ data }) => data.n === 2 });
    await pass(HOUR);
    await tab.show();
    await pass(EVERY);
    expect((await promise).data).toEqual({ n: 2 });
  });
});

describe('the return of the tab after a failure (rules.md#polling)', () => {
  /** A poll whose tab is hidden right after this response, and shown after `away`. */
  const returning = async (status: number, header: string | undefined, away: number, maxEvery?: number) => {
    const { api, sentAt, answerStatus } = polled();
    start(api.read, {}, { maxEvery });
    await answerStatus(status, header === undefined ? {} : { 'Retry-After': header });
    tab.hide();
    await pass(away);
    await tab.show();
    return sentAt;
  };

  it.each([429, 503])('waits until the Retry-After of a %i expires', async (status) => {
    const sentAt = await returning(status, '30', 10_000);
    await pass(19_999);
    expect(sentAt).toEqual([0]);
    await pass(1);
    expect(sentAt).toEqual([0, 30_000]);
  });

  it('sends at once if the Retry-After has expired', async () => {
    expect(await returning(503, '30', 30_001)).toEqual([0, 30_001]);
  });

  it('waits no longer than maxEvery', async () => {
    expect(await returning(503, '86400', 5000, 5000)).toEqual([0, 5000]);
  });

  it.each([
    [503, undefined],
    [500, '30'],
  ])('sends at once after a %i with Retry-After %o, whatever the backoff is', async (status, header) => {
    drawing(1);
    expect(await returning(status, header, 10)).toEqual([0, 10]);
  });
});

describe('inBackground (rules.md#polling)', () => {
  it('of any caller keeps the shared poll running for all', async () => {
    tab.hide();
    const { api, sentAt } = answered();
    const { callback } = start(api.read);
    start(api.read, {}, { inBackground: true });
    await pass(EVERY);
    expect([sentAt, heard(callback)]).toEqual([
      [0, EVERY],
      [{ n: 1 }, { n: 2 }],
    ]);
  });

  it('of a joiner resumes a paused poll, which keeps its interval', async () => {
    const { api, sentAt } = answered();
    start(api.read);
    await pass(10);
    tab.hide();
    start(api.read, {}, { inBackground: true });
    await pass(EVERY);
    expect(sentAt).toEqual([0, EVERY]);
  });

  it('pauses the poll again when its caller leaves', async () => {
    tab.hide();
    const { api, sentAt } = answered();
    start(api.read);
    const { stop } = start(api.read, {}, { inBackground: true });
    await pass(500);
    stop();
    await pass(HOUR);
    expect(sentAt).toEqual([0]);
    await tab.show();
    expect(sentAt).toEqual([0, HOUR + 500]);
  });

  it('was never paused, so that the return of the tab sends no extra request', async () => {
    const { api, sentAt } = answered();
    start(api.read, {}, { inBackground: true });
    await pass(EVERY / 2);
    tab.hide();
    await tab.show();
    await pass(EVERY / 2);
    expect(sentAt).toEqual([0, EVERY]);
  });
});

describe('a platform without a tab (rules.md#polling)', () => {
  it.each([
    ['a server', asServer],
    ['React Native', () => (asServer(), asReactNative())],
  ])('%s never pauses', async (_name, enter) => {
    enter();
    const { api, sentAt } = answered();
    start(api.read);
    await pass(2 * EVERY);
    expect(sentAt).toHaveLength(3);
  });

  it('is also a document without a window, which counts as a server', async () => {
    Reflect.deleteProperty(globalThis, 'window');
    tab.hide();
    const { api, sentAt } = answered();
    start(api.read);
    await flush();
    expect(sentAt).toHaveLength(1);
    expect(tab.listeners).toBe(0);
  });
});

describe('a visibilitychange event without a change of state (rules.md#polling)', () => {
  it.each([
    ['while the tab is shown', 'visible', [0, 2000]],
    ['while the tab is hidden', 'hidden', [0]],
  ])('sends nothing %s, also in the wait after a failure', async (_when, state, expected) => {
    drawing(1);
    const { api, sentAt } = answered([500]);
    start(api.read);
    await pass(300);
    if (state === 'hidden') tab.hide();
    tab.dispatchEvent(new Event('visibilitychange'));
    await pass(1700);
    expect(sentAt).toEqual(expected);
  });
});

it('a document that accepts no listener counts as missing', async () => {
  Object.defineProperty(globalThis, 'document', { value: { visibilityState: 'hidden' }, configurable: true });
  const { api, sentAt } = answered();
  start(api.read);
  await pass(EVERY);
  expect(sentAt).toEqual([0, 1000]);
});
