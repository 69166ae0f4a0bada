import { describe, expect, it, jest } from '@jest/globals';
import { AuthError, type Credentials } from '../../../lib/auth.js';
import { heldSession, outcomeOf, VariableStore } from '../../support/credentials.js';
import { settleMicrotasks } from '../../support/held-fetch.js';

const MINUTE = 60_000;
const fresh = (token: string, expiresAt?: number): Credentials => ({ token, expiresAt, owner: 'Ada' });
const reasonOf = ({ error }: { error?: unknown }): unknown =>
  error instanceof AuthError ? error.reason : error;

describe('a call begins (rules.md#credentials)', () => {
  it('without credentials: it waits for the refresh, which it starts', async () => {
    const { session, asked } = heldSession();
    const call = session.forCall();
    await settleMicrotasks();
    expect(asked.map(({ stale }) => stale)).toStrictEqual([undefined]);
    asked[0]!.give(fresh('A'));
    expect(await call).toEqual(fresh('A'));
  });

  it('with expired ones: it waits, and the source gets them', async () => {
    const { session, asked, signIn, pass } = heldSession();
    const stale = await signIn(MINUTE);
    await pass(MINUTE);
    expect(session.atHand()).toBeUndefined();
    const call = session.forCall();
    await settleMicrotasks();
    expect(asked[0]!.stale).toEqual(stale);
    asked[0]!.give(fresh('A'));
    expect((await call).token).toBe('A');
  });

  it('while a refresh runs: it joins', async () => {
    const { session, asked } = heldSession();
    const calls = Array.from({ length: 100 }, () => session.forCall());
    await settleMicrotasks();
    expect([asked.length, session.isRefreshing]).toEqual([1, true]);
    asked[0]!.give(fresh('A'));
    expect(new Set(await Promise.all(calls)).size).toBe(1);
    expect(session.isRefreshing).toBe(false);
  });

  it('with fresh ones: it sends them, and asks nobody', async () => {
    const { session, asked, signIn } = heldSession();
    const credentials = await signIn(10 * MINUTE);
    expect([session.atHand(), await session.forCall()]).toEqual([credentials, credentials]);
    expect(asked).toHaveLength(0);
  });

  it.each([
    ['that nobody knows the end of', undefined],
    ['that JSON has made null', null],
    ['that is no number', Number.NaN],
  ])('with an expiry %s: it sends them', async (_what, expiresAt) => {
    const { session, asked } = heldSession();
    await session.set({ token: 'T', expiresAt: expiresAt as number });
    expect([session.atHand()?.token, asked.length]).toEqual(['T', 0]);
  });

  it('within refreshAhead of the expiry: it sends them, and refreshes in the background', async () => {
    const { session, asked, signIn, pass } = heldSession({ refreshAhead: MINUTE });
    await signIn(2 * MINUTE);
    await pass(MINUTE - 1);
    session.atHand();
    await settleMicrotasks();
    expect(asked).toHaveLength(0);
    await pass(1);
    expect(session.atHand()?.token).toBe('T');
    await settleMicrotasks();
    expect(asked).toHaveLength(1);
    expect(session.atHand()?.token).toBe('T');
    asked[0]!.give(fresh('A'));
    await settleMicrotasks();
    expect([session.atHand()?.token, asked.length]).toEqual(['A', 1]);
  });

  it('within refreshAhead of credentials that live no longer: it leaves them half of their life', async () => {
    const { session, asked, pass } = heldSession({ refreshAhead: MINUTE });
    const call = session.forCall();
    await settleMicrotasks();
    asked[0]!.give(fresh('A', 30_000));
    await call;
    await pass(15_000);
    session.atHand();
    await settleMicrotasks();
    expect(asked).toHaveLength(1);
    await pass(1);
    session.atHand();
    await settleMicrotasks();
    expect(asked).toHaveLength(2);
  });

  it('when nobody is signed in: it fails, and asks nobody', async () => {
    const { session, asked } = heldSession();
    await session.clear();
    expect(() => session.atHand()).toThrow(new AuthError('signed-out'));
    expect(reasonOf(await outcomeSettled(session.forCall()))).toBe('signed-out');
    expect(asked).toHaveLength(0);
  });
});

const outcomeSettled = async (work: Promise<unknown>) => {
  const outcome = outcomeOf(work);
  await settleMicrotasks();
  return outcome;
};

describe('a 401 for credentials (rules.md#credentials)', () => {
  it('that are current: starts a refresh, which all others join', async () => {
    const { session, asked, signIn } = heldSession();
    const refused = await signIn();
    const others = [session.instead(refused), session.instead(refused), session.instead(refused)];
    await settleMicrotasks();
    expect(asked).toHaveLength(1);
    asked[0]!.give(fresh('A'));
    expect((await Promise.all(others)).map((other) => other?.token)).toEqual(['A', 'A', 'A']);
  });

  it('that are old: gives the current ones, and asks nobody', async () => {
    const { session, asked, signIn } = heldSession();
    await signIn();
    expect((await session.instead(fresh('before')))?.token).toBe('T');
    expect(asked).toHaveLength(0);
  });

  it('that are old, where the current ones have expired: asks for others', async () => {
    const { session, asked, signIn, pass } = heldSession();
    await signIn(MINUTE);
    await pass(MINUTE);
    void session.instead(fresh('before'));
    await settleMicrotasks();
    expect(asked).toHaveLength(1);
  });

  it('within minInterval of a refresh: asks nobody, and gives none', async () => {
    const { session, asked, pass } = heldSession({ minInterval: 10_000 });
    const call = session.forCall();
    await settleMicrotasks();
    asked[0]!.give(fresh('A'));
    const refused = await call;
    await pass(9999);
    expect(await session.instead(refused)).toBeUndefined();
    expect(asked).toHaveLength(1);
    await pass(1);
    void session.instead(refused);
    await settleMicrotasks();
    expect(asked).toHaveLength(2);
  });

  it('that have expired on their way: asks for others, within minInterval, too', async () => {
    const { session, asked, pass } = heldSession();
    const call = session.forCall();
    await settleMicrotasks();
    asked[0]!.give(fresh('A', 500));
    const refused = await call;
    await pass(500);
    void session.instead(refused);
    await settleMicrotasks();
    expect(asked).toHaveLength(2);
  });

  it('within minInterval, while a refresh runs all the same: joins it', async () => {
    const { session, asked, pass } = heldSession({ refreshAhead: 60_000 });
    const call = session.forCall();
    await settleMicrotasks();
    asked[0]!.give(fresh('A', 9000));
    const refused = await call;
    await pass(5000);
    session.atHand();
    const other = session.instead(refused);
    await settleMicrotasks();
    asked[1]!.give(fresh('B'));
    expect([(await other)?.token, asked.length]).toEqual(['B', 2]);
  });

  it('when nobody is signed in by now: fails', async () => {
    const { session, asked, signIn } = heldSession();
    const refused = await signIn();
    await session.clear();
    expect(reasonOf(await outcomeSettled(session.instead(refused)))).toBe('signed-out');
    expect(asked).toHaveLength(0);
  });
});

describe('the refresh ends with credentials (rules.md#credentials)', () => {
  it('and all go on when they are saved', async () => {
    let saved = (): void => undefined;
    const store = { load: () => undefined, save: () => new Promise<void>((resolve) => (saved = resolve)) };
    const { session, asked } = heldSession({ store });
    const call = outcomeOf(session.forCall());
    await settleMicrotasks();
    asked[0]!.give(fresh('A'));
    await settleMicrotasks();
    expect(call).toEqual({});
    saved();
    await settleMicrotasks();
    expect(call.value).toEqual(fresh('A'));
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
  ])('and a store that %s is told of; they are used all the same', async (_what, save) => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { session, asked } = heldSession({ store: { load: () => undefined, save } });
    const call = session.forCall();
    await settleMicrotasks();
    asked[0]!.give(fresh('A'));
    expect((await call).token).toBe('A');
    expect(report.mock.calls).toEqual([[new Error('disk full')]]);
    report.mockRestore();
  });

  it('and a store that hangs is waited for as long as a refresh may take', async () => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const store = { load: () => undefined, save: () => new Promise(() => undefined) };
    const { session, asked, pass, clock } = heldSession({ store, refreshTimeout: 5000 });
    const call = outcomeOf(session.forCall());
    await settleMicrotasks();
    asked[0]!.give(fresh('A'));
    await settleMicrotasks();
    await pass(5000);
    expect([call.value, clock.pending, report.mock.calls.length]).toEqual([fresh('A'), 0, 1]);
    report.mockRestore();
  });
});

describe('the refresh ends with the session (rules.md#credentials)', () => {
  const ends: [string, (refresh: { give(c: unknown): void; fail(t: unknown): void }) => void][] = [
    ['null', ({ give }) => give(null)],
    ['invalid_grant', ({ fail }) => fail(Object.assign(new Error('x'), { error: 'invalid_grant' }))],
  ];

  it.each(ends)('by %s: all who waited get one AuthError, and later calls another', async (_what, end) => {
    const { session, asked, signIn } = heldSession();
    const refused = await signIn();
    const calls = [session.instead(refused), session.instead(refused)].map(outcomeOf);
    await settleMicrotasks();
    end(asked[0]!);
    await settleMicrotasks();
    expect(calls.map(reasonOf)).toEqual(['rejected', 'rejected']);
    expect(calls[0]!.error).toBe(calls[1]!.error);
    expect(reasonOf(await outcomeSettled(session.forCall()))).toBe('signed-out');
  });

  it.each(ends)('by %s: onSignedOut is called once, and the store emptied', async (_what, end) => {
    const onSignedOut = jest.fn();
    const store = new VariableStore();
    const { session, asked, signIn } = heldSession({ onSignedOut, store });
    const refused = await signIn();
    const call = outcomeOf(session.instead(refused));
    await settleMicrotasks();
    end(asked[0]!);
    await settleMicrotasks();
    expect([reasonOf(call), store.stored, store.saved.at(-1)]).toEqual(['rejected', undefined, undefined]);
    await session.clear();
    expect([onSignedOut.mock.calls.length, store.saved.length]).toEqual([1, 3]);
  });

  it('unless the store has newer ones by then, which are taken', async () => {
    const onSignedOut = jest.fn();
    const store = new VariableStore();
    const { session, asked, signIn } = heldSession({ onSignedOut, store });
    const refused = await signIn();
    const call = outcomeOf(session.instead(refused));
    await settleMicrotasks();
    store.stored = fresh('of another process');
    asked[0]!.give(null);
    await settleMicrotasks();
    expect([call.value, onSignedOut.mock.calls.length]).toEqual([fresh('of another process'), 0]);
    expect(session.atHand()?.token).toBe('of another process');
  });

  it('and an onSignedOut that signs in again has the last word', async () => {
    const store = new VariableStore();
    const { session, asked, signIn } = heldSession({
      store,
      onSignedOut: () => session.set(fresh('again')),
    });
    const refused = await signIn();
    const call = outcomeOf(session.instead(refused));
    await settleMicrotasks();
    asked[0]!.give(null);
    await settleMicrotasks();
    expect(reasonOf(call)).toBe('rejected');
    expect([session.atHand(), store.stored]).toEqual([fresh('again'), fresh('again')]);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
    ],
    ['rejects', () => Promise.reject(new Error('mine'))],
  ])('and an onSignedOut that %s is told of', async (_what, onSignedOut) => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { session } = heldSession({ onSignedOut });
    await session.clear();
    await settleMicrotasks();
    expect(report.mock.calls).toEqual([[new Error('mine')]]);
    report.mockRestore();
  });
});

describe('the refresh fails (rules.md#credentials)', () => {
  it('and all who waited get one AuthError with what was thrown; the credentials stay', async () => {
    const { session, asked, signIn } = heldSession();
    const refused = await signIn(10 * MINUTE);
    const calls = [session.instead(refused), session.instead(refused)].map(outcomeOf);
    await settleMicrotasks();
    const thrown = new Error('503');
    asked[0]!.fail(thrown);
    await settleMicrotasks();
    expect(calls.map(reasonOf)).toEqual(['failed', 'failed']);
    expect(calls[0]!.error).toBe(calls[1]!.error);
    expect((calls[0]!.error as AuthError).cause).toBe(thrown);
    expect(session.atHand()).toEqual(refused);
  });

  it('and for 1 s every call gets that error, and then tries again', async () => {
    const { session, asked, pass } = heldSession();
    const first = outcomeOf(session.forCall());
    await settleMicrotasks();
    asked[0]!.fail(new Error('503'));
    await settleMicrotasks();
    await pass(999);
    const second = await outcomeSettled(session.forCall());
    expect([second.error === first.error, asked.length]).toEqual([true, 1]);
    await pass(1);
    const third = outcomeOf(session.forCall());
    await settleMicrotasks();
    asked[1]!.give(fresh('A'));
    await settleMicrotasks();
    expect(third.value).toEqual(fresh('A'));
  });

  it('in the background, and nobody hears of it', async () => {
    const { session, asked, signIn, pass } = heldSession();
    await signIn(MINUTE);
    session.atHand();
    await settleMicrotasks();
    asked[0]!.fail(new Error('503'));
    await pass(0);
    expect(session.atHand()?.token).toBe('T');
    await pass(1000);
    session.atHand();
    await settleMicrotasks();
    expect(asked).toHaveLength(2);
  });

  it('when it takes longer than refreshTimeout, and its signal aborts', async () => {
    const { session, asked, pass, clock } = heldSession({ refreshTimeout: 2000 });
    const call = outcomeOf(session.forCall());
    await settleMicrotasks();
    await pass(1999);
    expect([call, asked[0]!.signal.aborted]).toEqual([{}, false]);
    await pass(1);
    expect([reasonOf(call), asked[0]!.signal.aborted, clock.pending]).toEqual(['failed', true, 0]);
    expect((call.error as AuthError).cause).toMatchObject({
      name: 'TimeoutError',
      message: 'The refresh took longer than 2000 ms.',
    });
  });

  it('late, and what comes after all is kept and saved', async () => {
    const store = new VariableStore();
    const { session, asked, pass } = heldSession({ refreshTimeout: 2000, store });
    outcomeOf(session.forCall());
    await settleMicrotasks();
    await pass(2000);
    asked[0]!.give(fresh('late'));
    await settleMicrotasks();
    expect([session.atHand()?.token, store.stored?.token]).toEqual(['late', 'late']);
  });

  it.each<[string, (session: ReturnType<typeof heldSession>['session']) => Promise<void>, unknown]>([
    ['set', (session) => session.set(fresh('mine')), 'mine'],
    ['clear', (session) => session.clear(), undefined],
  ])('late, and is dropped after %s', async (_what, change, token) => {
    const store = new VariableStore();
    const { session, asked, pass } = heldSession({ refreshTimeout: 2000, store });
    outcomeOf(session.forCall());
    await settleMicrotasks();
    await pass(2000);
    await change(session);
    asked[0]!.give(fresh('late'));
    await settleMicrotasks();
    expect(store.stored?.token).toBe(token);
    expect((await outcomeSettled(session.forCall())).value).toEqual(token && fresh('mine'));
  });

  it('late, and is dropped when another one was faster', async () => {
    const { session, asked, pass } = heldSession({ refreshTimeout: 2000 });
    outcomeOf(session.forCall());
    await settleMicrotasks();
    await pass(2000);
    await pass(1000);
    outcomeOf(session.forCall());
    await settleMicrotasks();
    asked[1]!.give(fresh('B'));
    await settleMicrotasks();
    asked[0]!.give(fresh('late'));
    await settleMicrotasks();
    expect(session.atHand()?.token).toBe('B');
  });

  it('late, and when another one was sent for meanwhile, the late ones are tried before the session ends', async () => {
    const { session, asked, pass } = heldSession({ refreshTimeout: 2000 });
    outcomeOf(session.forCall());
    await settleMicrotasks();
    await pass(2000);
    await pass(1000);
    const second = outcomeOf(session.forCall());
    await settleMicrotasks();
    asked[0]!.give(fresh('late'));
    await settleMicrotasks();
    asked[1]!.give(null);
    await settleMicrotasks();
    expect(second.value).toEqual(fresh('late'));
  });
});

describe('set and clear while a refresh runs (rules.md#credentials)', () => {
  it('clear ends the wait at once, and drops what the refresh brings', async () => {
    const store = new VariableStore();
    const { session, asked, clock } = heldSession({ store });
    const call = outcomeOf(session.forCall());
    await settleMicrotasks();
    await session.clear();
    await settleMicrotasks();
    expect([reasonOf(call), asked[0]!.signal.aborted, clock.pending]).toEqual(['signed-out', true, 0]);
    asked[0]!.give(fresh('A'));
    await settleMicrotasks();
    expect([store.stored, session.isRefreshing]).toEqual([undefined, false]);
    expect(() => session.atHand()).toThrow(AuthError);
  });

  it('set ends the wait at once: who waits began as another user', async () => {
    const store = new VariableStore();
    const { session, asked } = heldSession({ store });
    const call = outcomeOf(session.forCall());
    await settleMicrotasks();
    await session.set(fresh('mine'));
    await settleMicrotasks();
    expect([reasonOf(call), asked[0]!.signal.aborted]).toEqual(['signed-out', true]);
    asked[0]!.give(fresh('A'));
    await settleMicrotasks();
    expect([session.atHand()?.token, store.stored?.token]).toEqual(['mine', 'mine']);
  });

  it('clear, then set: the new ones are sent, and the refresh of before is for nobody', async () => {
    const { session, asked, signIn } = heldSession();
    const refused = await signIn();
    const call = outcomeOf(session.instead(refused));
    await settleMicrotasks();
    await session.clear();
    await session.set(fresh('of the next user'));
    asked[0]!.give(fresh('A'));
    await settleMicrotasks();
    expect([reasonOf(call), session.atHand()?.token]).toEqual(['signed-out', 'of the next user']);
  });

  it('set ends the time of minInterval', async () => {
    const { session, asked } = heldSession();
    outcomeOf(session.forCall());
    await settleMicrotasks();
    asked[0]!.give(fresh('A'));
    await settleMicrotasks();
    await session.set(fresh('mine'));
    outcomeOf(session.instead(fresh('mine')));
    await settleMicrotasks();
    expect(asked).toHaveLength(2);
  });

  it('set ends the pause after a failure', async () => {
    const { session, asked, signIn } = heldSession();
    outcomeOf(session.forCall());
    await settleMicrotasks();
    asked[0]!.fail(new Error('503'));
    await settleMicrotasks();
    const refused = await signIn();
    outcomeOf(session.instead(refused));
    await settleMicrotasks();
    expect(asked).toHaveLength(2);
  });

  it.each([undefined, null, 5, 'token', {}, { token: '' }, { token: 5 }])(
    'set refuses %p by its type',
    async (given) => {
      const { session } = heldSession();
      await expect(session.set(given as never)).rejects.toThrow(
        /^The credentials are .+: give an object with a token\.$/,
      );
    },
  );

  it('a source that signs out and waits for it does not wait for itself', async () => {
    const { session, asked, clock } = heldSession({ store: new VariableStore() });
    const call = outcomeOf(session.forCall());
    await settleMicrotasks();
    void session.clear().then(() => asked[0]!.give(null));
    await settleMicrotasks();
    expect([reasonOf(call), clock.pending]).toEqual(['signed-out', 0]);
  });
});

describe('rule 1: no timers (rules.md#credentials)', () => {
  it('a session that nobody calls asks for nothing, however much time passes', async () => {
    const { asked, clock, signIn, pass } = heldSession();
    await signIn(MINUTE);
    expect(clock.pending).toBe(0);
    await pass(100 * MINUTE);
    expect(asked).toHaveLength(0);
  });

  it('while one waits of all who did, the refresh goes on', async () => {
    const { session, asked } = heldSession();
    const controller = new AbortController();
    outcomeOf(session.forCall(undefined, controller.signal));
    const other = session.forCall();
    await settleMicrotasks();
    controller.abort();
    await settleMicrotasks();
    expect(asked[0]!.signal.aborted).toBe(false);
    asked[0]!.give(fresh('A'));
    expect((await other).token).toBe('A');
  });
});
