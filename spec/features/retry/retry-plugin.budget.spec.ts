import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Budget,
  CachePlugin,
  type Middleware,
  type RetryOptions,
  RetryPlugin,
} from '../../../lib/index.js';
import { type Answer, createTestClient } from '../../support/client.js';
import { retried } from '../../support/retried.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const URL_OF_ALL = 'http://api.test/things';

/** A budget of this number of retries, and the calls of its methods: `'take'` or `'credit'`. */
const counted = (left: number) => {
  const log: string[] = [];
  const urls = new Set<string>();
  const noted = (what: string, url: string) => {
    log.push(what);
    urls.add(url);
  };
  const budget: Budget = {
    take: (url) => {
      noted('take', url);
      left -= 1;
      return left >= 0;
    },
    credit: (url) => noted('credit', url),
  };
  return { budget, log, urls };
};

const logOf = async (answers: readonly Answer[], retry: RetryOptions = {}, left = 9): Promise<string> => {
  const { budget, log } = counted(left);
  await retried({ ...retry, budget }, { answers });
  return log.join(' ');
};

describe('a budget (rules.md#retry)', () => {
  it('pays for each retry, and is credited for the success of an attempt', async () => {
    expect(await logOf([503, 503, { n: 1 }])).toBe('take take credit');
    expect(await logOf([{ n: 1 }])).toBe('credit');
  });

  it('is not credited for a failure', async () => {
    expect(await logOf([404])).toBe('');
    expect(await logOf([503])).toBe('take take take');
  });

  it('that is empty makes the retry return the Result unchanged', async () => {
    const { budget } = counted(1);
    const onRetry = vi.fn();
    const { result, attempts, onError } = await retried({ budget, onRetry }, { answers: [500, 503] });
    expect({ kind: result.error?.kind, status: result.error?.status, attempts }).toEqual({
      kind: 'http',
      status: 503,
      attempts: 2,
    });
    expect(onRetry).toHaveBeenCalledTimes(1);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('receives the whole URL of the sent request', async () => {
    const { budget, urls } = counted(9);
    const elsewhere: Middleware = ({ request }, next) => {
      request.url = 'http://other.test/things?n=1';
      return next();
    };
    await retried({ budget }, { answers: [503, { n: 1 }] });
    expect([...urls]).toEqual([URL_OF_ALL]);
    urls.clear();
    await retried({ budget }, { answers: [503, { n: 1 }], middleware: [elsewhere] });
    expect([...urls]).toEqual(['http://other.test/things?n=1']);
  });

  it('is not charged if no retry would follow anyway', async () => {
    expect(await logOf([503], { max: 0 })).toBe('');
    expect(await logOf([503], { retryOn: () => false })).toBe('');
    expect(await logOf([503], { methods: ['POST'] })).toBe('');
    const asking = new Response(null, { status: 503, headers: { 'retry-after': '60' } });
    expect(await logOf([asking], { beyondRetryAfter: 'stop' })).toBe('');
    expect(await logOf([503, 503, { n: 1 }], { max: 1 })).toBe('take');
  });

  it('is not charged after the call was aborted', async () => {
    const { budget, log } = counted(9);
    const leaving = new AbortController();
    const retryOn = () => {
      leaving.abort();
      return true;
    };
    await retried({ budget, retryOn }, { options: { signal: leaving.signal } });
    expect(log).toEqual([]);
  });

  it('pays for a retry after a success, as for a retry after a failure', async () => {
    expect(await logOf([{ n: 1 }, { n: 2 }], { retryOn: ({ data }) => (data as { n: number }).n < 2 })).toBe(
      'credit take credit',
    );
  });
});

describe('a budget is not used if nothing is sent:', () => {
  it('for a cached response', async () => {
    const { budget, log } = counted(9);
    const { api } = createTestClient({ middleware: [new RetryPlugin({ budget }), new CachePlugin()] });
    await api.call();
    await api.call();
    expect(log).toEqual(['credit']);
  });

  it('for a Result of a middleware', async () => {
    const { budget, log } = counted(9);
    const own: Middleware = async () => ({ data: 1 }) as never;
    await retried({ budget }, { middleware: [own] });
    expect(log).toEqual([]);
  });

  it('for a call that joined the request of another', async () => {
    const { budget, log } = counted(9);
    const { api, requests } = createTestClient({
      held: true,
      middleware: [new RetryPlugin({ budget })],
      endpoint: { share: true },
    });
    const calls = [api.call(), api.call(), api.call()];
    await vi.advanceTimersByTimeAsync(0);
    requests[0]!.answer({ n: 1 });
    await Promise.all(calls);
    expect(log).toEqual(['credit']);
  });
});

describe('a budget that fails', () => {
  const explode = () => {
    throw new Error('mine');
  };

  it('rejects the retry if take throws or rejects', async () => {
    const rejecting = (() => Promise.reject(new Error('mine'))) as never;
    for (const take of [explode, rejecting]) {
      const { result, attempts } = await retried({ budget: { take, credit: () => {} } });
      expect({ status: result.error?.status, attempts }).toEqual({ status: 503, attempts: 1 });
    }
  });

  it('has no effect if credit throws or rejects', async () => {
    const rejecting = (): unknown => Promise.reject(new Error('mine'));
    for (const credit of [explode, rejecting]) {
      const { result } = await retried({ budget: { take: () => true, credit: credit } }, { answers: [] });
      expect(result.data).toEqual({ n: 1 });
    }
  });

  it('is waited for if take is async, against its type', async () => {
    const take = (async () => false) as never;
    expect((await retried({ budget: { take, credit: () => {} } })).attempts).toBe(1);
  });
});
