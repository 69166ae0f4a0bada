import { describe, expect, it, jest } from '@jest/globals';
import { AuthError, type Credentials } from '../../../lib/auth.js';
import { heldSession, outcomeOf, queueLock, VariableStore } from '../../support/credentials.js';
import { settleMicrotasks } from '../../support/held-fetch.js';

const fresh = (token: string, expiresAt?: number): Credentials => ({ token, expiresAt, owner: 'Ada' });
const reasonOf = ({ error }: { error?: unknown }): unknown =>
  error instanceof AuthError ? error.reason : error;
const causeOf = ({ error }: { error?: unknown }): unknown => ((error as Error).cause as Error).message;

const silent = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

describe('a store (rules.md#credentials)', () => {
  it('is read before the first call, once, and what it has is sent', async () => {
    const store = new VariableStore(fresh('stored'));
    const load = jest.spyOn(store, 'load');
    const { session, asked } = heldSession({ store });
    expect(session.atHand()).toBeUndefined();
    const calls = await Promise.all([session.forCall(), session.forCall()]);
    expect(calls.map(({ token }) => token)).toEqual(['stored', 'stored']);
    expect([session.atHand()?.token, asked.length, load.mock.calls.length]).toEqual(['stored', 0, 1]);
  });

  it.each([undefined, null, 5, 'token', {}, { token: 5 }])(
    'that has %p has none: the source is asked for the first ones',
    async (stored) => {
      const { session, asked } = heldSession({ store: { load: () => stored as never, save: () => 0 } });
      outcomeOf(session.forCall());
      await settleMicrotasks();
      expect(asked.map(({ stale }) => stale)).toStrictEqual([undefined]);
    },
  );

  it('that fails when it is read is told of, and counts as one that has none', async () => {
    const report = silent();
    const load = (): never => {
      throw new Error('connection lost');
    };
    const { session, asked } = heldSession({ store: { load, save: () => 0 } });
    const call = session.forCall();
    await settleMicrotasks();
    asked[0]!.give(fresh('A'));
    expect((await call).token).toBe('A');
    expect(report).toHaveBeenCalledWith(new Error('connection lost'));
    report.mockRestore();
  });

  it('that fails when the grant was refused: nobody is signed out, and nothing in it changed', async () => {
    const report = silent();
    const store = new VariableStore({ token: 'stored', expiresAt: 0, refreshToken: 'R', owner: 'Ada' });
    const onSignedOut = jest.fn();
    const { session, asked, pass } = heldSession({ store, onSignedOut });
    const first = outcomeOf(session.forCall());
    await settleMicrotasks();
    const load = jest.spyOn(store, 'load').mockImplementation(() => {
      throw new SyntaxError('Unexpected token: "R');
    });
    asked[0]!.give(null);
    await settleMicrotasks();
    expect([reasonOf(first), causeOf(first)]).toEqual(['failed', 'The store could not be read.']);
    expect([onSignedOut.mock.calls, store.saved]).toEqual([[], []]);
    expect(report).toHaveBeenCalledTimes(1);
    // Another process had been faster.
    load.mockRestore();
    store.stored = fresh('newer');
    await pass(1000);
    expect((await session.forCall()).token).toBe('newer');
    report.mockRestore();
  });

  it('that hangs when it is read is waited for as long as a refresh may take', async () => {
    const report = silent();
    const store = { load: () => new Promise<never>(() => undefined), save: () => 0 };
    const { session, asked, pass } = heldSession({ store, refreshTimeout: 1000 });
    const call = outcomeOf(session.forCall());
    await settleMicrotasks();
    await pass(1000);
    await pass(1000);
    asked[0]!.give(fresh('A'));
    await settleMicrotasks();
    expect(call.value).toEqual(fresh('A'));
    report.mockRestore();
  });

  it('has what set gave, and nothing after clear', async () => {
    const store = new VariableStore();
    const { session } = heldSession({ store });
    await session.set(fresh('mine'));
    expect(store.stored).toEqual(fresh('mine'));
    await session.clear();
    expect(store.stored).toBeUndefined();
  });

  it('has in the end what was set last, however slow it is', async () => {
    const store = new VariableStore();
    const { session } = heldSession({ store });
    await Promise.all([session.set(fresh('first')), session.clear(), session.set(fresh('last'))]);
    expect([store.stored?.token, session.atHand()?.token]).toEqual(['last', 'last']);
  });

  it('has in the end what was set last, also where an earlier save takes longer', async () => {
    const store = new VariableStore();
    const slow: (() => void)[] = [];
    const save = async (credentials: Credentials | undefined): Promise<void> => {
      if (slow.length === 0) await new Promise<void>((resolve) => slow.push(resolve));
      await store.save(credentials);
    };
    const { session } = heldSession({ store: { load: () => undefined, save } });
    const saved = [session.set(fresh('first')), session.set(fresh('last'))];
    await settleMicrotasks();
    slow[0]!();
    await Promise.all(saved);
    expect(store.stored?.token).toBe('last');
  });

  it('that is being read when set is called does not take its place', async () => {
    const store = new VariableStore(fresh('stored'));
    const { session } = heldSession({ store });
    const call = outcomeOf(session.forCall());
    void session.set(fresh('mine'));
    await settleMicrotasks();
    expect([reasonOf(call), session.atHand()]).toEqual(['signed-out', fresh('mine')]);
  });
});

describe('rule 2: inside of the lock the store is read first (rules.md#credentials)', () => {
  const expired = fresh('old', 1000);
  const waiting = async () => {
    const store = new VariableStore(expired);
    const shared = queueLock();
    const held = heldSession({ store, lock: shared.lock, refreshAhead: 0 });
    await held.session.forCall();
    await held.pass(1000);
    return { ...held, store, shared };
  };

  it('and another token that has not expired is taken: nobody is asked', async () => {
    const { session, asked, store } = await waiting();
    const call = outcomeOf(session.forCall());
    store.stored = fresh('of another process');
    await settleMicrotasks();
    expect([call.value, asked.length]).toEqual([fresh('of another process'), 0]);
  });

  it('and another one that has expired, too, is what the source gets', async () => {
    const { session, asked, store } = await waiting();
    outcomeOf(session.forCall());
    store.stored = {
      token: 'newer',
      expiresAt: 1000,
      refreshToken: 'the one that still counts',
      owner: 'Ada',
    };
    await settleMicrotasks();
    expect(asked.map(({ stale }) => stale?.refreshToken)).toEqual(['the one that still counts']);
  });

  it('and the lock is held until the new ones are saved', async () => {
    const { session, asked, store, shared } = await waiting();
    outcomeOf(session.forCall());
    await settleMicrotasks();
    const seen: unknown[] = [];
    void shared.lock(async () => seen.push(store.stored?.token));
    await settleMicrotasks();
    expect(seen).toEqual([]);
    asked[0]!.give(fresh('A'));
    await settleMicrotasks();
    expect(seen).toEqual(['A']);
  });

  it('and one that was taken over starts minInterval anew', async () => {
    const { session, asked, store } = await waiting();
    const call = session.forCall();
    store.stored = fresh('of another process');
    expect(await session.instead(await call)).toBeUndefined();
    expect(asked).toHaveLength(0);
  });

  it('and who waits for the lock when set is called asks nobody', async () => {
    const { session, asked, shared, clock } = await waiting();
    let letGo = (): void => undefined;
    void shared.lock(() => new Promise<void>((resolve) => (letGo = resolve)));
    const call = outcomeOf(session.forCall());
    await settleMicrotasks();
    void session.set(fresh('mine'));
    await settleMicrotasks();
    // One timer is that of `set`, which waits to save.
    expect([reasonOf(call), clock.pending]).toEqual(['signed-out', 1]);
    letGo();
    await settleMicrotasks();
    expect([asked.length, clock.pending]).toEqual([0, 0]);
  });

  it('and one that has lost them without a word: the source gets those at hand', async () => {
    const { session, asked, store } = await waiting();
    store.stored = undefined;
    outcomeOf(session.forCall());
    await settleMicrotasks();
    expect(asked.map(({ stale }) => stale)).toEqual([expired]);
  });

  it('and who reads the store once more when clear is called takes nothing of it', async () => {
    const loads: ((credentials: Credentials | undefined) => void)[] = [];
    const store = {
      load: () => new Promise<Credentials | undefined>((resolve) => loads.push(resolve)),
      save: () => undefined,
    };
    const { session, asked } = heldSession({ store });
    await session.set(expired);
    const call = outcomeOf(session.instead(expired));
    await settleMicrotasks();
    loads[0]!(expired);
    await settleMicrotasks();
    asked[0]!.give(null);
    await settleMicrotasks();
    void session.clear();
    loads[1]!(fresh('of another process'));
    await settleMicrotasks();
    expect(reasonOf(call)).toBe('signed-out');
    expect(() => session.atHand()).toThrow(AuthError);
    await session.set(fresh('mine'));
    expect(session.atHand()).toEqual(fresh('mine'));
  });

  it('and who reads the store when clear is called asks nobody', async () => {
    let loaded = (_credentials: Credentials | undefined): void => undefined;
    const store = {
      load: () => new Promise<Credentials | undefined>((resolve) => (loaded = resolve)),
      save: () => undefined,
    };
    const { session, asked } = heldSession({ store });
    await session.set(expired);
    const call = outcomeOf(session.instead(expired));
    await settleMicrotasks();
    void session.clear();
    loaded(expired);
    await settleMicrotasks();
    expect([reasonOf(call), asked.length]).toEqual(['signed-out', 0]);
  });
});

describe('set and clear (rules.md#credentials)', () => {
  it('clear while a refresh in the lock reads the store once more leaves nothing in it', async () => {
    const loads: ((credentials: Credentials | undefined) => void)[] = [];
    const saved: unknown[] = [];
    const store = {
      load: () => new Promise<Credentials | undefined>((resolve) => loads.push(resolve)),
      save: (credentials: Credentials | undefined) => saved.push(credentials?.token),
    };
    const { session, asked } = heldSession({ store, lock: queueLock().lock });
    await session.set(fresh('old'));
    outcomeOf(session.instead(fresh('old')));
    await settleMicrotasks();
    loads[0]!(fresh('old'));
    await settleMicrotasks();
    asked[0]!.give(null);
    await settleMicrotasks();
    const cleared = session.clear();
    loads[1]!(fresh('of another process'));
    await cleared;
    expect(saved).toStrictEqual(['old', undefined]);
  });

  it('save in the lock: a refresh of another process does not bring back who has signed out', async () => {
    const shared = queueLock();
    const store = new VariableStore(fresh('old'));
    const { session } = heldSession({ store, lock: shared.lock });
    let refreshed = (): void => undefined;
    void shared.lock(async () => {
      await new Promise<void>((resolve) => (refreshed = resolve));
      store.stored = fresh('of the refresh');
    });
    const cleared = session.clear();
    await settleMicrotasks();
    expect(() => session.atHand()).toThrow(AuthError);
    refreshed();
    await cleared;
    expect(store.stored).toBeUndefined();
  });

  it('tell the others once they have saved, and so does a refresh', async () => {
    const shared = queueLock();
    const { session, asked } = heldSession({ store: new VariableStore(), lock: shared.lock });
    await session.set(fresh('mine'));
    expect(shared.told.times).toBe(1);
    outcomeOf(session.instead(fresh('mine')));
    await settleMicrotasks();
    asked[0]!.give(fresh('A'));
    await settleMicrotasks();
    expect(shared.told.times).toBe(2);
    await session.clear();
    expect(shared.told.times).toBe(3);
  });
});

describe('others who have changed the store (rules.md#credentials)', () => {
  const sharing = async (stored?: Credentials) => {
    const onSignedOut = jest.fn();
    const shared = queueLock();
    const store = new VariableStore(stored);
    const held = heldSession({ store, lock: shared.lock, onSignedOut });
    if (stored) await held.session.forCall();
    const change = (credentials: Credentials | undefined): void => {
      store.stored = credentials;
      shared.tell();
    };
    return { ...held, store, shared, onSignedOut, change };
  };

  it('are followed by the next call', async () => {
    const { session, change } = await sharing(fresh('old'));
    change(fresh('new'));
    expect((await session.forCall()).token).toBe('new');
  });

  it('are followed at a 401, too', async () => {
    const { session, asked, change } = await sharing(fresh('old'));
    change(fresh('new'));
    expect((await session.instead(fresh('old')))?.token).toBe('new');
    expect(asked).toHaveLength(0);
  });

  it('are followed at a 401 within minInterval', async () => {
    const { session, asked, change } = await sharing(fresh('old'));
    const refreshed = session.instead(fresh('old'));
    await settleMicrotasks();
    asked[0]!.give(fresh('A'));
    await refreshed;
    change(fresh('new'));
    expect((await session.instead(fresh('A')))?.token).toBe('new');
  });

  it('have signed out: so has this one, which leaves the store to them', async () => {
    const { session, store, shared, onSignedOut, change } = await sharing(fresh('old'));
    change(undefined);
    const call = outcomeOf(session.forCall());
    await settleMicrotasks();
    expect([reasonOf(call), onSignedOut.mock.calls.length]).toEqual(['signed-out', 1]);
    expect([store.saved, shared.told.times]).toEqual([[], 0]);
  });

  it('have signed out while this one waits for the lock: nobody is asked', async () => {
    const { session, asked, shared, change } = await sharing(fresh('old'));
    let letGo = (): void => undefined;
    void shared.lock(() => new Promise<void>((resolve) => (letGo = resolve)));
    const call = outcomeOf(session.instead(fresh('old')));
    await settleMicrotasks();
    change(undefined);
    letGo();
    await settleMicrotasks();
    expect([reasonOf(call), asked.length]).toEqual(['rejected', 0]);
  });

  it('have signed in: so has this one', async () => {
    const { session, change } = await sharing(fresh('old'));
    await session.clear();
    change(fresh('new'));
    expect((await session.forCall()).token).toBe('new');
  });

  it('change it again while it is read: the newest counts', async () => {
    const { session, asked, store, change } = await sharing(fresh('old'));
    const slow: ((credentials: Credentials | undefined) => void)[] = [];
    jest.spyOn(store, 'load').mockImplementation((): never => {
      return new Promise((resolve) => slow.push(resolve)) as never;
    });
    change(fresh('new'));
    const call = outcomeOf(session.forCall());
    await settleMicrotasks();
    change(fresh('old'));
    slow[0]!(fresh('new'));
    await settleMicrotasks();
    slow[1]!(fresh('old'));
    await settleMicrotasks();
    expect([call.value, asked.length]).toEqual([fresh('old'), 0]);
  });

  it('and a store that fails then: the session goes on as it was', async () => {
    const report = silent();
    const { session, store, shared, onSignedOut } = await sharing(fresh('old'));
    jest.spyOn(store, 'load').mockImplementation(() => {
      throw new Error('connection lost');
    });
    shared.tell();
    expect((await session.forCall()).token).toBe('old');
    expect(onSignedOut).not.toHaveBeenCalled();
    report.mockRestore();
  });

  it('do not take the place of what a refresh has just got', async () => {
    const { session, asked, shared, store } = await sharing(fresh('old'));
    const refreshed = outcomeOf(session.instead(fresh('old')));
    await settleMicrotasks();
    shared.tell();
    const call = outcomeOf(session.forCall());
    await settleMicrotasks();
    asked[0]!.give(fresh('A'));
    await settleMicrotasks();
    expect([refreshed.value, call.value, store.stored?.token]).toEqual([fresh('A'), fresh('A'), 'A']);
  });
});

describe('a lock without a store (rules.md#credentials)', () => {
  it('is held while the source is asked, and told nothing', async () => {
    const shared = queueLock();
    const { session, asked } = heldSession({ lock: shared.lock });
    const call = session.forCall();
    await settleMicrotasks();
    asked[0]!.give(fresh('A'));
    expect([(await call).token, shared.told.times]).toEqual(['A', 0]);
  });
});

describe('the longest refreshTimeout (rules.md#credentials)', () => {
  it('is no reason to go without the lock at once', async () => {
    const lock = (): Promise<never> => new Promise(() => undefined);
    const { session, clock } = heldSession({ lock, refreshTimeout: Infinity });
    outcomeOf(session.forCall());
    await settleMicrotasks();
    expect(clock.untilNext).toBe(2 ** 31 - 1);
  });
});

describe('a lock that spoils what it can (rules.md#credentials)', () => {
  const broken = (): never => {
    throw new Error('broken');
  };

  it('by its changed and onChange: it is told of, and nothing fails', async () => {
    const report = silent();
    const lock = Object.assign(<T>(task: () => Promise<T>) => task(), { changed: broken, onChange: broken });
    const { session } = heldSession({ store: new VariableStore(), lock });
    await session.set(fresh('mine'));
    await settleMicrotasks();
    expect([session.atHand()?.token, report.mock.calls.length]).toEqual(['mine', 2]);
    report.mockRestore();
  });
});
