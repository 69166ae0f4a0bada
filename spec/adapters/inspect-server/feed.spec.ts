import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { feed } from '../../../lib/adapters/inspect-server/feed.js';
import type { Inspector, SeenCall } from '../../../lib/entries/inspect.js';
import { seenCall } from '../../support/seen.js';

/** A connection whose back pressure the test controls, with the written messages. */
const connection = () => {
  const listeners = new Map<string, () => void>();
  const written: string[] = [];
  const response = {
    isFast: true,
    isOver: false,
    socket: {},
    writeHead: () => response,
    write: (text: string) => (written.push(text), response.isFast),
    end: () => void (response.isOver = true),
    on: (event: string, listener: () => void) => (listeners.set(event, listener), response),
  };
  return {
    response,
    emit: (event: 'drain' | 'close') => listeners.get(event)?.(),
    /** The event, the ids of the calls and the oldest kept id of each message since the last call. */
    take: () =>
      written.splice(0).map((text) => {
        const [, event, data = ''] = /^event: (\w+)\ndata: (.*)\n\n$/.exec(text) ?? [];
        const { calls, oldest } = JSON.parse(data) as { calls: SeenCall[]; oldest: number | null };
        return [event, calls.map(({ id }) => id), oldest];
      }),
  };
};

const inspected = (count: number) => {
  const calls = Array.from({ length: count }, (_, at) => seenCall({ id: at + 1 }));
  const listeners = new Set<(call?: SeenCall) => void>();
  const seen = {
    calls,
    subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
  };
  return {
    seen: seen as unknown as Inspector,
    calls,
    listeners,
    change: (call?: SeenCall) => {
      for (const listener of listeners) listener(call);
    },
  };
};

describe('the messages to a page', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('start with all calls in several parts, or with an empty message', async () => {
    const { response, take } = connection();
    const { seen, calls } = inspected(5);
    for (const call of calls) call.url = 'x'.repeat(600_000);
    feed(seen, response);
    await vi.advanceTimersByTimeAsync(0);
    expect(take()).toEqual([
      ['all', [1, 2], 1],
      ['some', [3, 4], 1],
      ['some', [5], 1],
    ]);
    const other = connection();
    feed(inspected(0).seen, other.response);
    expect(other.take()).toEqual([['all', [], null]]);
  });

  it('continue with the changed calls, each once, collected for 50 ms', async () => {
    const { response, take } = connection();
    const { seen, calls, change } = inspected(3);
    feed(seen, response);
    await vi.advanceTimersByTimeAsync(0);
    take();
    for (const at of [2, 0, 2]) change(calls[at]);
    await vi.advanceTimersByTimeAsync(49);
    expect(take()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(take()).toEqual([['some', [3, 1], 1]]);
  });

  it('report that nothing is kept, when everything is forgotten', async () => {
    const { response, take } = connection();
    const { seen, calls, change } = inspected(2);
    feed(seen, response);
    await vi.advanceTimersByTimeAsync(0);
    take();
    change(calls[0]);
    calls.length = 0;
    change();
    await vi.advanceTimersByTimeAsync(50);
    expect(take()).toEqual([['some', [], null]]);
  });

  it('wait for a page that reads slowly, and then contain the latest state', async () => {
    const { response, take, emit } = connection();
    const { seen, calls, change } = inspected(2);
    feed(seen, response);
    await vi.advanceTimersByTimeAsync(0);
    take();
    response.isFast = false;
    change(calls[0]);
    await vi.advanceTimersByTimeAsync(50);
    expect(take()).toEqual([['some', [1], 1]]);
    for (let n = 0; n < 1000; n += 1) change(calls[n % 2]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(take()).toEqual([]);
    emit('drain');
    await vi.advanceTimersByTimeAsync(0);
    expect(take()).toEqual([['some', [1, 2], 1]]);
  });

  it("buffer no more calls than the inspector keeps while a page doesn't read", async () => {
    const { response, take, emit } = connection();
    const { seen, calls, change } = inspected(3);
    feed(seen, response);
    await vi.advanceTimersByTimeAsync(0);
    take();
    response.isFast = false;
    const begin = (id: number): void => {
      const call = seenCall({ id });
      Object.assign(call, { toJSON: () => ((told += 1), { id }) });
      calls.push(call);
      calls.shift();
      change(call);
    };
    let told = 0;
    begin(4);
    await vi.advanceTimersByTimeAsync(50);
    expect(take()).toEqual([['some', [4], 2]]);
    for (let id = 5; id < 1000; id += 1) begin(id);
    response.isFast = true;
    emit('drain');
    await vi.advanceTimersByTimeAsync(0);
    expect([take(), told]).toEqual([[['some', [997, 998, 999], 997]], 4]);
  });

  it("end if a call can't be serialized", async () => {
    const { response, take } = connection();
    const { seen, calls, change } = inspected(2);
    feed(seen, response);
    await vi.advanceTimersByTimeAsync(0);
    take();
    Object.assign(calls[0]!, { id: 1n });
    change(calls[0]);
    await vi.advanceTimersByTimeAsync(50);
    expect([take(), response.isOver]).toEqual([[], true]);
  });

  it('end with the connection', async () => {
    const { response, take, emit } = connection();
    const { seen, calls, change, listeners } = inspected(60);
    response.isFast = false;
    feed(seen, response);
    expect(take()).toHaveLength(1);
    emit('close');
    change(calls[0]);
    await vi.advanceTimersByTimeAsync(100);
    expect([take(), listeners.size]).toEqual([[], 0]);
  });
});
