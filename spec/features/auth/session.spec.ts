import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { AuthError, type AuthOptions, type Credentials } from '../../../lib/entries/auth.js';
import { heldCalls, VariableStore } from '../../support/credentials.js';
import { flush } from '../../support/flush.js';

const MINUTE = 60_000;
const fresh = (token: string, expiresAt?: number): Credentials => ({ token, expiresAt, owner: 'Ada' });
const reasonOf = ({ error }: { error?: unknown }): unknown =>
  error instanceof AuthError ? error.reason : error;

const throwing = (sentence: string) => (): never => {
  throw new Error(sentence);
};

let report: MockInstance<typeof console.error>;
beforeEach(() => {
  report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => report.mockRestore());

/** Like `heldCalls`, but signed in with the credentials of a refresh that has just ended. */
const held = (options?: AuthOptions) => {
  const calls = heldCalls(options);
  const refreshed = async (credentials = fresh('A')): Promise<Credentials> => {
    await calls.begun();
    await calls.give(credentials);
    return credentials;
  };
  return { ...calls, refreshed };
};

describe('the start of a call (rules.md#credentials)', () => {
  it('waits for a refresh if the credentials have expired', async () => {
    const { session, asked, signIn, pass, begun, give } = held();
    const stale = await signIn(MINUTE);
    await pass(MINUTE);
    expect(session.atHand()).toBeUndefined();
    const call = await begun();
    expect(asked[0]!.stale).toEqual(stale);
    await give(fresh('A'));
    expect(call.value).toEqual(fresh('A'));
  });

  it.each([
    ['is not known', undefined],
    ['is null, as from JSON', null],
    ['is not a number', Number.NaN],
  ])('sends credentials whose expiry %s', async (_what, expiresAt) => {
    const { session, asked } = held();
    await session.set({ token: 'T', expiresAt: expiresAt as number });
    expect({ token: session.atHand()?.token, length: asked.length }).toEqual({ token: 'T', length: 0 });
  });

  it('within refreshAhead of the expiry sends the credentials and refreshes in the background', async () => {
    const { session, asked, signIn, pass, give } = held({ refreshAhead: MINUTE });
    await signIn(2 * MINUTE);
    await pass(MINUTE - 1);
    session.atHand();
    await pass(1);
    expect(asked).toHaveLength(0);
    expect(session.atHand()?.token).toBe('T');
    await flush();
    expect({ token: session.atHand()?.token, length: asked.length }).toEqual({ token: 'T', length: 1 });
    await give(fresh('A'));
    expect({ token: session.atHand()?.token, length: asked.length }).toEqual({ token: 'A', length: 1 });
  });

  it('within refreshAhead of a shorter lifetime refreshes after half of that lifetime', async () => {
    const { session, asked, pass, refreshed } = held({ refreshAhead: MINUTE });
    await refreshed(fresh('A', 30_000));
    await pass(15_000);
    session.atHand();
    await pass(1);
    expect(asked).toHaveLength(1);
    session.atHand();
    await flush();
    expect(asked).toHaveLength(2);
  });

  it('is the only reason for a refresh: there are no timers', async () => {
    const { asked, clock, signIn, pass } = held();
    await signIn(MINUTE);
    expect(clock.pending).toBe(0);
    await pass(100 * MINUTE);
    expect(asked).toHaveLength(0);
  });
});

describe('a 401 (rules.md#credentials)', () => {
  it('for old credentials starts a refresh if the current ones have expired', async () => {
    const { session, asked, signIn, pass, begun } = held();
    await signIn(MINUTE);
    await pass(MINUTE);
    await begun(session.instead(fresh('before')));
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['within minInterval of a refresh starts no refresh', undefined, 9999, 1],
    ['after minInterval starts a refresh', undefined, 10_000, 2],
    ['for credentials that expired in flight starts a refresh, also within minInterval', 500, 500, 2],
  ])('%s', async (_what, life, ms, asks) => {
    const { session, asked, pass, refreshed, begun } = held({ minInterval: 10_000 });
    const refused = await refreshed(fresh('A', life));
    await pass(ms);
    const other = await begun(session.instead(refused));
    expect([asked.length, 'value' in other]).toEqual([asks, asks === 1]);
  });

  it('within minInterval joins a refresh that is running', async () => {
    const { session, asked, pass, refreshed, begun, give } = held({ refreshAhead: MINUTE });
    const refused = await refreshed(fresh('A', 9000));
    await pass(5000);
    session.atHand();
    const other = await begun(session.instead(refused));
    await give(fresh('B'), 1);
    expect({ value: other.value, length: asked.length }).toEqual({ value: fresh('B'), length: 2 });
  });
});

describe('a refresh that returns credentials (rules.md#credentials)', () => {
  it('lets all calls continue when they are saved', async () => {
    let saved = (): void => undefined;
    const store = { load: () => undefined, save: () => new Promise<void>((resolve) => (saved = resolve)) };
    const { begun, give } = held({ store });
    const call = await begun();
    await give(fresh('A'));
    expect(call).toEqual({});
    saved();
    await flush();
    expect(call.value).toEqual(fresh('A'));
  });

  it.each<[string, () => unknown]>([
    ['throws', throwing('disk full')],
    ['rejects', () => Promise.reject(new Error('disk full'))],
  ])('reports a store that %s, and uses the credentials', async (_what, save) => {
    const { begun, give } = held({ store: { load: () => undefined, save } });
    const call = await begun();
    await give(fresh('A'));
    expect([call.value, report.mock.calls]).toEqual([fresh('A'), [[new Error('disk full')]]]);
  });
});

describe('a refresh that ends the session (rules.md#credentials)', () => {
  it.each<[string, (world: ReturnType<typeof held>) => Promise<void>]>([
    ['null', ({ give }) => give(null)],
    ['invalid_grant', ({ fail }) => fail({ error: 'invalid_grant' })],
    ['invalid_grant in the cause', ({ fail }) => fail(new Error('x', { cause: { error: 'invalid_grant' } }))],
    ['invalid_grant in the body', ({ fail }) => fail({ kind: 'http', body: { error: 'invalid_grant' } })],
  ])('with %s calls onSignedOut once, and empties the store', async (_what, end) => {
    const onSignedOut = vi.fn();
    const store = new VariableStore();
    const world = held({ onSignedOut, store });
    const call = await world.begun(world.session.instead(await world.signIn()));
    await end(world);
    expect([reasonOf(call), store.stored, store.saved.at(-1)]).toEqual(['rejected', undefined, undefined]);
    await world.session.clear();
    expect([onSignedOut.mock.calls.length, store.saved.length]).toEqual([1, 3]);
  });

  it('uses newer credentials if the store has them by that time', async () => {
    const onSignedOut = vi.fn();
    const store = new VariableStore();
    const { session, signIn, begun, give } = held({ onSignedOut, store });
    const call = await begun(session.instead(await signIn()));
    store.stored = fresh('of another process');
    await give(null);
    expect([call.value, onSignedOut.mock.calls.length]).toEqual([fresh('of another process'), 0]);
    expect(session.atHand()?.token).toBe('of another process');
  });

  it('lets an onSignedOut that signs in again win', async () => {
    const store = new VariableStore();
    const onSignedOut = (): Promise<void> => session.set(fresh('again'));
    const { session, signIn, begun, give } = held({ store, onSignedOut });
    const call = await begun(session.instead(await signIn()));
    await give(null);
    expect(reasonOf(call)).toBe('rejected');
    expect([session.atHand(), store.stored]).toEqual([fresh('again'), fresh('again')]);
  });

  it.each<[string, () => unknown]>([
    ['throws', throwing('mine')],
    ['rejects', () => Promise.reject(new Error('mine'))],
  ])('reports an onSignedOut that %s', async (_what, onSignedOut) => {
    const { session } = held({ onSignedOut });
    await session.clear();
    await flush();
    expect(report.mock.calls).toEqual([[new Error('mine')]]);
  });
});

describe('a refresh that fails (rules.md#credentials)', () => {
  it('gives all waiting calls, and every call for 1 s, one AuthError with the thrown error, and keeps the credentials', async () => {
    const { session, asked, signIn, pass, begun, give, fail } = held();
    const refused = await signIn(10 * MINUTE);
    const calls = [await begun(session.instead(refused)), await begun(session.instead(refused))];
    const thrown = new Error('503');
    await fail(thrown);
    expect(session.atHand()).toEqual(refused);
    await pass(999);
    calls.push(await begun(session.instead(refused)));
    expect(calls.map(reasonOf)).toEqual(['failed', 'failed', 'failed']);
    expect(new Set(calls.map(({ error }) => error)).size).toBe(1);
    expect({ cause: (calls[0]!.error as AuthError).cause, length: asked.length }).toEqual({
      cause: thrown,
      length: 1,
    });
    await pass(1);
    const next = await begun(session.instead(refused));
    await give(fresh('A'), 1);
    expect(next.value).toEqual(fresh('A'));
  });

  it('in the background is not reported to any call', async () => {
    const { session, asked, signIn, pass, fail } = held();
    await signIn(MINUTE);
    session.atHand();
    await flush();
    await fail(new Error('503'));
    expect(session.atHand()?.token).toBe('T');
    await pass(1000);
    session.atHand();
    await flush();
    expect(asked).toHaveLength(2);
  });

  it('because it takes longer than refreshTimeout aborts its signal', async () => {
    const { asked, pass, clock, begun } = held({ refreshTimeout: 2000 });
    const call = await begun();
    await pass(1999);
    expect({ call, aborted: asked[0]!.signal.aborted }).toEqual({ call: {}, aborted: false });
    await pass(1);
    expect([reasonOf(call), asked[0]!.signal.aborted, clock.pending]).toEqual(['failed', true, 0]);
    expect((call.error as AuthError).cause).toMatchObject({
      name: 'TimeoutError',
      message: 'The refresh timed out after 2000 ms.',
    });
  });
});

describe('a refresh that returns after refreshTimeout (rules.md#credentials)', () => {
  const late = async () => {
    const store = new VariableStore();
    const world = held({ refreshTimeout: 2000, store });
    await world.begun();
    await world.pass(2000);
    return { ...world, store };
  };

  it('is kept and saved', async () => {
    const { session, store, give } = await late();
    await give(fresh('late'));
    expect([session.atHand()?.token, store.stored?.token]).toEqual(['late', 'late']);
  });

  it.each<[string, (session: ReturnType<typeof held>['session']) => Promise<void>, unknown]>([
    ['set', (session) => session.set(fresh('mine')), 'mine'],
    ['clear', (session) => session.clear(), undefined],
  ])('is dropped after %s', async (_what, change, token) => {
    const { session, store, give, begun } = await late();
    await change(session);
    await give(fresh('late'));
    expect({ token: store.stored?.token, value: (await begun()).value }).toEqual({
      token,
      value: token && fresh('mine'),
    });
  });

  it('is dropped if another refresh was faster', async () => {
    const { session, pass, begun, give } = await late();
    await pass(1000);
    await begun();
    await give(fresh('B'), 1);
    await give(fresh('late'));
    expect(session.atHand()?.token).toBe('B');
  });

  it('is used before another refresh ends the session', async () => {
    const { pass, begun, give } = await late();
    await pass(1000);
    const second = await begun();
    await give(fresh('late'));
    await give(null, 1);
    expect(second.value).toEqual(fresh('late'));
  });
});

describe('set() and clear() during a refresh (rules.md#credentials)', () => {
  it.each<[string, (session: ReturnType<typeof held>['session']) => Promise<void>, string | undefined]>([
    ['set', (session) => session.set(fresh('mine')), 'mine'],
    ['clear', (session) => session.clear(), undefined],
  ])('%s ends the wait at once, and drops the credentials of the refresh', async (_what, change, token) => {
    const store = new VariableStore();
    const { session, asked, clock, begun, give } = held({ store });
    const call = await begun();
    await change(session);
    await flush();
    expect([reasonOf(call), asked[0]!.signal.aborted, clock.pending]).toEqual(['signed-out', true, 0]);
    await give(fresh('A'));
    expect({ token: store.stored?.token, isRefreshing: session.isRefreshing }).toEqual({
      token,
      isRefreshing: false,
    });
    if (token === undefined) expect(() => session.atHand()).toThrow(AuthError);
  });

  it.each<[string, (world: ReturnType<typeof held>, old: Credentials) => Promise<Credentials | undefined>]>([
    ['whose token was refused', ({ session }, old) => session.instead(old)],
    ['that found it expired', ({ session }) => session.forCall()],
  ])('set() with the same owner: a waiting call %s continues with the new credentials', async (how, wait) => {
    const onSignedOut = vi.fn();
    const store = new VariableStore();
    const world = held({ store, onSignedOut });
    const old = await world.signIn(MINUTE);
    if (how.includes('expired')) await world.pass(MINUTE);
    const call = await world.begun(wait(world, old));
    await world.session.set(fresh('mine'));
    await flush();
    expect({
      value: call.value,
      aborted: world.asked[0]!.signal.aborted,
      pending: world.clock.pending,
    }).toEqual({ value: fresh('mine'), aborted: true, pending: 0 });
    await world.give(fresh('A'));
    expect([world.session.atHand()?.token, store.stored?.token]).toEqual(['mine', 'mine']);
    expect({ calls: onSignedOut.mock.calls, saved: store.saved }).toEqual({
      calls: [],
      saved: ['T', 'mine'],
    });
  });

  it('set() with the same owner and an expired token: a waiting call refreshes that token', async () => {
    const { session, asked, signIn, begun, give } = held();
    const call = await begun(session.instead(await signIn()));
    await session.set(fresh('mine', 0));
    await flush();
    expect([asked.map(({ stale }) => stale?.token), call]).toEqual([['T', 'mine'], {}]);
    await give(fresh('A'), 1);
    expect(call.value).toEqual(fresh('A'));
  });

  it('set() with the same owner drops a refresh that returns after refreshTimeout', async () => {
    const { session, signIn, pass, begun, give } = held({ refreshTimeout: 2000 });
    await begun(session.instead(await signIn()));
    await pass(2000);
    await session.set(fresh('mine'));
    await give(fresh('late'));
    expect(session.atHand()?.token).toBe('mine');
  });

  it('set() ends minInterval and the pause after a failure', async () => {
    const { session, asked, signIn, refreshed, begun, fail } = held();
    await refreshed();
    await session.set(fresh('mine'));
    await begun(session.instead(fresh('mine')));
    expect(asked).toHaveLength(2);
    await fail(new Error('503'), 1);
    await begun(session.instead(await signIn()));
    expect(asked).toHaveLength(3);
  });

  it.each([undefined, 5, {}, { token: '' }])('set() rejects %o with its type', async (given) => {
    await expect(held().session.set(given as never)).rejects.toThrow(
      /^The credentials are .+: set an object with a token\.$/,
    );
  });

  it("a source that signs out and waits for it doesn't wait for itself", async () => {
    const { session, asked, clock, begun } = held({ store: new VariableStore() });
    const call = await begun();
    void session.clear().then(() => asked[0]!.give(null));
    await flush();
    expect([reasonOf(call), clock.pending]).toEqual(['signed-out', 0]);
  });
});

describe('a platform whose signals have no reason, such as React Native', () => {
  const reason = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'reason');
  beforeEach(() => void Reflect.deleteProperty(AbortSignal.prototype, 'reason'));
  afterEach(() => {
    if (reason) Object.defineProperty(AbortSignal.prototype, 'reason', reason);
  });

  it('ends a call that waits for cleared credentials as signed out, and the source receives the same reason', async () => {
    const { session, asked, begun } = held();
    const call = await begun();
    await session.clear();
    await flush();
    expect(reasonOf(call)).toBe('signed-out');
    expect(asked[0]!.signal.reason).toBe(call.error);
  });

  it('tells the source why it is aborted', async () => {
    const { session, asked, begun } = held();
    const stop = new AbortController();
    const call = await begun(session.forCall(undefined, stop.signal));
    stop.abort();
    await flush();
    expect(call.error).toMatchObject({ name: 'AbortError' });
    expect(asked[0]!.signal.reason).toMatchObject({ name: 'AbortError' });
  });
});
