import { describe, expect, it, vi } from 'vitest';
import { SharedSubscription } from '../../../lib/adapters/react/shared-subscription.js';
import { flush } from '../../support/flush.js';

/** Records its starts and ends. */
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

describe('SharedSubscription', () => {
  it('starts a microtask after its first subscriber, and not before', async () => {
    const live = new Counted();
    await flush();
    expect(live.told).toEqual([]);
    live.subscribe(vi.fn());
    live.subscribe(vi.fn());
    expect(live.told).toEqual([]);
    await flush();
    expect(live.told).toEqual(['begins 0']);
  });

  it("doesn't start if its only subscriber leaves at once", async () => {
    const { live, stop } = watched();
    stop();
    await flush();
    expect(live.told).toEqual([]);
  });

  it('ends before another one with a simultaneous subscriber starts', async () => {
    const { live, stop } = watched();
    await flush();
    const other = new Counted(live.told);
    stop();
    other.subscribe(vi.fn());
    await flush();
    expect(live.told).toEqual(['begins 0', 'ends 0', 'begins 2']);
  });

  it('ends a microtask after the last subscriber left', async () => {
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

  it('continues if a subscriber arrives as the last one leaves', async () => {
    const { live, stop } = watched();
    await flush();
    stop();
    live.subscribe(vi.fn());
    await flush();
    expect(live.told).toEqual(['begins 0']);
  });

  it('starts again for a subscriber after its end', async () => {
    const { live, stop } = watched();
    await flush();
    stop();
    await flush();
    live.subscribe(vi.fn());
    await flush();
    expect(live.told).toEqual(['begins 0', 'ends 0', 'begins 2']);
  });

  it('reports a new state to current subscribers only', () => {
    const { live, listener, stop } = watched();
    const other = vi.fn();
    live.subscribe(other);
    live.become(1);
    stop();
    live.become(2);
    expect([listener.mock.calls.length, other.mock.calls.length, live.read()]).toEqual([1, 2, 2]);
  });

  it('returns the same state until it changes', () => {
    const { live } = watched();
    expect(live.read()).toBe(live.read());
  });

  it('ends before it restarts, and restarts only while it has a subscriber', async () => {
    const { live, stop } = watched();
    await flush();
    live.again();
    expect(live.told).toEqual(['begins 0', 'ends 0', 'begins 2']);
    stop();
    await flush();
    live.again();
    expect(live.told.at(-1)).toBe('ends 2');
  });

  it('ends once, even if the last subscriber leaves twice', async () => {
    const { live, stop } = watched();
    await flush();
    stop();
    stop();
    await flush();
    expect(live.told).toEqual(['begins 0', 'ends 0']);
  });
});
