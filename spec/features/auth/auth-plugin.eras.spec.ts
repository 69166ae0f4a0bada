import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AuthOptions, AuthPlugin, type Credentials } from '../../../lib/entries/auth.js';
import {
  cacheMiddleware,
  collect,
  type Middleware,
  type OpenBody,
  paginate,
  type Plugin,
  poll,
  pollUntil,
  type Result,
  RetryPlugin,
} from '../../../lib/index.js';
import { RateLimitPlugin } from '../../../lib/entries/resilience.js';
import { reader } from '../../../lib/entries/stream.js';
import { createTestClient, type TestClientOptions } from '../../support/client.js';
import {
  heldSource,
  outcomeOf,
  queueLock,
  reasonOf,
  tokenOf,
  VariableStore,
} from '../../support/credentials.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import { asBrowser, asServer } from '../../support/polled.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Ada is signed in at a service whose responses and refreshes the spec settles by hand. */
const adas = async (
  middleware: readonly (Middleware | Plugin)[] = [],
  { options, ...more }: TestClientOptions & { options?: AuthOptions } = {},
) => {
  const { source, asked } = heldSource();
  const auth = new AuthPlugin(source, options);
  await auth.set({ token: 'Ada', owner: 'ada' });
  const { fetch, requests } = heldFetch();
  return {
    ...createTestClient({ endpoints: ['call', 'other'], middleware: [auth, ...middleware], fetch, ...more }),
    auth,
    asked,
    requests,
  };
};

type World = Awaited<ReturnType<typeof adas>>;

/** All the ways in which Grace replaces Ada as the user. */
const CHANGES: [string, (world: World, others: ReturnType<typeof otherProcess>) => Promise<void>][] = [
  ['by set', async ({ auth }) => auth.set({ token: 'Grace' })],
  [
    'by clear and set',
    async ({ auth }) => {
      await auth.clear();
      await auth.set({ token: 'Grace' });
    },
  ],
  [
    'by a session that ended by itself, and set',
    async ({ auth, api, asked, requests }) => {
      const other = api.other();
      await flush();
      requests.at(-1)!.answer(null, { status: 401 });
      await flush();
      asked.at(-1)!.give(null);
      expect(reasonOf(await other)).toBe('rejected');
      await auth.set({ token: 'Grace' });
    },
  ],
  [
    'in another process that notifies this one',
    async (_world, others) => others.change({ token: 'Grace', owner: 'grace' }),
  ],
  [
    'in another process that does not notify this one',
    async (_world, others) => others.store.save({ token: 'Grace', owner: 'grace' }),
  ],
];

const otherProcess = () => {
  const shared = queueLock();
  const store = new VariableStore();
  const change = (credentials: Credentials | undefined): void => {
    store.stored = credentials;
    shared.tell();
  };
  return { store, change, options: { store, lock: shared.lock } };
};

/** What Ada has begun, and what continues it. */
const BEGUN: [string, (world: World) => Promise<() => Promise<Result<unknown>>>, TestClientOptions][] = [
  [
    'a call that gets a 401 afterwards',
    async ({ api }) => {
      const call = api.call({ a: 1 });
      await flush();
      return () => call;
    },
    { endpoint: { method: 'POST' } },
  ],
  [
    'the retry() of a Result',
    async ({ api, requests }) => {
      const call = api.call();
      await flush();
      requests[0]!.answer(null, { status: 500 });
      return (await call).retry;
    },
    {},
  ],
  [
    'a stream',
    async ({ api, requests }) => {
      const opening = api.call();
      await flush();
      requests[0]!.answer('data');
      const body = (await opening).data as unknown as OpenBody;
      return () => body.again({}).finally(() => body.end());
    },
    { endpoint: { responseType: reader({ open: (body) => body }) } },
  ],
  [
    'a poll',
    async ({ api, requests }) => {
      const waiting = pollUntil(api.call, {}, { every: 100, until: () => false });
      await flush();
      requests[0]!.answer({ of: 'Ada' });
      await flush();
      return () => waiting;
    },
    {},
  ],
  [
    'a pagination',
    async ({ api, requests }) => {
      const pages = paginate(api.call, { page: 1 }, { next: () => ({ page: 2 }) });
      const first = pages.next();
      await flush();
      requests[0]!.answer({ of: 'Ada' });
      await first;
      return async () => (await pages.next()).value as Result<unknown>;
    },
    {},
  ],
];

describe.each(CHANGES)('a change of the user %s (rules.md#credentials)', (_how, change) => {
  it.each(BEGUN)(
    '%s ends and is never sent as the next user, and the next call is sent as the next user',
    async (_what, begin, more) => {
      const others = otherProcess();
      const world = await adas([], { ...more, options: others.options });
      const goOn = await begin(world);
      await change(world, others);
      const result = goOn();
      await vi.advanceTimersByTimeAsync(100);
      // Without a notification, the call is sent as Ada, and learns about the change from the 401.
      for (const request of world.requests) request.answer(null, { status: 401 });
      await vi.advanceTimersByTimeAsync(0);
      expect(reasonOf(await result)).toBe('signed-out');
      expect(world.requests.map(tokenOf)).not.toContain('Bearer Grace');
      void world.api.other();
      await flush();
      expect(tokenOf(world.requests.at(-1)!)).toBe('Bearer Grace');
    },
  );
});

describe('set() with the owner of the current credentials (rules.md#credentials)', () => {
  const again = { token: 'Ada 2', owner: 'ada' };

  it.each(BEGUN)('%s continues with the new token', async (_what, begin, more) => {
    const onSignedOut = vi.fn();
    const world = await adas([], { ...more, options: { onSignedOut } });
    const goOn = await begin(world);
    await world.auth.set(again);
    const outcome = outcomeOf(goOn());
    await vi.advanceTimersByTimeAsync(100);
    // A call in flight receives a 401 for the previous token.
    world.requests[0]!.answer(null, { status: 401 });
    await vi.advanceTimersByTimeAsync(0);
    const last = world.requests.at(-1)!;
    last.answer({ of: 'Ada' });
    await vi.advanceTimersByTimeAsync(0);
    expect(world.requests.map(tokenOf)).toEqual(['Bearer Ada', 'Bearer Ada 2']);
    expect(outcome.error ?? (outcome.value as Result<unknown> | undefined)?.error ?? null).toBeNull();
    expect([world.asked.length, onSignedOut.mock.calls.length]).toEqual([0, 0]);
  });

  it('a retry and a queued call continue with the new token', async () => {
    const world = await adas([
      new RetryPlugin({ baseDelay: 50, jitter: false }),
      new RateLimitPlugin({ concurrency: 1 }),
    ]);
    const calls = [world.api.call()];
    await flush();
    world.requests[0]!.answer(null, { status: 503 });
    await flush();
    calls.push(world.api.other(), world.api.call({ q: 1 }));
    await flush();
    await world.auth.set(again);
    for (let at = 1; at < 4; at += 1) {
      await vi.advanceTimersByTimeAsync(50);
      world.requests[at]!.answer({});
      await flush();
    }
    expect((await Promise.all(calls)).map(({ data }) => data)).toEqual([{}, {}, {}]);
    expect(world.requests.map(tokenOf)).toEqual(['Bearer Ada', 'Bearer Ada', 'Bearer Ada 2', 'Bearer Ada 2']);
  });

  it.each<[string, (auth: AuthPlugin) => Promise<void>]>([
    ['after clear', async (auth) => auth.clear().then(() => auth.set(again))],
    ['after a set without an owner', async (auth) => auth.set({ token: 'x' }).then(() => auth.set(again))],
  ])('%s starts a new session: a call of the earlier session is signed out', async (_what, change) => {
    const world = await adas();
    const call = world.api.call();
    await flush();
    await change(world.auth);
    world.requests[0]!.answer(null, { status: 401 });
    expect([reasonOf(await call), world.requests.length]).toEqual(['signed-out', 1]);
  });
});

describe('the session of a call (rules.md#credentials)', () => {
  it('is, for the retry() of collected pages, the session that iterated over them', async () => {
    const { api, auth, requests } = await adas();
    const walk = collect(paginate(api.call, {}, { next: () => null }));
    await flush();
    requests[0]!.answer({});
    const pages = await walk;
    await auth.set({ token: 'Grace' });
    expect([reasonOf(await pages.retry()), requests.length]).toEqual(['signed-out', 1]);
  });

  it('ends before a waiting retry or a queued call is sent as the next user', async () => {
    const onRetry = vi.fn();
    const world = await adas([
      new RetryPlugin({ baseDelay: 50, jitter: false, retryOn: ({ error }) => error !== null, onRetry }),
      new RateLimitPlugin({ concurrency: 1 }),
    ]);
    const retried = world.api.call();
    await flush();
    world.requests[0]!.answer(null, { status: 503 });
    await flush();
    const first = world.api.other();
    await flush();
    const queued = world.api.call({ q: 1 });
    const slow = world.api.call({ q: 2 });
    await flush();
    expect(world.requests).toHaveLength(2);
    await world.auth.set({ token: 'Grace' });
    world.requests[1]!.answer({});
    await vi.advanceTimersByTimeAsync(50);
    expect([await retried, await queued, await slow].map(reasonOf)).toEqual(Array(3).fill('signed-out'));
    expect([(await first).data, world.requests.length, onRetry.mock.calls.length]).toEqual([{}, 2, 1]);
  });

  it('stays the same when a store or a source returns the first credentials', async () => {
    const { source, asked } = heldSource();
    const store = new VariableStore({ token: 'stored', expiresAt: 0, owner: 'ada' });
    const auth = new AuthPlugin(source, { store });
    const { api, requests } = createTestClient({ middleware: [auth] });
    const call = api.call();
    await flush();
    asked[0]!.give({ token: 'A' });
    expect((await call).data).toEqual({ n: 1 });
    expect([requests.map(tokenOf), store.stored?.owner]).toEqual([['Bearer A'], 'ada']);
  });

  it('is the session that the store returns, for a call that waits for the store', async () => {
    const others = otherProcess();
    const { api, requests } = await adas([], { options: others.options });
    others.change({ token: 'Grace', owner: 'grace' });
    const call = api.call();
    await flush();
    requests[0]!.answer({ n: 1 });
    expect([(await call).data, requests.map(tokenOf)]).toEqual([{ n: 1 }, ['Bearer Grace']]);
  });

  it('ends if set() runs while the store is read', async () => {
    const store = new VariableStore({ token: 'stored' });
    const auth = new AuthPlugin(async () => null, { store });
    const { api, requests } = createTestClient({ middleware: [auth] });
    const call = api.call();
    await auth.set({ token: 'Grace' });
    expect([reasonOf(await call), requests]).toEqual(['signed-out', []]);
  });

  it('continues with another token of the same owner, even from another process', async () => {
    const others = otherProcess();
    const { api, requests } = await adas([], { options: others.options });
    const call = api.call();
    await flush();
    others.change({ token: 'Ada again', owner: 'ada' });
    requests[0]!.answer(null, { status: 401 });
    await flush();
    requests[1]!.answer({ n: 1 });
    expect([(await call).data, requests.map(tokenOf)]).toEqual([
      { n: 1 },
      ['Bearer Ada', 'Bearer Ada again'],
    ]);
  });

  it('has a new random owner after each set(), which a refresh inherits', async () => {
    const { source, asked } = heldSource();
    const store = new VariableStore();
    const auth = new AuthPlugin(source, { store });
    await auth.set({ token: 'A' });
    const first = store.stored?.owner;
    await auth.set({ token: 'A' });
    const second = store.stored?.owner;
    const { api, requests } = createTestClient({ middleware: [auth], answers: [401, { n: 2 }] });
    const call = api.call();
    await flush();
    asked[0]!.give({ token: 'B' });
    await call;
    expect([typeof first, first === second, store.stored?.owner === second]).toEqual(['string', false, true]);
    expect(
      JSON.stringify(requests.map(({ url, init }) => [url, [...new Headers(init.headers)]])),
    ).not.toContain(second);
  });
});

describe('a session that another one has replaced (rules.md#credentials)', () => {
  const grace = { token: 'Grace', owner: 'grace' };

  it('ends the refresh that finds the new session in the lock: waiting calls are signed out, and the next call uses the new session', async () => {
    const others = otherProcess();
    const { api, requests, asked } = await adas([], { options: others.options });
    const call = api.call();
    await flush();
    others.store.stored = { ...grace, expiresAt: 0 };
    requests[0]!.answer(null, { status: 401 });
    expect([reasonOf(await call), asked.length]).toEqual(['signed-out', 0]);
    void api.call();
    await flush();
    expect(asked.map(({ stale }) => stale?.token)).toEqual(['Grace']);
  });

  it('signs out only the waiting calls if the refresh finds the new session after it was rejected', async () => {
    const others = otherProcess();
    const onSignedOut = vi.fn();
    const { api, requests, asked } = await adas([], { options: { ...others.options, onSignedOut } });
    const call = api.call();
    await flush();
    requests[0]!.answer(null, { status: 401 });
    await flush();
    others.store.stored = grace;
    asked[0]!.give(null);
    expect([reasonOf(await call), others.store.stored]).toEqual(['signed-out', grace]);
    expect(onSignedOut).not.toHaveBeenCalled();
    void api.call();
    await flush();
    expect(tokenOf(requests.at(-1)!)).toBe('Bearer Grace');
  });

  it("doesn't overwrite the new session with a late refresh", async () => {
    const others = otherProcess();
    const { api, requests, asked } = await adas([], { options: { ...others.options, refreshTimeout: 1000 } });
    const call = api.call();
    await flush();
    requests[0]!.answer(null, { status: 401 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(reasonOf(await call)).toBe('failed');
    others.store.stored = grace;
    asked[0]!.give({ token: 'late' });
    await flush();
    expect(others.store.stored).toEqual(grace);
    void api.call();
    await flush();
    expect(tokenOf(requests.at(-1)!)).toBe('Bearer Grace');
  });
});

describe('a poll that several callers share (rules.md#credentials)', () => {
  let tab: ReturnType<typeof asBrowser>['tab'];
  beforeEach(() => {
    ({ tab } = asBrowser());
  });
  afterEach(asServer);

  it('is not joined by callers of a later session, who receive none of its responses', async () => {
    const { api, auth, requests } = await adas();
    const seen: unknown[][] = [];
    const listen = (who: string) => (result: Result<unknown>) =>
      void seen.push([who, reasonOf(result) ?? result.data]);
    const stops = [
      poll(api.call, {}, listen('1'), { every: 1000 }),
      poll(api.call, {}, listen('2'), { every: 1000 }),
    ];
    await flush();
    requests[0]!.answer('of Ada');
    await flush();
    expect(requests).toHaveLength(1);
    await auth.set({ token: 'Grace' });
    stops.push(poll(api.call, {}, listen('3'), { every: 1000 }));
    await flush();
    expect(requests.map(tokenOf)).toEqual(['Bearer Ada', 'Bearer Grace']);
    requests[1]!.answer('of Grace');
    await vi.advanceTimersByTimeAsync(1000);
    for (const stop of stops) stop();
    expect(seen.filter(([who]) => who === '3')).toEqual([['3', 'of Grace']]);
    expect(seen.filter(([who]) => who !== '3').slice(2)).toEqual([
      ['1', 'signed-out'],
      ['2', 'signed-out'],
    ]);
  });

  it('belongs to the session in which it started, even if the tab is hidden', async () => {
    const { api, auth, requests } = await adas();
    tab.hide();
    const seen: unknown[] = [];
    const stop = poll(api.call, {}, (result) => seen.push(reasonOf(result)), { every: 1000 });
    await flush();
    await auth.set({ token: 'Grace' });
    await tab.show();
    await vi.advanceTimersByTimeAsync(0);
    stop();
    expect({ seen, length: requests.length }).toEqual({ seen: ['signed-out'], length: 0 });
  });

  it('is one poll for callers from before and after the store is read', async () => {
    const store = new VariableStore({ token: 'stored', owner: 'ada' });
    const { api, requests } = createTestClient({
      held: true,
      middleware: [new AuthPlugin(async () => null, { store })],
    });
    const stops = [poll(api.call, {}, () => undefined, { every: 1000 })];
    await flush();
    stops.push(poll(api.call, {}, () => undefined, { every: 1000 }));
    await flush();
    expect(requests).toHaveLength(1);
    for (const stop of stops) stop();
  });
});

describe('share and a cache (rules.md#credentials)', () => {
  it('separate sessions by the token in the key, so that no session gets the response of another', async () => {
    const { api, auth, requests } = await adas([cacheMiddleware()], { endpoint: { share: true } });
    const ada = [api.call(), api.call()];
    await flush();
    await auth.set({ token: 'Grace' });
    const grace = api.call();
    await flush();
    expect(requests.map(tokenOf)).toEqual(['Bearer Ada', 'Bearer Grace']);
    requests[1]!.answer('of Grace');
    requests[0]!.answer('of Ada');
    await vi.advanceTimersByTimeAsync(0);
    expect((await Promise.all([...ada, grace])).map(({ data }) => data)).toEqual([
      'of Ada',
      'of Ada',
      'of Grace',
    ]);
    expect((await api.call()).data).toBe('of Grace');
  });
});
