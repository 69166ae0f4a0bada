import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Middleware, type MiddlewareRequest, type Result, RetryPlugin } from '../../../lib/index.js';
import { answering } from '../../support/answering.js';
import { retried } from '../../support/retried.js';

type Veto = Parameters<MiddlewareRequest['veto']>[0];

const vetoing =
  (...vetoes: Veto[]): Middleware =>
  (ctx, next) => {
    for (const veto of vetoes) ctx.request.veto(veto);
    return next();
  };

/** How many requests there are under retry when these have a say. */
const attemptsWith = async (
  answer: number,
  vetoes: readonly Veto[],
  retry: Parameters<typeof retried>[0] = 2,
): Promise<number> => {
  const { attempts } = await retried(retry, { answers: [answer], middleware: [vetoing(...vetoes)] });
  return attempts;
};

/** What `vetoed` tells in a middleware outside of those who have a say. */
const decided = async (...vetoes: Veto[]): Promise<boolean | undefined> => {
  let decision: boolean | undefined;
  const ask: Middleware = async ({ request }, next) => {
    const result = await next();
    decision = request.vetoed(result);
    return result;
  };
  await answering([ask, vetoing(...vetoes)]).api.read();
  return decision;
};

describe('ctx.request.vetoed', () => {
  it('is not asked of one that was taken away', async () => {
    let decision: boolean | undefined;
    const ask: Middleware = async ({ request }, next) => {
      const takeAway = request.veto(() => true);
      request.veto(() => false);
      const result = await next();
      takeAway();
      decision = request.vetoed(result);
      return result;
    };
    await answering([ask]).api.read();
    expect(decision).toBe(false);
  });

  it.each([true, false])('tells what one says who has a say: %s', async (says) => {
    expect(await decided(() => says)).toBe(says);
  });

  it('is undefined when nobody has a say, or nobody decides', async () => {
    expect([await decided(), await decided(() => undefined)]).toEqual([undefined, undefined]);
  });

  it('is what the first says who decides', async () => {
    expect(
      await decided(
        () => undefined,
        () => false,
        () => true,
      ),
    ).toBe(false);
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
    ['is no function', 5 as never],
  ])('leaves it to the others where one %s', async (_what, veto) => {
    expect(await decided(veto, () => true)).toBe(true);
  });

  it('shows a copy of the Result: what becomes of that is nothing to the caller', async () => {
    const spoil = ((result: Result<unknown>) => {
      Object.assign(result, { data: 'spoilt' });
    }) as Veto;
    const ask: Middleware = async ({ request }, next) => {
      const result = await next();
      request.vetoed(result);
      return result;
    };
    const { api } = answering([ask, vetoing(spoil)]);
    expect((await api.read()).data).toEqual({ n: 1 });
  });

  it('is for the run alone: a retry of the Result asks nobody from before', async () => {
    const veto = jest.fn<Veto>(() => undefined);
    const ask: Middleware = async ({ request }, next) => {
      const result = await next();
      request.vetoed(result);
      return result;
    };
    const { api } = answering([ask, vetoing(veto)]);
    await (await api.read()).retry();
    expect(veto).toHaveBeenCalledTimes(2);
  });
});

describe('retry', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('tries again what a veto says yes to, though its own rule would not, and no more often than max', async () => {
    expect(await attemptsWith(404, [])).toBe(1);
    expect(await attemptsWith(404, [({ error }) => error?.status === 404])).toBe(3);
  });

  it('stops where a veto says no, though its own rule would go on', async () => {
    expect(await attemptsWith(503, [])).toBe(3);
    expect(await attemptsWith(503, [() => false])).toBe(1);
  });

  it('goes by its own rule where a veto says nothing', async () => {
    expect(await attemptsWith(503, [() => undefined])).toBe(3);
    expect(await attemptsWith(404, [() => undefined])).toBe(1);
  });

  it('asks before its own rule, which is not asked then', async () => {
    const retryOn = jest.fn(() => true);
    expect(await attemptsWith(503, [() => false], { retryOn })).toBe(1);
    expect(retryOn).not.toHaveBeenCalled();
  });

  it('asks before what a subclass decides by, too', async () => {
    class Stubborn extends RetryPlugin {
      protected override shouldRetry(): boolean {
        return true;
      }
    }
    expect(await attemptsWith(503, [({ error }) => error?.status !== 503], new Stubborn(3))).toBe(1);
  });

  it('is told of no Result once max is reached', async () => {
    const veto = jest.fn<Veto>(() => true);
    expect(await attemptsWith(503, [veto], 1)).toBe(2);
    expect(veto).toHaveBeenCalledTimes(1);
  });

  it('may be stopped in the midst of its attempts', async () => {
    let asked = 0;
    expect(await attemptsWith(503, [() => ((asked += 1) < 2 ? undefined : false)], 5)).toBe(2);
  });
});
