import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DeadlineGuard } from '../../../lib/core/stages/deadline-guard.js';
import { isBehind } from '../../../lib/core/platform/is-behind.js';
import type { Interruption } from '../../../lib/core/platform/interruption.js';
import { Cutoff } from '../../../lib/core/platform/cutoff.js';
import type { Result } from '../../../lib/index.js';
import { successResult } from '../../../lib/testing.js';
import { settleMicrotasks } from '../../support/held-fetch.js';
import { ManualClock } from '../../support/manual-clock.js';

const signalOfCall = (guard: DeadlineGuard): AbortSignal => guard.signal;
const signalOfRequest = (guard: DeadlineGuard): AbortSignal => guard.requestCutoff.signal;

const never = new Promise<never>(() => {});

let clock: ManualClock;
let caller: AbortController;

/** A guard with all that can interrupt it: a caller's signal, a deadline of 100 ms, a newer call. */
const guarded = (): DeadlineGuard => {
  const guard = new DeadlineGuard(clock, [caller.signal], 100);
  guard.endRequestWith(new Cutoff());
  return guard;
};

const happenings: Record<string, (guard: DeadlineGuard) => void> = {
  'the abort': () => caller.abort('mine'),
  'the deadline': () => clock.move(100),
  'a newer call': (guard) => guard.requestCutoff.abort({ kind: 'abort', reason: 'newer' }),
};

/** Settles a chain under the guard; what came of it so far, and what `stuck` was told. */
const settling = (guard: DeadlineGuard, chain: Promise<Result<unknown>>) => {
  const stuck = jest.fn((interruption: Interruption) => successResult(interruption.kind) as Result<unknown>);
  const seen: { result?: Result<unknown>; thrown?: unknown } = {};
  guard.settle(chain, stuck).then(
    (result) => (seen.result = result),
    (thrown: unknown) => (seen.thrown = thrown),
  );
  return { seen, stuck };
};

/** A signal as a runtime gives it whose abort has no reason, or one that can't be read. */
const oddSignal = (reason: PropertyDescriptor): AbortSignal & { fire(): void } => {
  const signal = Object.assign(new EventTarget(), { aborted: false });
  Object.defineProperty(signal, 'reason', reason);
  const fire = (): void => {
    signal.aborted = true;
    signal.dispatchEvent(new Event('abort'));
  };
  return Object.assign(signal, { fire }) as never;
};

beforeEach(() => {
  clock = new ManualClock();
  caller = new AbortController();
});

describe('what fires first (rules.md#which-kind-it-is)', () => {
  it('is nothing at the beginning', () => {
    const guard = guarded();
    expect(guard.requestCutoff.interruption).toBeUndefined();
    expect([signalOfCall(guard).aborted, signalOfRequest(guard).aborted]).toEqual([false, false]);
  });

  it.each([
    ['the abort', 'the deadline', 'abort'],
    ['the abort', 'a newer call', 'abort'],
    ['the deadline', 'the abort', 'timeout'],
    ['the deadline', 'a newer call', 'timeout'],
    ['a newer call', 'the abort', 'abort'],
    ['a newer call', 'the deadline', 'abort'],
  ])('is %s, and %s after it changes nothing', (first, second, kind) => {
    const guard = guarded();
    happenings[first]!(guard);
    const { interruption } = guard.requestCutoff;
    happenings[second]!(guard);
    expect(interruption?.kind).toBe(kind);
    expect(guard.requestCutoff.interruption).toBe(interruption);
    expect(signalOfRequest(guard).reason).toBe(interruption?.reason);
  });

  it('is the abort of a signal that was aborted before, without a timer and without a listener', () => {
    const guard = new DeadlineGuard(clock, [AbortSignal.abort('early')], 100);
    expect(guard.requestCutoff.interruption).toEqual({ kind: 'abort', reason: 'early' });
    expect(signalOfCall(guard).reason).toBe('early');
    expect(clock.pending).toBe(0);
  });

  it('is the deadline not a millisecond before its time', () => {
    const guard = guarded();
    clock.move(99);
    expect(guard.requestCutoff.interruption).toBeUndefined();
    clock.move(1);
    expect(guard.requestCutoff.interruption).toMatchObject({
      kind: 'timeout',
      reason: { name: 'TimeoutError' },
    });
  });

  it('is never a deadline of 0', () => {
    const guard = new DeadlineGuard(clock, [caller.signal], 0);
    expect(clock.pending).toBe(0);
    clock.move(2 ** 31);
    expect(guard.requestCutoff.interruption).toBeUndefined();
  });
});

describe('one macrotask of grace (rules.md#deadlines-and-aborts)', () => {
  it("gives the chain's Result when nothing fires", async () => {
    const own = successResult('own');
    const { seen, stuck } = settling(guarded(), Promise.resolve(own));
    await settleMicrotasks();
    expect(seen.result).toBe(own);
    expect(stuck).not.toHaveBeenCalled();
  });

  it.each(Object.keys(happenings))('settles a stuck chain one macrotask after %s', async (what) => {
    const guard = guarded();
    const { seen, stuck } = settling(guard, never);
    happenings[what]!(guard);
    await settleMicrotasks();
    expect(seen.result).toBeUndefined();
    clock.move(0);
    await settleMicrotasks();
    expect(seen.result?.data).toBe(guard.requestCutoff.interruption?.kind);
    expect(stuck).toHaveBeenCalledWith(guard.requestCutoff.interruption!);
  });

  it.each(Object.keys(happenings))('keeps what the chain answers within a macrotask of %s', async (what) => {
    const guard = guarded();
    const own = successResult('rescued');
    let answer = (_result: Result<unknown>): void => {};
    const { seen } = settling(guard, new Promise((resolve) => (answer = resolve)));
    happenings[what]!(guard);
    answer(own);
    await settleMicrotasks();
    clock.move(0);
    expect(seen.result).toBe(own);
  });

  it('passes on what the chain throws within it', async () => {
    const guard = guarded();
    let fail = (_thrown: unknown): void => {};
    const { seen } = settling(guard, new Promise((_resolve, reject) => (fail = reject)));
    caller.abort();
    fail('mine');
    await settleMicrotasks();
    expect(seen.thrown).toBe('mine');
  });

  it('discards what the chain throws after it', async () => {
    let fail = (_thrown: unknown): void => {};
    const { seen } = settling(guarded(), new Promise((_resolve, reject) => (fail = reject)));
    clock.move(100);
    clock.move(0);
    fail('too late');
    await settleMicrotasks();
    expect(seen).toMatchObject({ result: { data: 'timeout' } });
    expect(seen).not.toHaveProperty('thrown');
  });

  it('is given to a chain whose signal was aborted before it began', async () => {
    const { seen } = settling(new DeadlineGuard(clock, [AbortSignal.abort()]), never);
    await settleMicrotasks();
    expect(seen.result).toBeUndefined();
    clock.move(0);
    await settleMicrotasks();
    expect(seen.result?.data).toBe('abort');
  });

  it('does not hang a call whose stuck Result could not be made', async () => {
    const broken = guarded().settle(never, () => {
      throw new Error('broken');
    });
    clock.move(100);
    clock.move(0);
    await expect(broken).rejects.toThrow('broken');
  });
});

describe('release', () => {
  it('leaves neither timer nor listener', () => {
    const guard = guarded();
    expect([clock.pending, getEventListeners(caller.signal, 'abort').length]).toEqual([1, 1]);
    guard.release();
    guard.release();
    expect([clock.pending, getEventListeners(caller.signal, 'abort').length]).toEqual([0, 0]);
  });

  it('makes the guard deaf', () => {
    const guard = guarded();
    guard.release();
    caller.abort();
    clock.move(100);
    expect(guard.requestCutoff.interruption).toBeUndefined();
    expect(signalOfCall(guard).aborted).toBe(false);
  });

  it.each(Object.keys(happenings))('leaves no timer of the grace after %s', (what) => {
    const guard = guarded();
    const { stuck } = settling(guard, never);
    happenings[what]!(guard);
    expect(clock.pending).toBeGreaterThan(0);
    guard.release();
    clock.move(0);
    expect(clock.pending).toBe(0);
    expect(stuck).not.toHaveBeenCalled();
  });

  it('is not needed for the listener of a signal that has fired, nor for the timer of the deadline', () => {
    settling(guarded(), never);
    caller.abort();
    expect(clock.pending).toBe(1);
    clock.move(0);
    expect(clock.pending).toBe(0);
  });
});

describe("the request's signal (rules.md#dedupe)", () => {
  it("is the call's own where nothing can take its place", () => {
    const guard = new DeadlineGuard(clock, [caller.signal], 100);
    expect(signalOfRequest(guard)).toBe(signalOfCall(guard));
  });

  it('is never the signal of the caller', () => {
    expect(signalOfRequest(guarded())).not.toBe(caller.signal);
  });

  it.each(['the abort', 'the deadline'])("aborts together with the call's at %s", (what) => {
    const guard = guarded();
    happenings[what]!(guard);
    expect([signalOfCall(guard).aborted, signalOfRequest(guard).aborted]).toEqual([true, true]);
    expect(signalOfRequest(guard).reason).toBe(signalOfCall(guard).reason);
  });

  it("aborts alone when a newer call takes the place: middleware doesn't see it", () => {
    const guard = guarded();
    guard.requestCutoff.abort({ kind: 'abort', reason: 'newer' });
    expect([signalOfCall(guard).aborted, signalOfRequest(guard).aborted]).toEqual([false, true]);
    expect(signalOfRequest(guard).reason).toBe('newer');
  });

  it('is the same one each time it is asked for', () => {
    const guard = guarded();
    expect(signalOfRequest(guard)).toBe(signalOfRequest(guard));
    expect(signalOfCall(guard)).toBe(signalOfCall(guard));
  });
});

describe('a reason may be anything (rules.md#which-kind-it-is)', () => {
  it('passes a revoked proxy on untouched', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const guard = guarded();
    caller.abort(proxy);
    expect(guard.requestCutoff.interruption?.kind).toBe('abort');
    expect(Object.is(guard.requestCutoff.interruption?.reason, proxy)).toBe(true);
    expect(Object.is(signalOfRequest(guard).reason, proxy)).toBe(true);
  });

  it('takes an AbortError for undefined, as on React Native', () => {
    const odd = oddSignal({ value: undefined });
    const guard = new DeadlineGuard(clock, [odd]);
    odd.fire();
    expect(guard.requestCutoff.interruption).toMatchObject({ kind: 'abort', reason: { name: 'AbortError' } });
  });

  it('takes what a getter throws for the reason', () => {
    const thrown = new Error('do not touch');
    const get = (): never => {
      throw thrown;
    };
    const odd = oddSignal({ get });
    const guard = new DeadlineGuard(clock, [odd]);
    odd.fire();
    expect(guard.requestCutoff.interruption).toEqual({ kind: 'abort', reason: thrown });
  });

  it.each([[''], [0], [false], ['changed my mind']])('keeps %j', (reason) => {
    const guard = guarded();
    caller.abort(reason);
    expect(guard.requestCutoff.interruption).toEqual({ kind: 'abort', reason });
  });

  it('keeps an error named TimeoutError an abort', () => {
    const guard = guarded();
    caller.abort(Object.assign(new Error('late'), { name: 'TimeoutError' }));
    expect(guard.requestCutoff.interruption?.kind).toBe('abort');
  });
});

describe('whether a reason is behind what was thrown (rules.md#which-kind-it-is)', () => {
  const reason = new Error('reason');
  const wrapped = (times: number): Error =>
    Array.from({ length: times }).reduce<Error>((cause) => new Error('wrapped', { cause }), reason);
  const circular = (): Error => {
    const error = new Error('circular');
    error.cause = new Error('back', { cause: error });
    return error;
  };
  const { proxy, revoke } = Proxy.revocable(new Error('revoked'), {});
  revoke();
  const trapped = Object.defineProperty(new Error('trapped'), 'cause', {
    get: () => {
      throw new Error('do not touch');
    },
  });

  it.each<[string, unknown, boolean]>([
    ['the reason itself', reason, true],
    ['an error that it caused', wrapped(1), true],
    ['an error that it caused through two others', wrapped(3), true],
    ['an error of its own', new Error('reason'), false],
    ['causes that go round', circular(), false],
    ['a revoked proxy', proxy, false],
    ['a cause that throws', trapped, false],
    ['a chain of causes that has no end in sight', wrapped(100_000), false],
    ['nothing at all', undefined, false],
  ])('is told for %s', (_what, thrown, behind) => {
    expect(isBehind(reason, thrown)).toBe(behind);
  });

  it('is told for a reason that is a plain value', () => {
    expect(isBehind('mine', 'mine')).toBe(true);
    expect(isBehind('mine', new Error('wrapped', { cause: 'mine' }))).toBe(true);
  });
});
