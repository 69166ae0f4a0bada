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

describe('a retry', () => {
  /** How many requests there are under retry when these have a say. */
  const attemptsWith = async (
    answer: number,
    vetoes: readonly Veto[],
    retry: Parameters<typeof retried>[0] = 2,
  ): Promise<number> => {
    const { attempts } = await retried(retry, { answers: [answer], middleware: [vetoing(...vetoes)] });
    return attempts;
  };

  it('tries again what a veto says yes to, though its own rule would not, and no more often than max', async () => {
    expect(await attemptsWith(404, [])).toBe(1);
    expect(await attemptsWith(404, [({ error }) => error?.status === 404])).toBe(3);
  });

  it('stops where a veto says no, before its own rule is asked', async () => {
    const retryOn = vi.fn(() => true);
    expect(await attemptsWith(503, [() => false], { retryOn })).toBe(1);
    expect(retryOn).not.toHaveBeenCalled();
  });

  it('goes by its own rule where a veto says nothing', async () => {
    expect(await attemptsWith(503, [() => undefined])).toBe(3);
    expect(await attemptsWith(404, [() => undefined])).toBe(1);
  });

  it('asks before what a subclass decides by, too', async () => {
    class Stubborn extends RetryPlugin {
      protected override shouldRetry(): boolean {
        return true;
      }
    }
    expect(await attemptsWith(503, [({ error }) => error?.status !== 503], new Stubborn(3))).toBe(1);
  });

  it('asks of no Result once max is reached', async () => {
    const veto = vi.fn<Veto>(() => true);
    expect(await attemptsWith(503, [veto], 1)).toBe(2);
    expect(veto).toHaveBeenCalledTimes(1);
  });

  it('may be stopped in the midst of its attempts', async () => {
    let asked = 0;
    expect(await attemptsWith(503, [() => ((asked += 1) < 2 ? undefined : false)], 5)).toBe(2);
  });

  it('of another copy of the package asks, too', async () => {
    const { RetryPlugin: Other } = secondCopy();
    const { api, requests } = createTestClient({
      middleware: [new Other(2), vetoing(() => false)],
      answers: [503],
    });
    await api.call();
    expect(requests).toHaveLength(1);
  });

  it('asks those who stand outside of it, too', async () => {
    const { api, requests } = createTestClient({
      middleware: [vetoing(() => false), new RetryPlugin(2)],
      answers: [503],
    });
    await api.call();
    expect(requests).toHaveLength(1);
  });
});

describe('retryDecision', () => {
  /** What it tells an outermost middleware when these were given a say. */
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
    ['undefined where none has a say', [], undefined],
    ['undefined where none decides', [silent, silent], undefined],
    ['true where one says so', [yes], true],
    ['what the first says who decides', [silent, no, yes], false],
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
    ['gives no boolean', () => 1 as never],
  ])('leaves it to the others where one %s', async (_what, veto) => {
    expect(await decided(veto, no)).toBe(false);
  });

  it('does not ask one that was taken away, and one that was added twice only once', async () => {
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

  it('shows a copy of the Result, and asks none that an earlier run was given', async () => {
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
