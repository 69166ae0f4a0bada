import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { AuthError, type Credentials, type Lock } from '../../../lib/entries/auth.js';
import { heldCalls, queueLock, VariableStore } from '../../support/credentials.js';
import { flush } from '../../support/flush.js';

const fresh = (token: string, expiresAt?: number): Credentials => ({ token, expiresAt, owner: 'Ada' });
const reasonOf = ({ error }: { error?: unknown }): unknown =>
  error instanceof AuthError ? error.reason : error;

let report: MockInstance<typeof console.error>;
beforeEach(() => {
  report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => report.mockRestore());

/** A store whose loads the spec settles by hand. */
const slowStore = () => {
  const loads: ((credentials: Credentials | undefined) => void)[] = [];
  const saved: unknown[] = [];
  return {
    load: () => new Promise<Credentials | undefined>((resolve) => loads.push(resolve)),
    save: (credentials: Credentials | undefined) => saved.push(credentials?.token),
    loads,
    saved,
  };
};

describe('a store (rules.md#credentials)', () => {
  it('is read once before the first call, which sends the stored token', async () => {
    const store = new VariableStore(fresh('stored'));
    const load = vi.spyOn(store, 'load');
    const { session, asked } = heldCalls({ store });
    expect(session.atHand()).toBeUndefined();
    const calls = await Promise.all([session.forCall(), session.forCall()]);
    expect(calls.map(({ token }) => token)).toEqual(['stored', 'stored']);
    expect([session.atHand()?.token, asked.length, load.mock.calls.length]).toEqual(['stored', 0, 1]);
  });

  it.each([undefined, null, 'token', {}, { token: 5 }])(
    'that returns %o is empty, and the source returns the first credentials',
    async (stored) => {
      const { asked, begun } = heldCalls({ store: { load: () => stored as never, save: () => 0 } });
      await begun();
      expect(asked.map(({ stale }) => stale)).toStrictEqual([undefined]);
    },
  );

  it('that fails when it is read is reported, and counts as empty', async () => {
    const load = (): never => {
      throw new Error('connection lost');
    };
    const { begun, give } = heldCalls({ store: { load, save: () => 0 } });
    const call = await begun();
    await give(fresh('A'));
    expect(call.value).toEqual(fresh('A'));
    expect(report).toHaveBeenCalledWith(new Error('connection lost'));
  });

  it('that fails when the refresh was rejected is left unchanged, and the user stays signed in', async () => {
    const store = new VariableStore({ token: 'stored', expiresAt: 0, refreshToken: 'R', owner: 'Ada' });
    const onSignedOut = vi.fn();
    const { session, pass, begun, give } = heldCalls({ store, onSignedOut });
    const first = await begun();
    const load = vi.spyOn(store, 'load').mockImplementation(() => {
      throw new SyntaxError('Unexpected token: "R');
    });
    await give(null);
    expect(first.error).toMatchObject({
      reason: 'failed',
      cause: { message: "The store can't be read." },
    });
    expect({ calls: onSignedOut.mock.calls, saved: store.saved, length: report.mock.calls.length }).toEqual({
      calls: [],
      saved: [],
      length: 1,
    });
    // Another process was faster.
    load.mockRestore();
    store.stored = fresh('newer');
    await pass(1000);
    expect((await session.forCall()).token).toBe('newer');
  });

  it('contains the credentials of set(), and nothing after clear()', async () => {
    const store = new VariableStore();
    const { session } = heldCalls({ store });
    await session.set(fresh('mine'));
    expect(store.stored).toEqual(fresh('mine'));
    await session.clear();
    expect(store.stored).toBeUndefined();
  });

  it('contains the credentials of the latest set(), even if an earlier save takes longer', async () => {
    const store = new VariableStore();
    const slow: (() => void)[] = [];
    const save = async (credentials: Credentials | undefined): Promise<void> => {
      if (slow.length === 0) await new Promise<void>((resolve) => slow.push(resolve));
      await store.save(credentials);
    };
    const { session } = heldCalls({ store: { load: () => undefined, save } });
    const saved = [session.set(fresh('first')), session.clear(), session.set(fresh('last'))];
    await flush();
    slow[0]!();
    await Promise.all(saved);
    expect([store.stored?.token, session.atHand()?.token]).toEqual(['last', 'last']);
  });
});

describe('rule 2: the store is read first in the lock (rules.md#credentials)', () => {
  const expired = fresh('old', 1000);
  const waiting = async () => {
    const store = new VariableStore(expired);
    const shared = queueLock();
    const world = heldCalls({ store, lock: shared.lock, refreshAhead: 0 });
    await world.session.forCall();
    await world.pass(1000);
    return { ...world, store, shared };
  };

  it('and another valid token in it is used without a refresh, and restarts minInterval', async () => {
    const { session, asked, store } = await waiting();
    const call = session.forCall();
    store.stored = fresh('of another process');
    expect(await call).toEqual(fresh('of another process'));
    expect(await session.instead(await call)).toBeUndefined();
    expect(asked).toHaveLength(0);
  });

  it('and the source receives another expired token that is found there', async () => {
    const { session, asked, store, begun } = await waiting();
    const call = session.forCall();
    store.stored = { ...expired, token: 'newer', refreshToken: 'the one that still counts' };
    await begun(call);
    expect(asked.map(({ stale }) => stale?.refreshToken)).toEqual(['the one that still counts']);
  });

  it('and the source receives the credentials in memory if the store has lost them without a notification', async () => {
    const { asked, store, begun } = await waiting();
    store.stored = undefined;
    await begun();
    expect(asked.map(({ stale }) => stale)).toEqual([expired]);
  });

  it('and the lock is kept until the new credentials are saved', async () => {
    const { store, shared, begun, give } = await waiting();
    await begun();
    const seen: unknown[] = [];
    void shared.lock(async () => seen.push(store.stored?.token));
    await flush();
    expect(seen).toEqual([]);
    await give(fresh('A'));
    expect(seen).toEqual(['A']);
  });

  it.each([
    ['another owner: the call is signed out', { token: 'mine', owner: 'Grace' }, 'signed-out'],
    ['the same owner: the call continues with that', fresh('mine'), undefined],
  ])('and a refresh waits for the lock when set() is called with %s', async (_what, given, reason) => {
    const { session, asked, shared, clock, begun } = await waiting();
    let letGo = (): void => undefined;
    void shared.lock(() => new Promise<void>((resolve) => (letGo = resolve)));
    const call = await begun();
    void session.set(given);
    await flush();
    expect([reasonOf(call), call.value]).toEqual([reason, reason ? undefined : given]);
    letGo();
    await flush();
    expect({ length: asked.length, pending: clock.pending }).toEqual({ length: 0, pending: 0 });
  });

  it('and a refresh that was aborted while it waited for the lock calls no source', async () => {
    const { session, asked, shared, begun } = await waiting();
    let letGo = (): void => undefined;
    void shared.lock(() => new Promise<void>((resolve) => (letGo = resolve)));
    const controller = new AbortController();
    await begun(session.forCall(undefined, controller.signal));
    controller.abort();
    await flush();
    letGo();
    await flush();
    expect({ length: asked.length, isRefreshing: session.isRefreshing }).toEqual({
      length: 0,
      isRefreshing: false,
    });
  });

  it('and the source is not called if clear() runs while the store is read', async () => {
    const store = slowStore();
    const { session, asked, begun } = heldCalls({ store });
    await session.set(expired);
    const call = await begun(session.instead(expired));
    void session.clear();
    store.loads[0]!(expired);
    await flush();
    expect([reasonOf(call), asked.length]).toEqual(['signed-out', 0]);
  });

  it('and nothing is used or saved if clear() runs while the store is read again', async () => {
    const store = slowStore();
    const { session, begun, give } = heldCalls({ store, lock: queueLock().lock });
    await session.set(fresh('old'));
    const call = await begun(session.instead(fresh('old')));
    store.loads[0]!(fresh('old'));
    await flush();
    await give(null);
    const cleared = session.clear();
    store.loads[1]!(fresh('of another process'));
    await cleared;
    expect([reasonOf(call), store.saved]).toStrictEqual(['signed-out', ['old', undefined]]);
    expect(() => session.atHand()).toThrow(AuthError);
  });
});

describe('set() and clear() (rules.md#credentials)', () => {
  it("save in the lock, so that a refresh of another process doesn't restore a user who signed out", async () => {
    const shared = queueLock();
    const store = new VariableStore(fresh('old'));
    const { session } = heldCalls({ store, lock: shared.lock });
    let refreshed = (): void => undefined;
    void shared.lock(async () => {
      await new Promise<void>((resolve) => (refreshed = resolve));
      store.stored = fresh('of the refresh');
    });
    const cleared = session.clear();
    await flush();
    expect(() => session.atHand()).toThrow(AuthError);
    refreshed();
    await cleared;
    expect(store.stored).toBeUndefined();
  });

  it('notify the others after the save, as a refresh does', async () => {
    const shared = queueLock();
    const { session, begun, give } = heldCalls({ store: new VariableStore(), lock: shared.lock });
    await session.set(fresh('mine'));
    expect(shared.told.times).toBe(1);
    await begun(session.instead(fresh('mine')));
    await give(fresh('A'));
    expect(shared.told.times).toBe(2);
    await session.clear();
    expect(shared.told.times).toBe(3);
  });
});

describe('other processes that change the store (rules.md#credentials)', () => {
  const sharing = async () => {
    const onSignedOut = vi.fn();
    const shared = queueLock();
    const store = new VariableStore(fresh('old'));
    const world = heldCalls({ store, lock: shared.lock, onSignedOut });
    await world.session.forCall();
    const change = (credentials: Credentials | undefined): void => {
      store.stored = credentials;
      shared.tell();
    };
    return { ...world, store, shared, onSignedOut, change };
  };

  it('affect the next call, also after a 401 within minInterval', async () => {
    const { session, asked, change, begun, give } = await sharing();
    change(fresh('new'));
    expect((await session.forCall()).token).toBe('new');
    await begun(session.instead(fresh('new')));
    await give(fresh('A'));
    change(fresh('newest'));
    expect((await session.instead(fresh('A')))?.token).toBe('newest');
    expect(asked).toHaveLength(1);
  });

  it('sign this session out too, which leaves the store unchanged', async () => {
    const { store, shared, onSignedOut, change, begun } = await sharing();
    change(undefined);
    expect([reasonOf(await begun()), onSignedOut.mock.calls.length]).toEqual(['signed-out', 1]);
    expect({ saved: store.saved, times: shared.told.times }).toEqual({ saved: [], times: 0 });
  });

  it('sign out while this session waits for the lock: the source is not called', async () => {
    const { session, asked, shared, change, begun } = await sharing();
    let letGo = (): void => undefined;
    void shared.lock(() => new Promise<void>((resolve) => (letGo = resolve)));
    const call = await begun(session.instead(fresh('old')));
    change(undefined);
    letGo();
    await flush();
    expect([reasonOf(call), asked.length]).toEqual(['rejected', 0]);
  });

  it('sign this session in too', async () => {
    const { session, change } = await sharing();
    await session.clear();
    change(fresh('new'));
    expect((await session.forCall()).token).toBe('new');
  });

  it('change the store again while it is read: the newest credentials are used', async () => {
    const { asked, store, change, begun } = await sharing();
    const slow = slowStore();
    vi.spyOn(store, 'load').mockImplementation(slow.load as never);
    change(fresh('new'));
    const call = await begun();
    change(fresh('old'));
    for (const [at, token] of ['new', 'old'].entries()) {
      slow.loads[at]!(fresh(token));
      await flush();
    }
    expect({ value: call.value, length: asked.length }).toEqual({ value: fresh('old'), length: 0 });
  });

  it('leave the session unchanged if the store fails after the notification', async () => {
    const { session, store, shared, onSignedOut } = await sharing();
    vi.spyOn(store, 'load').mockRejectedValue(new Error('connection lost'));
    shared.tell();
    expect((await session.forCall()).token).toBe('old');
    expect(onSignedOut).not.toHaveBeenCalled();
  });

  it("sign out, and a refresh that returns after refreshTimeout doesn't revert that", async () => {
    const store = new VariableStore(fresh('old', 0));
    const { pass, begun, give } = heldCalls({ store, refreshTimeout: 2000 });
    await begun();
    await pass(2000);
    store.stored = undefined;
    await give(fresh('late'));
    expect([store.stored, reasonOf(await begun())]).toEqual([undefined, 'signed-out']);
  });

  it("don't replace the credentials of a refresh that has just ended", async () => {
    const { session, shared, store, begun, give } = await sharing();
    const refreshed = await begun(session.instead(fresh('old')));
    shared.tell();
    const call = await begun();
    await give(fresh('A'));
    expect([refreshed.value, call.value, store.stored?.token]).toEqual([fresh('A'), fresh('A'), 'A']);
  });
});

describe('a lock (rules.md#credentials)', () => {
  it('without a store is held while the source is called, and is not notified', async () => {
    const shared = queueLock();
    const { begun, give } = heldCalls({ lock: shared.lock });
    const call = await begun();
    await give(fresh('A'));
    expect({ value: call.value, times: shared.told.times }).toEqual({ value: fresh('A'), times: 0 });
  });

  it('is waited for, even with the longest refreshTimeout', async () => {
    const lock = (): Promise<never> => new Promise(() => undefined);
    const { clock, begun } = heldCalls({ lock, refreshTimeout: Infinity });
    const setTimeout = vi.spyOn(clock, 'setTimeout');
    await begun();
    expect(new Set(setTimeout.mock.calls.map(([, ms]) => ms))).toEqual(new Set([2 ** 31 - 1]));
  });

  it('that throws in changed and onChange is reported, and nothing fails', async () => {
    const broken = (): never => {
      throw new Error('broken');
    };
    const lock = Object.assign(<T>(task: () => Promise<T>) => task(), { changed: broken, onChange: broken });
    const { session } = heldCalls({ store: new VariableStore(), lock });
    await session.set(fresh('mine'));
    await flush();
    expect({ token: session.atHand()?.token, length: report.mock.calls.length }).toEqual({
      token: 'mine',
      length: 2,
    });
  });

  it.each<[string, () => Lock]>([
    [
      "doesn't catch the error of its task",
      () => {
        let last: Promise<unknown> = Promise.resolve();
        return (task) => {
          const turn = last.then(task);
          last = turn.finally(() => undefined);
          return turn;
        };
      },
    ],
    ["doesn't wait for its task", () => (task) => void task() as never],
  ])('that %s leaves no unhandled rejection if a refresh fails', async (_what, makeLock) => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { begun, fail } = heldCalls({ lock: makeLock() });
    const call = await begun();
    await fail(new Error('offline'));
    await flush();
    process.off('unhandledRejection', unhandled);
    expect([reasonOf(call), unhandled.mock.calls]).toEqual(['failed', []]);
  });
});
