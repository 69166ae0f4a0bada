import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Middleware, type Result, RetryPlugin } from '../../../lib/index.js';
import { retryDecision, decideRetry } from '../../../lib/entries/retry.js';
import { createTestClient } from '../../support/client.js';
import { retried } from '../../support/retried.js';
import { secondCopy } from '../../support/second-copy.js';

type Veto = Parameters<typeof decideRetry>[1];

const vetoing =
  (...vetoes: Veto[]): Middleware =>
  (ctx, next) => {
    for (const veto of vetoes) decideRetry(ctx, veto);
    return next();
  };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a retry with decision functions', () => {
  /** The number of requests under retry with these decision functions. */
  const attemptsWith = async (
    answer: number,
    vetoes: readonly Veto[],
    retry: Parameters<typeof retried>[0] = 2,
  ): Promise<number> => {
    const { attempts } = await retried(retry, { answers: [answer], middleware: [vetoing(...vetoes)] });
    return attempts;
  };

  it('repeats a request if a function returns true, against the rule of the retry, and at most max times', async () => {
    expect(await attemptsWith(404, [])).toBe(1);
    expect(await attemptsWith(404, [({ error }) => error?.status === 404])).toBe(3);
  });

  it('stops if a function returns false, before its own rule runs', async () => {
    const retryOn = vi.fn(() => true);
    expect(await attemptsWith(503, [() => false], { retryOn })).toBe(1);
    expect(retryOn).not.toHaveBeenCalled();
  });

  it('uses its own rule if a function returns undefined', async () => {
    expect(await attemptsWith(503, [() => undefined])).toBe(3);
    expect(await attemptsWith(404, [() => undefined])).toBe(1);
  });

  it('calls the functions before the rule of a subclass too', async () => {
    class Stubborn extends RetryPlugin {
      protected override shouldRetry(): boolean {
        return true;
      }
    }
    expect(await attemptsWith(503, [({ error }) => error?.status !== 503], new Stubborn(3))).toBe(1);
  });

  it('calls no function after max is reached', async () => {
    const veto = vi.fn<Veto>(() => true);
    expect(await attemptsWith(503, [veto], 1)).toBe(2);
    expect(veto).toHaveBeenCalledTimes(1);
  });

  it('can be stopped between two attempts', async () => {
    let asked = 0;
    expect(await attemptsWith(503, [() => ((asked += 1) < 2 ? undefined : false)], 5)).toBe(2);
  });

  it('of another copy of the package calls the functions too', async () => {
    const { RetryPlugin: Other } = secondCopy();
    const { api, requests } = createTestClient({
      middleware: [new Other(2), vetoing(() => false)],
      answers: [503],
    });
    await api.call();
    expect(requests).toHaveLength(1);
  });

  it('calls the functions of outer middleware too', async () => {
    const { api, requests } = createTestClient({
      middleware: [vetoing(() => false), new RetryPlugin(2)],
      answers: [503],
    });
    await api.call();
    expect(requests).toHaveLength(1);
  });
});

describe('retryDecision', () => {
  /** The value that it returns to an outermost middleware with these functions. */
  const decided = async (...vetoes: Veto[]): Promise<boolean | undefined> => {
    let decision: boolean | undefined;
    const ask: Middleware = async (ctx, next) => {
      const result = await next();
      decision = retryDecision(ctx, result);
      return result;
    };
    await createTestClient({ middleware: [ask, vetoing(...vetoes)] }).api.call();
    return decision;
  };

  const no: Veto = () => false;
  const yes: Veto = () => true;
  const silent: Veto = () => undefined;

  it.each<[string, Veto[], boolean | undefined]>([
    ['undefined without a function', [], undefined],
    ['undefined if no function decides', [silent, silent], undefined],
    ['true if a function returns true', [yes], true],
    ['the value of the first function that decides', [silent, no, yes], false],
  ])('is %s', async (_what, vetoes, says) => {
    expect(await decided(...vetoes)).toBe(says);
  });

  it.each<[string, Veto]>([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
    ],
    ['is async', (async () => true) as never],
    ['rejects', (() => Promise.reject(new Error('mine'))) as never],
    ['returns no boolean', () => 1 as never],
  ])('ignores a function that %s', async (_what, veto) => {
    expect(await decided(veto, no)).toBe(false);
  });

  it('skips a removed function, and calls a function that was added twice once', async () => {
    const [away, twice] = [vi.fn(silent), vi.fn(silent)];
    const ask: Middleware = async (ctx, next) => {
      const takeAway = decideRetry(ctx, away);
      const result = await next();
      takeAway();
      retryDecision(ctx, result);
      return result;
    };
    await createTestClient({ middleware: [ask, vetoing(twice, twice)] }).api.call();
    expect(away).not.toHaveBeenCalled();
    expect(twice).toHaveBeenCalledTimes(1);
  });

  it('passes a copy of the Result, and skips the functions of an earlier run', async () => {
    const spoil = vi.fn((result: Result<unknown>) => {
      Object.assign(result, { data: 'spoilt' });
      return undefined;
    });
    const ask: Middleware = async (ctx, next) => {
      const result = await next();
      retryDecision(ctx, result);
      return result;
    };
    const { api } = createTestClient({ middleware: [ask, vetoing(spoil)] });
    const result = await api.call();
    expect(result.data).toEqual({ n: 1 });
    await result.retry();
    expect(spoil).toHaveBeenCalledTimes(2);
  });
});
