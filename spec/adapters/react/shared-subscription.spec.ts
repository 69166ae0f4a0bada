import { describe, expect, it, vi } from 'vitest';
import { SharedSubscription } from '../../../lib/adapters/react/shared-subscription.js';
import { flush } from '../../support/flush.js';

/** Counts how often it began and ended. */
class Counted extends SharedSubscription<number> {
  readonly told: string[];

  constructor(told: string[] = []) {
    super(0);
    this.told = told;
  }

  protected start(): () => void {
    const number = this.told.length;
    this.told.push(`begins ${number}`);
    return () => void this.told.push(`ends ${number}`);
  }

  again(): void {
    this.restart();
  }

  become(state: number): void {
    this.show(state);
  }
}

const watched = () => {
  const live = new Counted();
  const listener = vi.fn();
  return { live, listener, stop: live.subscribe(listener) };
};

describe('something live', () => {
  it('begins a microtask after its first watcher came, and not before', async () => {
    const live = new Counted();
    await flush();
    expect(live.told).toEqual([]);
    live.subscribe(vi.fn());
    live.subscribe(vi.fn());
    expect(live.told).toEqual([]);
    await flush();
    expect(live.told).toEqual(['begins 0']);
  });

  it('does not begin if its only watcher leaves at once', async () => {
    const { live, stop } = watched();
    stop();
    await flush();
    expect(live.told).toEqual([]);
  });

  it('ends before another begins whose watcher came at the same time', async () => {
    const { live, stop } = watched();
    await flush();
    const other = new Counted(live.told);
    stop();
    other.subscribe(vi.fn());
    await flush();
    expect(live.told).toEqual(['begins 0', 'ends 0', 'begins 2']);
  });

  it('ends a microtask after the last has gone', async () => {
    const { live, stop } = watched();
    await flush();
    const stopOther = live.subscribe(vi.fn());
    stop();
    await flush();
    stopOther();
    expect(live.told).toEqual(['begins 0']);
    await flush();
    expect(live.told).toEqual(['begins 0', 'ends 0']);
  });

  it('goes on where somebody comes as the last goes', async () => {
    const { live, stop } = watched();
    await flush();
    stop();
    live.subscribe(vi.fn());
    await flush();
    expect(live.told).toEqual(['begins 0']);
  });

  it('begins once more for who comes after its end', async () => {
    const { live, stop } = watched();
    await flush();
    stop();
    await flush();
    live.subscribe(vi.fn());
    await flush();
    expect(live.told).toEqual(['begins 0', 'ends 0', 'begins 2']);
  });

  it('tells those who watch of a new state, and nobody else', () => {
    const { live, listener, stop } = watched();
    const other = vi.fn();
    live.subscribe(other);
    live.become(1);
    stop();
    live.become(2);
    expect([listener.mock.calls.length, other.mock.calls.length, live.read()]).toEqual([1, 2, 2]);
  });

  it('gives the same state until there is another', () => {
    const { live } = watched();
    expect(live.read()).toBe(live.read());
  });

  it('ends before it begins anew, and does so only while somebody watches', async () => {
    const { live, stop } = watched();
    await flush();
    live.again();
    expect(live.told).toEqual(['begins 0', 'ends 0', 'begins 2']);
    stop();
    await flush();
    live.again();
    expect(live.told.at(-1)).toBe('ends 2');
  });

  it('ends once, however often the last goes', async () => {
    const { live, stop } = watched();
    await flush();
    stop();
    stop();
    await flush();
    expect(live.told).toEqual(['begins 0', 'ends 0']);
  });
});
