import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { AuthError, type AuthOptions, AuthPlugin, type Credentials } from '../../../lib/entries/auth.js';
import { createTestClient } from '../../support/client.js';
import {
  heldCalls,
  heldSource,
  HeldStore,
  queueLock,
  tokenOf,
  VariableStore,
} from '../../support/credentials.js';
import { flush } from '../../support/flush.js';

const bob: Credentials = { token: 'Bob', owner: 'bob', refreshToken: "Bob's" };
const ada: Credentials = { token: 'Ada', owner: 'ada', refreshToken: "Ada's" };
const grace: Credentials = { token: 'Grace', owner: 'grace' };

const reasonOf = ({ error }: { error?: unknown }): unknown =>
  error instanceof AuthError ? error.reason : error;

let report: MockInstance<typeof console.error>;
beforeEach(() => {
  report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => report.mockRestore());

/** Bob is signed in, in a store that is shared with others and whose saves the spec settles by hand. */
const bobs = async (options: AuthOptions = {}) => {
  const store = new HeldStore(bob);
  const shared = queueLock();
  const world = heldCalls({ store, lock: shared.lock, refreshTimeout: 2000, ...options });
  await world.session.forCall();
  const set = async (credentials: Credentials) => {
    const setting = world.begun(world.session.set(credentials));
    return setting;
  };
  /** The token that the next call is sent with, or why it is not sent. */
  const next = async (): Promise<unknown> => {
    const call = await world.begun();
    return (call.value as Credentials | undefined)?.token ?? reasonOf(call);
  };
  return { ...world, store, shared, set, next };
};

describe('set(), while its save is pending (rules.md#credentials)', () => {
  it('wins over the content of the store when a refresh starts, without a lock', async () => {
    const { session, asked, begun, give, set, next, store } = await bobs({ lock: undefined });
    await set(ada);
    const call = await begun(session.instead(ada));
    expect([asked.map(({ stale }) => stale), call]).toEqual([[ada], {}]);
    await give({ token: 'Ada 2' });
    await store.saves[0]!.land();
    await store.saves[1]!.land();
    expect([call.value, await next(), store.stored?.token]).toEqual([
      { token: 'Ada 2', owner: 'ada' },
      'Ada 2',
      'Ada 2',
    ]);
  });

  it('wins if the lock is skipped because another process hangs with it', async () => {
    const { session, asked, shared, pass, begun, set } = await bobs();
    void shared.lock(() => new Promise(() => undefined));
    await set(ada);
    await begun(session.instead(ada));
    await pass(7000);
    expect(asked.map(({ stale }) => stale)).toEqual([ada]);
  });

  it('wins over a load that started before', async () => {
    const { store, shared, begun, next, set } = await bobs();
    let load = (_credentials: Credentials): void => undefined;
    vi.spyOn(store, 'load').mockImplementationOnce(() => new Promise((resolve) => (load = resolve)));
    shared.tell();
    const call = await begun();
    await set(ada);
    load(bob);
    await flush();
    expect([reasonOf(call), await next()]).toEqual(['signed-out', 'Ada']);
    await store.saves[0]!.land();
    expect(await next()).toBe('Ada');
  });

  it('wins over a refresh that reads the store', async () => {
    const { session, store, asked, begun, next, set } = await bobs();
    let load = (_credentials: Credentials): void => undefined;
    vi.spyOn(store, 'load').mockImplementationOnce(() => new Promise((resolve) => (load = resolve)));
    const call = await begun(session.instead(bob));
    await set(ada);
    load({ ...bob, token: 'Bob 2' });
    await flush();
    expect([reasonOf(call), await next(), asked.length]).toEqual(['signed-out', 'Ada', 0]);
  });

  it('wins over a refresh that saves, also between the two saves', async () => {
    const { session, store, shared, begun, give, next, set } = await bobs({ lock: undefined });
    const call = await begun(session.instead(bob));
    await give({ token: 'Bob 2' });
    await set(ada);
    await store.saves[0]!.land();
    expect([store.stored?.token, store.saves[1]?.token]).toEqual(['Bob 2', 'Ada']);
    await begun(session.instead(ada));
    expect([reasonOf(call), await next(), shared.told.times]).toEqual(['signed-out', 'Ada', 0]);
  });

  it('wins over notifications of others about the store in the meantime', async () => {
    const { store, shared, next, set } = await bobs();
    await set(ada);
    shared.tell();
    expect(await next()).toBe('Ada');
    await store.saves[0]!.land();
    shared.tell();
    expect(await next()).toBe('Ada');
    // From now on, the store contains the latest save.
    store.stored = grace;
    shared.tell();
    expect(await next()).toBe('Grace');
  });

  it('wins over a late refresh that reads the store', async () => {
    const { session, store, pass, begun, give, next, set } = await bobs({ lock: undefined });
    await begun(session.instead(bob));
    await pass(2000);
    let load = (_credentials: Credentials): void => undefined;
    vi.spyOn(store, 'load').mockImplementationOnce(() => new Promise((resolve) => (load = resolve)));
    await give({ token: 'Bob 2' });
    await set(ada);
    await store.saves[0]!.land();
    load({ ...bob, token: 'Bob 3' });
    await flush();
    expect([await next(), store.stored]).toEqual(['Ada', ada]);
    expect(store.saves.map(({ token }) => token)).toEqual(['Ada', 'Ada']);
  });

  it('applies to a call and to its repetition after a 401', async () => {
    const store = new HeldStore(bob);
    const { source, asked } = heldSource();
    const auth = new AuthPlugin(source, { store });
    const { api, requests } = createTestClient({
      middleware: [auth],
      answers: [{ n: 1 }, 401, { n: 3 }],
      endpoints: ['call', 'other'],
      endpoint: { method: 'POST' },
    });
    await api.call();
    void auth.set(ada);
    const payment = api.other({ amount: 10 });
    await flush();
    asked[0]!.give({ token: 'Ada 2' });
    await flush();
    await store.saves[0]!.land();
    await store.saves[1]!.land();
    expect([(await payment).data, requests.map(tokenOf)]).toEqual([
      { n: 3 },
      ['Bearer Bob', 'Bearer Ada', 'Bearer Ada 2'],
    ]);
  });
});

describe('two calls of set() (rules.md#credentials)', () => {
  it('leave the second one in the store, even if the first save settles after the second', async () => {
    const { session, store, asked, pass, begun, next, set } = await bobs();
    await set(ada);
    await set(grace);
    // Longer than refreshTimeout: the second save starts before the first is done.
    await pass(2000);
    await store.saves[1]!.land();
    await store.saves[0]!.land();
    expect([store.stored?.token, await next()]).toEqual(['Ada', 'Grace']);
    await begun(session.instead(grace));
    expect(asked).toEqual([]);
    await store.saves[2]!.land();
    expect({ stored: store.stored, length: store.saves.length }).toEqual({ stored: grace, length: 3 });
    expect(asked.map(({ stale }) => stale)).toEqual([grace]);
  });

  it('leave the second one in the store without a pause between them too', async () => {
    const { store, set } = await bobs({ lock: undefined });
    await Promise.all([set(ada), set(grace)]);
    await store.saves[0]!.land();
    expect({ length: store.saves.length, token: store.saves.at(-1)?.token }).toEqual({
      length: 1,
      token: 'Grace',
    });
  });
});

describe('clear(), while its save is pending (rules.md#credentials)', () => {
  it('wins over the content of the store', async () => {
    const { session, store, shared, begun, next } = await bobs();
    const cleared = await begun(session.clear());
    shared.tell();
    expect(await next()).toBe('signed-out');
    await store.saves[0]!.land();
    shared.tell();
    expect([await next(), 'value' in cleared]).toEqual(['signed-out', true]);
  });

  it('wins when the session ends by itself too', async () => {
    const { session, store, shared, begun, give, next } = await bobs();
    const call = await begun(session.instead(bob));
    await give(null);
    expect([reasonOf(call), store.saves.map(({ token }) => token)]).toEqual(['rejected', [undefined]]);
    shared.tell();
    expect(await next()).toBe('signed-out');
  });
});

describe('saves that wait for a save that hangs (rules.md#credentials)', () => {
  it('are combined into one, so that a call waits for one save at most', async () => {
    const { session, store, begun, give, pass, set } = await bobs({ lock: undefined });
    for (let token = 1; token <= 5; token += 1) await set({ ...ada, token: `Ada ${token}` });
    const call = await begun(session.instead({ token: 'Ada 5' }));
    await give({ token: 'Ada 6' });
    await pass(2000);
    expect([store.saves.map(({ token }) => token), call.value]).toEqual([['Ada 1', 'Ada 6'], undefined]);
    await pass(2000);
    expect(call.value).toMatchObject({ token: 'Ada 6' });
  });
});

describe('a save that fails (rules.md#credentials)', () => {
  it.each<[string, (save: { fail(): Promise<void> }, pass: (ms: number) => Promise<void>) => Promise<void>]>([
    ['rejects', (save) => save.fail()],
    ['takes longer than refreshTimeout', (_save, pass) => pass(2000)],
  ])('because the store %s keeps the credentials of set() for every later refresh', async (_what, end) => {
    const { session, store, asked, begun, give, pass, next, set } = await bobs();
    await set(ada);
    await end(store.saves[0]!, pass);
    expect(await next()).toBe('Ada');
    await begun(session.instead(ada));
    await give({ token: 'Ada 2', refreshToken: 'r2' });
    await end(store.saves[1]!, pass);
    await pass(10_000);
    await begun(session.instead({ token: 'Ada 2' }));
    expect(asked.map(({ stale }) => stale?.token)).toEqual(['Ada', 'Ada 2']);
    await give(null, 1);
    expect([await next(), store.stored]).toEqual(['signed-out', bob]);
  });

  it('is forgotten after a later save has succeeded, and the store is read again', async () => {
    const { session, store, begun, give, pass, set } = await bobs();
    await set(ada);
    await store.saves[0]!.fail();
    await begun(session.instead(ada));
    await give({ token: 'Ada 2' });
    await store.saves[1]!.land();
    await pass(10_000);
    store.stored = { token: 'of another process', owner: 'ada' };
    const call = await begun(session.instead({ token: 'Ada 2' }));
    expect(call.value).toEqual(store.stored);
  });

  it.each<[string, (world: Awaited<ReturnType<typeof bobs>>) => unknown, string]>([
    ['set', ({ set }) => set(ada), 'Grace'],
    ['clear', ({ session }) => session.clear(), 'Grace'],
  ])('of %s is forgotten after a notification that the store has changed', async (_what, change, token) => {
    const world = await bobs();
    void change(world);
    await flush();
    await world.store.saves[0]!.fail();
    world.store.stored = grace;
    world.shared.tell();
    expect(await world.next()).toBe(token);
  });

  it('in a refresh leaves the store in control, as another process might have been faster', async () => {
    const { session, store, begun, give, pass } = await bobs();
    await begun(session.instead(bob));
    await give({ token: 'Bob 2' });
    await store.saves[0]!.fail();
    await pass(10_000);
    store.stored = { token: 'Bob 3', owner: 'bob' };
    expect((await begun(session.instead({ token: 'Bob 2' }))).value).toEqual(store.stored);
  });

  it('in a refresh never restores the credentials that it replaced, for any number of failures', async () => {
    const { session, store, asked, begun, give, pass, shared, next } = await bobs();
    for (const n of [2, 3]) {
      await begun(session.instead({ token: store.saves.at(-1)?.token ?? 'Bob' }));
      await give({ token: `Bob ${n}`, refreshToken: `r${n}` }, n - 2);
      await store.saves.at(-1)!.fail();
      await pass(10_000);
    }
    shared.tell();
    expect(await next()).toBe('Bob 3');
    await begun(session.instead({ token: 'Bob 3' }));
    expect([asked.map(({ stale }) => stale?.refreshToken), store.stored]).toEqual([
      ["Bob's", 'r2', 'r3'],
      bob,
    ]);
  });

  it('in a refresh never restores credentials from another process that it replaced', async () => {
    const { session, store, asked, begun, give, pass } = await bobs();
    await begun(session.instead(bob));
    await give({ token: 'Bob 2', refreshToken: 'r2' });
    await store.saves[0]!.fail();
    await pass(10_000);
    store.stored = { token: 'Bob 3', owner: 'bob', refreshToken: 'r3' };
    await begun(session.instead({ token: 'Bob 2' }));
    await pass(10_000);
    await begun(session.instead({ token: 'Bob 3' }));
    await give({ token: 'Bob 4', refreshToken: 'r4' }, 1);
    await store.saves[1]!.fail();
    await pass(10_000);
    await begun(session.instead({ token: 'Bob 4' }));
    expect(asked.map(({ stale }) => stale?.refreshToken)).toEqual(["Bob's", 'r3', 'r4']);
  });
});

describe('a late refresh, while its save is pending (rules.md#credentials)', () => {
  it('is not replaced by the content of the store, as the next refresh waits for the save', async () => {
    const { session, store, asked, pass, begun, give } = await bobs({ lock: undefined });
    await begun(session.instead(bob));
    await pass(2000);
    await give({ token: 'late', refreshToken: 'r2' });
    await pass(1000);
    await begun(session.instead({ token: 'late' }));
    await store.saves[0]!.land();
    expect(asked.map(({ stale }) => stale?.refreshToken)).toEqual(["Bob's", 'r2']);
  });
});

describe('the save of a late refresh (rules.md#credentials)', () => {
  it.each<[string, (save: HeldStore['saves'][number]) => Promise<void>]>([
    ['lands', (save) => save.land()],
    ['fails', (save) => save.fail()],
  ])('counts as refreshing until it %s, so that the session is not evicted', async (_what, end) => {
    const { session, store, pass, begun, give } = await bobs();
    await begun(session.instead(bob));
    await pass(2000);
    await give({ token: 'late', refreshToken: 'r2' });
    expect(session.isRefreshing).toBe(true);
    await end(store.saves[0]!);
    expect(session.isRefreshing).toBe(false);
  });
});

describe('a store that saves in time (rules.md#credentials)', () => {
  it('is read by a refresh after the save of set() is done', async () => {
    const store = new VariableStore(bob);
    const { session, begun } = heldCalls({ store });
    await session.set(ada);
    store.stored = { ...ada, token: 'of another process' };
    expect((await begun(session.instead(ada))).value).toEqual(store.stored);
  });
});
