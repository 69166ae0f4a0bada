import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Result } from '../../../lib/index.js';
import { createTestClient } from '../../support/client.js';

type Given = [call?: unknown, endpoint?: unknown, client?: unknown];

/** Lets a table pass values that the types forbid. */
const option = (timeout: unknown): { timeout: number } => ({ timeout: timeout as number });

const LONGEST = 2 ** 31 - 1;

/** Starts a call with these timeouts. An undefined timeout is passed explicitly. */
const start = ([call, endpoint, client]: Given) => {
  const { api, requests } = createTestClient({ held: true, ...option(client), endpoint: option(endpoint) });
  const seen: { result?: Result<unknown> } = {};
  void api.call({}, option(call)).then((result) => (seen.result = result));
  return { seen, requests };
};

/** The delays of all timers that the call sets. */
const delaysOf = (given: Given): unknown[] => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  start(given);
  return timers.mock.calls.map(([, delay]) => delay);
};

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a timeout (rules.md#deadlines-and-aborts)', () => {
  it.each([
    [100, 100],
    [1, 1],
    [0.5, 1],
    [Number.MIN_VALUE, 1],
    [1.999, 1],
    [99.9, 99],
    [LONGEST, LONGEST],
  ])('sets a deadline of its value, rounded: %d is %d ms', async (given, deadline) => {
    const { seen } = start([given]);
    await vi.advanceTimersByTimeAsync(deadline - 1);
    expect(seen.result).toBeUndefined();
    await vi.advanceTimersByTimeAsync(2);
    expect(seen.result?.error).toMatchObject({ kind: 'timeout', body: { name: 'TimeoutError' } });
  });

  it.each([[2 ** 31], [3e9], [Number.MAX_VALUE], [Infinity]])(
    "is capped when it is %d, and doesn't fire immediately (trap 22)",
    async (given) => {
      expect(delaysOf([given])).toEqual([LONGEST]);
      const { seen, requests } = start([given]);
      await vi.advanceTimersByTimeAsync(24 * 3600 * 1000);
      expect(seen.result).toBeUndefined();
      requests[0]!.answer('here');
      await vi.advanceTimersByTimeAsync(0);
      expect(seen.result?.data).toBe('here');
    },
  );

  it('sets no timer above the maximum, even if the difference of two times is inexact', () => {
    vi.stubGlobal('performance', { now: () => 1000.3 });
    expect(delaysOf([LONGEST])).toEqual([LONGEST]);
  });

  it.each([[0], [-0], [-1], [-0.5], [-Infinity], [NaN]])('sets no deadline when it is %d', (given) => {
    expect(delaysOf([given])).toEqual([]);
  });
});

describe('the timeouts of the three levels (rules.md#deadlines-and-aborts)', () => {
  it.each<[string, Given, number[]]>([
    ["the client's timeout applies by default", [undefined, undefined, 300], [300]],
    ["the endpoint's timeout wins over the client's", [undefined, 200, 300], [200]],
    ["the call's timeout wins over both", [100, 200, 300], [100]],
    ['the most specific timeout wins even if it is longer', [3000, 200, 100], [3000]],
    ["a call's 0 removes the deadline", [0, 200, 300], []],
    ["an endpoint's 0 removes the client's deadline", [undefined, 0, 300], []],
    ["a call's NaN removes the deadline", [NaN, 200], []],
    ["a negative timeout on the call removes the endpoint's deadline", [-1, 200], []],
    ["a call's timeout wins over an endpoint's 0", [100, 0, 300], [100]],
    ['undefined on the call keeps the level below', [undefined, 200], [200]],
    ['undefined at every level sets no deadline', [], []],
  ])('%s', (_rule, given, delays) => {
    expect(delaysOf(given)).toEqual(delays);
  });

  it('start again when retry() runs the call again', async () => {
    const { seen } = start([100]);
    await vi.advanceTimersByTimeAsync(101);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    void seen.result!.retry();
    expect(timers.mock.calls.map(([, delay]) => delay)).toEqual([100]);
  });
});
