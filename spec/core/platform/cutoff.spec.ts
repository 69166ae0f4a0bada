import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, jest } from '@jest/globals';
import { Cutoff } from '../../../lib/core/platform/cutoff.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const ENOUGH = { kind: 'abort', reason: 'enough' } as const;

describe('a cutoff', () => {
  it.each(['before', 'after'])('gives a signal that is asked for %s the abort its reason', (when) => {
    const cutoff = new Cutoff();
    if (when === 'before') expect(cutoff.signal.aborted).toBe(false);
    cutoff.abort(ENOUGH);
    expect(cutoff.interruption).toBe(ENOUGH);
    expect([cutoff.signal.aborted, cutoff.signal.reason]).toEqual([true, 'enough']);
    expect(cutoff.signal).toBe(cutoff.signal);
  });

  it('aborts once, and keeps the first reason', () => {
    const cutoff = new Cutoff();
    const task = jest.fn();
    cutoff.onAbort(task);
    cutoff.abort(ENOUGH);
    cutoff.abort({ kind: 'timeout', reason: 'late' });
    expect(cutoff.interruption).toBe(ENOUGH);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('runs its tasks although the platform refuses to abort the signal', () => {
    const cutoff = new Cutoff();
    const task = jest.fn();
    cutoff.onAbort(task);
    jest.spyOn(AbortController.prototype, 'abort').mockImplementationOnce(() => {
      throw new Error('Cannot perform I/O on behalf of a different request.');
    });
    expect(cutoff.signal.aborted).toBe(false);
    cutoff.abort(ENOUGH);
    expect(cutoff.interruption).toBe(ENOUGH);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('does not run a task that was called off', () => {
    const cutoff = new Cutoff();
    const task = jest.fn();
    cutoff.onAbort(task)();
    cutoff.abort(ENOUGH);
    expect(task).not.toHaveBeenCalled();
  });

  it('settles as the work does', async () => {
    const cutoff = new Cutoff();
    expect(await cutoff.until(() => Promise.resolve(1))).toBe(1);
    await expect(cutoff.until(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
  });

  it('rejects with what it happened with, whatever the work comes to', async () => {
    const cutoff = new Cutoff();
    const waiting = cutoff.until(() => new Promise(() => {}));
    cutoff.abort(ENOUGH);
    await expect(waiting).rejects.toBe(ENOUGH);
  });

  it('begins nothing once it has happened', async () => {
    const cutoff = new Cutoff();
    cutoff.abort(ENOUGH);
    const begin = jest.fn(() => Promise.resolve());
    await expect(cutoff.until(begin)).rejects.toBe(ENOUGH);
    expect(begin).not.toHaveBeenCalled();
  });

  it('runs a task at once when it has happened', () => {
    const cutoff = new Cutoff();
    const task = jest.fn();
    cutoff.abort(ENOUGH);
    cutoff.onAbort(task);
    expect(task).toHaveBeenCalledWith(ENOUGH);
  });

  it('keeps nothing of work that is done: there may be many attempts under one', async () => {
    const cutoff = new Cutoff();
    const attempt = async (): Promise<WeakRef<object>> =>
      new WeakRef(await cutoff.until(() => Promise.resolve({ large: true })));
    const result = await attempt();
    await setImmediate();
    collectGarbage();
    expect(result.deref()).toBeUndefined();
    expect(cutoff.interruption).toBeUndefined();
  });

  it.each([
    [Object.assign(new Error('late'), { name: 'TimeoutError' }), 'timeout'],
    [new Error('mine'), 'abort'],
  ])('ends with a signal that it follows, and as that says: %s', (reason, kind) => {
    const cutoff = new Cutoff();
    const controller = new AbortController();
    cutoff.follow(controller.signal);
    controller.abort(reason);
    expect(cutoff.interruption).toEqual({ kind, reason });
  });

  it('ends with the first of the signals that it follows, and leaves none a listener', () => {
    const cutoff = new Cutoff();
    const [one, two] = [new AbortController(), new AbortController()];
    cutoff.follow(one.signal);
    cutoff.follow(two.signal);
    two.abort('enough');
    one.abort('late');
    cutoff.release();
    expect(cutoff.interruption).toEqual(ENOUGH);
    expect([one, two].flatMap(({ signal }) => getEventListeners(signal, 'abort'))).toEqual([]);
  });
});
