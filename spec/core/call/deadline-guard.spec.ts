import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DeadlineGuard } from '../../../lib/core/call/deadline-guard.js';
import { ManualClock } from '../../support/manual-clock.js';

const ENOUGH = { kind: 'abort', reason: 'enough' } as const;
const never = (): Promise<never> => new Promise(() => {});

let clock: ManualClock;
let caller: AbortController;

/** A guard with a caller's signal and a deadline. */
const guarded = (timeout = 100): DeadlineGuard => {
  const guard = new DeadlineGuard(timeout, undefined, [caller.signal]);
  guard.start();
  return guard;
};

const left = (): number[] => [clock.pending, getEventListeners(caller.signal, 'abort').length];

const happenings: Record<string, (guard: DeadlineGuard) => void> = {
  'the abort': () => caller.abort('mine'),
  'the deadline': () => clock.move(100),
  'a decision': (guard) => guard.abort({ kind: 'abort', reason: 'newer' }),
};

beforeEach(() => {
  clock = new ManualClock();
  caller = new AbortController();
  // The guard's timers are the platform's.
  jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((task: () => void, ms = 0) => clock.setTimeout(task, ms)) as never);
  jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => clock.clearTimeout(timer));
  jest.spyOn(performance, 'now').mockImplementation(() => clock.ticks());
});

afterEach(() => {
  jest.restoreAllMocks();
});

describe('what fires first (rules.md#which-kind-it-is)', () => {
  it.each([
    ['the abort', 'the deadline', 'abort'],
    ['the abort', 'a decision', 'abort'],
    ['the deadline', 'the abort', 'timeout'],
  ])('is %s, and %s after it changes nothing; no listener and no timer is left', (first, second, kind) => {
    const guard = guarded();
    const { signal } = guard;
    const [task, stuck] = [jest.fn(), jest.fn()];
    guard.onAbort(task);
    guard.onStuck(stuck);
    happenings[first]!(guard);
    const { interruption } = guard;
    expect([interruption?.kind, signal.reason]).toEqual([kind, interruption?.reason]);
    expect([task.mock.calls, stuck.mock.calls]).toEqual([[[interruption]], []]);
    clock.move(0);
    happenings[second]!(guard);
    expect(guard.interruption).toBe(interruption);
    expect([task.mock.calls, stuck.mock.calls]).toEqual([[[interruption]], [[interruption]]]);
    expect([...left(), guard.signal === signal]).toEqual([0, 0, true]);
  });

  it('is the abort of a signal that was aborted before, without a timer and without a listener', () => {
    caller.abort('early');
    const { interruption, signal } = guarded();
    expect([interruption, signal.reason]).toEqual([{ kind: 'abort', reason: 'early' }, 'early']);
    expect(left()).toEqual([0, 0]);
  });

  it("is an abort for a caller's own signal, whatever its reason; a timeout for another one so named", () => {
    const late = Object.assign(new Error('late'), { name: 'TimeoutError' });
    const [own, other] = [guarded(), new DeadlineGuard()];
    other.follow(caller.signal);
    caller.abort(late);
    expect(own.interruption).toEqual({ kind: 'abort', reason: late });
    expect(other.interruption).toEqual({ kind: 'timeout', reason: late });
  });

  it('is what ended another guard that it ends with, but not the other way round', () => {
    const [outer, inner, alone] = [new DeadlineGuard(), new DeadlineGuard(), new DeadlineGuard()];
    for (const guard of [inner, alone]) guard.endWith(outer);
    alone.abort({ kind: 'abort', reason: 'alone' });
    outer.abort(ENOUGH);
    const reasons = [inner, outer, alone].map(({ interruption }) => interruption?.reason);
    expect(reasons).toEqual(['enough', 'enough', 'alone']);
  });
});

describe('the deadline', () => {
  it('passes not a millisecond before its time', () => {
    const guard = guarded();
    clock.move(99);
    expect([guard.interruption, guard.remaining]).toEqual([undefined, 1]);
    clock.move(1);
    expect(guard.interruption).toMatchObject({ kind: 'timeout', reason: { name: 'TimeoutError' } });
    expect(guard.remaining).toBe(0);
  });

  it.each([
    [0, undefined],
    [0.2, 1],
    [Infinity, 2 ** 31 - 1],
  ])('of %j ms is one of %j ms', (timeout, ms) => {
    expect(guarded(timeout).remaining).toBe(ms ?? Infinity);
    expect(clock.untilNext).toBe(ms);
  });

  it('is noticed when it passed while the thread was busy', () => {
    const guard = guarded();
    clock.ticks = () => 100;
    guard.notice();
    expect(guard.interruption?.kind).toBe('timeout');
  });
});

describe('a clock that was stopped', () => {
  it('leaves what was left, again and again, and is not noticed as passed', () => {
    const guard = guarded();
    for (let round = 0; round < 9; round += 1) {
      clock.move(10);
      const start = guard.pause();
      clock.move(1000);
      guard.notice();
      start();
    }
    clock.move(9);
    expect([guard.interruption, guard.remaining]).toEqual([undefined, 1]);
    clock.move(1);
    expect(guard.interruption?.kind).toBe('timeout');
  });

  it('runs when everybody who stopped it has started it, each once', () => {
    const guard = guarded();
    const [first, second] = [guard.pause(), guard.pause()];
    first();
    first();
    clock.move(1000);
    expect(clock.pending).toBe(0);
    second();
    expect(clock.untilNext).toBe(100);
  });

  it('does not run any more after the end, nor where its deadline was lifted', () => {
    const [ended, lifted, running] = [guarded(), guarded(), guarded()];
    const starts = [ended.pause(), lifted.pause()];
    ended.abort(ENOUGH);
    lifted.liftDeadline();
    running.liftDeadline();
    for (const start of starts) start();
    clock.move(1000);
    running.notice();
    expect([clock.pending, running.interruption]).toEqual([0, undefined]);
  });
});

describe('what is left behind', () => {
  it('is nothing after a release, which makes the guard deaf; one listener at a signal of many guards till then', () => {
    const guards = Array.from({ length: 20 }, guarded);
    expect(left()).toEqual([20, 1]);
    for (const guard of [...guards, ...guards.slice(1)]) guard.release();
    expect(left()).toEqual([0, 0]);
    caller.abort();
    clock.move(100);
    expect([guards[0]!.interruption, guards[0]!.signal.aborted]).toEqual([undefined, false]);
  });

  it('is nothing once all that ran under it is done; what was left of the deadline counts when more begins', async () => {
    const guard = new DeadlineGuard(100, undefined, [caller.signal]);
    const letGo = guard.keep();
    await guard.hold(() => Promise.resolve());
    clock.move(60);
    expect(left()).toEqual([1, 1]);
    letGo();
    expect(left()).toEqual([0, 0]);
    guard.keep();
    expect([clock.untilNext, ...left()]).toEqual([40, 1, 1]);
    clock.move(40);
    expect(guard.interruption?.kind).toBe('timeout');
  });
});

describe('who waits for it', () => {
  it('is told at once where it has ended, never where it called that off, and although a listener throws', () => {
    const guard = new DeadlineGuard();
    const [told, calledOff, late] = [jest.fn(), jest.fn(), jest.fn()];
    guard.onAbort(told);
    guard.onAbort(calledOff)();
    const { signal } = guard;
    jest.spyOn(AbortController.prototype, 'abort').mockImplementationOnce(() => {
      throw new Error('Cannot perform I/O on behalf of a different request.');
    });
    guard.abort(ENOUGH);
    guard.onAbort(late);
    expect(signal.aborted).toBe(false);
    expect([told.mock.calls, calledOff.mock.calls, late.mock.calls]).toEqual([[[ENOUGH]], [], [[ENOUGH]]]);
  });

  it('settles as the work does, or with the interruption as soon as there is one', async () => {
    const guard = new DeadlineGuard();
    expect(await guard.until(() => Promise.resolve(1))).toBe(1);
    await expect(guard.until(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    const waiting = guard.until(never);
    guard.abort(ENOUGH);
    await expect(waiting).rejects.toBe(ENOUGH);
    const begin = jest.fn(never);
    await expect(guard.until(begin)).rejects.toBe(ENOUGH);
    expect(begin).not.toHaveBeenCalled();
  });
});
