import { describe, expect, it, jest } from '@jest/globals';
import type { Lock } from '../../../lib/auth.js';
import { inLock } from '../../../lib/parts/auth/vault.js';
import { outcomeOf } from '../../support/credentials.js';
import { settleMicrotasks } from '../../support/held-fetch.js';
import { ManualClock } from '../../support/manual-clock.js';

const PATIENCE = 35_000;
const never = (): Promise<never> => new Promise(() => undefined);

const running = (lock: unknown, over?: AbortSignal) => {
  const clock = new ManualClock();
  const task = jest.fn(async () => 'done');
  const outcome = outcomeOf(inLock(lock as Lock, task, PATIENCE, clock, over));
  const pass = async (ms: number): Promise<void> => {
    clock.move(ms);
    await settleMicrotasks();
  };
  return { clock, task, outcome, pass };
};

describe('rule 3: a lock is waited for, and never for ever (rules.md#credentials)', () => {
  it('what can be had at once runs the task in it, and leaves no timer', async () => {
    const { clock, task, outcome } = running((inside: () => unknown) => inside());
    await settleMicrotasks();
    expect([outcome.value, task.mock.calls.length, clock.pending]).toEqual(['done', 1, 0]);
  });

  it('what somebody holds for ever is gone without, after its time', async () => {
    const { clock, task, outcome, pass } = running(never);
    await pass(PATIENCE - 1);
    expect(task).not.toHaveBeenCalled();
    await pass(1);
    expect([outcome.value, task.mock.calls.length, clock.pending]).toEqual(['done', 1, 0]);
  });

  it('what is got after that is given back at once, and the task not run again', async () => {
    let got = (): unknown => undefined;
    const { task, pass } = running((inside: () => Promise<unknown>) => {
      got = inside;
      return never();
    });
    await pass(PATIENCE);
    expect([await got(), task.mock.calls.length]).toEqual([undefined, 1]);
  });

  it.each<[string, unknown, number]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
      1,
    ],
    ['rejects', () => Promise.reject(new Error('broken')), 1],
    ['never runs its task', () => undefined, 0],
  ])('one that %s is gone without at once', async (_what, lock, reports) => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { clock, task, outcome } = running(lock);
    await settleMicrotasks();
    expect([outcome.value, task.mock.calls.length, clock.pending]).toEqual(['done', 1, 0]);
    expect(report.mock.calls).toHaveLength(reports);
    report.mockRestore();
  });

  it.each<[string, (inside: () => Promise<unknown>) => unknown]>([
    ['runs its task twice', (inside) => Promise.all([inside(), inside()])],
    ['does not wait for its task', (inside) => void inside()],
    ['never settles', (inside) => [inside(), never()][1]],
    ['fails when the task is done', (inside) => inside().then(() => Promise.reject(new Error('x')))],
  ])('one that %s does no harm', async (_what, lock) => {
    const { task, outcome } = running(lock);
    await settleMicrotasks();
    expect([outcome.value, task.mock.calls.length]).toEqual(['done', 1]);
  });

  it('what the task rejects with comes through', async () => {
    const failing = (): Promise<never> => Promise.reject(new Error('503'));
    const work = inLock((inside) => inside(), failing, PATIENCE, new ManualClock());
    await expect(work).rejects.toThrow('503');
  });
});

describe('a task that is for nobody any more (rules.md#credentials)', () => {
  it('is left out when the lock is there, and leaves no timer', async () => {
    const over = new AbortController();
    let got = (): unknown => undefined;
    const { clock, task } = running((inside: () => unknown) => {
      got = inside;
      return never();
    }, over.signal);
    await settleMicrotasks();
    over.abort();
    expect(clock.pending).toBe(0);
    expect([await got(), task.mock.calls.length]).toEqual([undefined, 0]);
  });

  it('is left out when the lock fails', async () => {
    const over = new AbortController();
    let fail = (_thrown: unknown): void => undefined;
    const { task } = running(() => new Promise((_resolve, reject) => (fail = reject)), over.signal);
    const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await settleMicrotasks();
    over.abort();
    fail(new Error('broken'));
    await settleMicrotasks();
    expect(task).not.toHaveBeenCalled();
    report.mockRestore();
  });
});
