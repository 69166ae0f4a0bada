import { describe, expect, it, jest } from '@jest/globals';
import { Cutoff } from '../../lib/platform/cutoff.js';

describe('a cutoff', () => {
  it.each(['before', 'after'])('gives a signal that is asked for %s the abort its reason', (when) => {
    const cutoff = new Cutoff();
    if (when === 'before') expect(cutoff.signal.aborted).toBe(false);
    cutoff.abort('enough');
    expect([cutoff.aborted, cutoff.signal.aborted, cutoff.signal.reason]).toEqual([true, true, 'enough']);
    expect(cutoff.signal).toBe(cutoff.signal);
  });

  it('aborts once, and keeps the first reason', () => {
    const cutoff = new Cutoff();
    const task = jest.fn();
    cutoff.onAbort(task);
    cutoff.abort('first');
    cutoff.abort('second');
    expect(cutoff.reason).toBe('first');
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
    cutoff.abort('enough');
    expect([cutoff.aborted, cutoff.reason]).toEqual([true, 'enough']);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('does not run a task that was called off', () => {
    const cutoff = new Cutoff();
    const task = jest.fn();
    cutoff.onAbort(task)();
    cutoff.abort();
    expect(task).not.toHaveBeenCalled();
  });

  it('settles as the work does', async () => {
    const cutoff = new Cutoff();
    expect(await cutoff.until(Promise.resolve(1))).toBe(1);
    await expect(cutoff.until(Promise.reject(new Error('mine')))).rejects.toThrow('mine');
  });

  it('rejects with the reason, whatever the work comes to', async () => {
    const cutoff = new Cutoff();
    const waiting = cutoff.until(new Promise(() => {}));
    cutoff.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    await expect(cutoff.until(new Promise(() => {}))).rejects.toBe('enough');
  });
});
