import { describe, expect, it } from 'vitest';
import { RemoteCalls } from '../../../lib/adapters/inspect-panel/remote-calls.js';
import type { SeenCall } from '../../../lib/entries/inspect.js';
import { seenCall } from '../../support/seen.js';

const remote = (clear: () => void = () => undefined) => {
  const listeners = new Map<string, (event: { data: string }) => void>();
  const calls = new RemoteCalls(
    { addEventListener: (type, listener) => void listeners.set(type, listener) },
    clear,
  );
  return {
    calls,
    ids: () => calls.calls.map(({ id }) => id),
    tell: (type: 'all' | 'some', oldest: number | null, ...told: SeenCall[]) =>
      listeners.get(type)?.({ data: JSON.stringify({ calls: told, oldest }) }),
  };
};

describe('the calls of another process', () => {
  it('are the calls that its server sent, each in its last state', () => {
    const { calls, ids, tell } = remote();
    expect(ids()).toEqual([]);
    tell('all', 1, seenCall({ id: 1 }), seenCall({ id: 2, name: 'first' }));
    tell('some', 1, seenCall({ id: 3 }), seenCall({ id: 2, name: 'then' }));
    expect(ids()).toEqual([1, 2, 3]);
    expect(calls.calls[1]?.name).toBe('then');
  });

  it('are removed when the server forgets them', () => {
    const { ids, tell } = remote();
    tell('all', 1, seenCall({ id: 1 }), seenCall({ id: 2 }), seenCall({ id: 3 }));
    tell('some', 3);
    expect(ids()).toEqual([3]);
    tell('some', null);
    expect(ids()).toEqual([]);
  });

  it('are replaced with each connection', () => {
    const { ids, tell } = remote();
    tell('all', 1, seenCall({ id: 1 }), seenCall({ id: 2 }));
    tell('all', 2, seenCall({ id: 2 }), seenCall({ id: 9 }));
    expect(ids()).toEqual([2, 9]);
  });

  it('are reported to each listener until it unsubscribes', () => {
    const { calls, tell } = remote();
    let heard = 0;
    const stop = calls.subscribe(() => (heard += 1));
    tell('all', 1, seenCall({ id: 1 }));
    tell('some', null);
    stop();
    tell('some', null);
    expect(heard).toBe(2);
  });

  it('are cleared on the server', () => {
    let cleared = 0;
    const { calls, ids, tell } = remote(() => (cleared += 1));
    tell('all', 1, seenCall({ id: 1 }));
    calls.clear();
    expect([cleared, ids()]).toEqual([1, [1]]);
  });
});
