import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ConstantBackoff,
  ExponentialBackoff,
  JitteredBackoff,
  type RetryInfo,
  type RetryOptions,
  RetryPlugin,
} from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import type { Untyped } from '../../support/client.js';
import { expectWaits, retried } from '../../support/retried.js';

const steady = { jitter: false } as const;
const broken = (): never => {
  throw new Error('mine');
};
const rejecting = () => Promise.reject(new Error('mine'));
const askingFor = (wait: string, status = 503) =>
  jsonResponse(null, { status, headers: { 'retry-after': wait } });
const asking = (wait: string, status = 503) => ({ answers: [askingFor(wait, status), { n: 1 }] });
const attempts = async (...of: Parameters<typeof retried>) => (await retried(...of)).attempts;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('retryMiddleware (rules.md#retry)', () => {
  it('returns the success of a later attempt', async () => {
    const { result, attempts, onError } = await retried(undefined, { answers: [500, 503, { n: 3 }] });
    expect(result).toMatchObject({ data: { n: 3 }, error: null });
    expect({ attempts, length: onError.mock.calls.length }).toEqual({ attempts: 3, length: 0 });
  });

  it('returns the last failure if no attempt succeeds', async () => {
    const { result, attempts } = await retried(undefined, { answers: [500, 501, 502, 503] });
    expect(result).toMatchObject({ data: null, error: { kind: 'http', status: 503 } });
    expect(attempts).toBe(4);
  });

  it.each([undefined, null])(
    'replaces %o by the default of each option, and never by 0 or false',
    async (given) => {
      vi.spyOn(Math, 'random').mockReturnValue(0.5);
      const names: readonly (keyof RetryOptions)[] = [
        'max',
        'delay',
        'baseDelay',
        'maxDelay',
        'jitter',
        'respectRetryAfter',
        'methods',
        'budget',
        'beyondRetryAfter',
        'beyondDeadline',
        'retryOn',
        'onRetry',
      ];
      for (const name of names) {
        await expectWaits({ [name]: given }, '125 250 500');
        await expectWaits({ [name]: given }, '7000', asking('7'));
      }
    },
  );
});

describe('max', () => {
  it.each([
    [5, 6],
    [1.9, 2],
    [0.9, 1],
    [0, 1],
    [-1, 1],
    [NaN, 1],
  ])('of %d makes at most %d attempts', async (max, count) => {
    expect(await attempts({ max })).toBe(count);
    expect(await attempts(max)).toBe(count);
  });

  it('of Infinity continues until an attempt succeeds', async () => {
    const answers = [...Array.from({ length: 40 }, () => 503), { n: 1 }];
    expect(await attempts({ max: Infinity }, { answers })).toBe(41);
  });
});

describe('delay, baseDelay and maxDelay', () => {
  it.each<[string, RetryOptions, string]>([
    ['exponential', { delay: 'exponential' }, '250 500 1000'],
    ['linear', { delay: 'linear' }, '250 500 750'],
    ['a function', { delay: (attempt) => attempt * 7 }, '7 14 21'],
    ['a Backoff', { delay: new ExponentialBackoff({ baseDelay: 1 }) }, '1 2 4'],
    ['negative: 0', { delay: () => -5 }, '0 0 0'],
    ['NaN: exponential', { delay: () => NaN }, '250 500 1000'],
    ['Infinity: exponential', { delay: () => Infinity }, '250 500 1000'],
    ['not a number: exponential', { delay: () => 'soon' as never }, '250 500 1000'],
    ['exponential for a function that throws', { delay: broken }, '250 500 1000'],
    ['exponential for a Backoff that throws', { delay: { delay: broken } }, '250 500 1000'],
    [
      'exponential for the one wait in which the function fails',
      { delay: (n: number) => (n === 2 ? NaN : 7) },
      '7 500 7',
    ],
    [
      'set by the options for a function that fails',
      { delay: () => NaN, baseDelay: 10, maxDelay: 15 },
      '10 15 15',
    ],
    ['from baseDelay', { baseDelay: 10 }, '10 20 40'],
    ['linear from baseDelay', { baseDelay: 10, delay: 'linear' }, '10 20 30'],
    ['from NaN: the default', { baseDelay: NaN }, '250 500 1000'],
    ['from below 0: 0', { baseDelay: -1 }, '0 0 0'],
    ['up to maxDelay', { maxDelay: 100 }, '100 100 100'],
    ['linear up to maxDelay', { maxDelay: 100, delay: 'linear' }, '100 100 100'],
    ['a function up to maxDelay', { maxDelay: 100, delay: () => 5000 }, '100 100 100'],
    ['a Backoff up to maxDelay', { maxDelay: 100, delay: new ConstantBackoff(5000) }, '100 100 100'],
    ['up to 30 s by default', { delay: () => 1e9 }, '30000 30000 30000'],
    [
      'limited by the default for a maxDelay of NaN',
      { delay: () => 1e9, maxDelay: NaN },
      '30000 30000 30000',
    ],
    ['0 for a negative maxDelay', { maxDelay: -1 }, '0 0 0'],
    [
      'limited by the longest timer for a maxDelay of Infinity',
      { maxDelay: Infinity, delay: () => 1e12, max: 1 },
      String(2 ** 31 - 1),
    ],
  ])('are %s', (_, options, line) => expectWaits({ ...options, ...steady }, line));
});

describe('a delay that is a promise', () => {
  const thrown: unknown[] = [];
  const note = (error: unknown): void => void thrown.push(error);

  class Late extends RetryPlugin {
    protected override delay(): never {
      return rejecting() as never;
    }
  }

  it.each<[string, RetryOptions | RetryPlugin, string]>([
    ['from a function is exponential', { delay: rejecting as never }, '250 500 1000'],
    ['from a Backoff is exponential', { delay: { delay: rejecting as never } }, '250 500 1000'],
    [
      'from a jittered Backoff is exponential',
      { delay: new JitteredBackoff({ delay: rejecting as never }) },
      '250 500 1000',
    ],
    ['from a subclass is 0', new Late(), '0 0 0'],
  ])('%s, and its rejection is handled', async (_what, options, line) => {
    process.on('unhandledRejection', note);
    await expectWaits(options instanceof RetryPlugin ? options : { ...options, ...steady }, line);
    vi.useRealTimers();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(thrown.splice(0)).toEqual([]);
  });
});

describe('jitter', () => {
  it('waits a random part of the delay, which is drawn again for each wait', async () => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(0.1).mockReturnValueOnce(0.5).mockReturnValueOnce(0.75);
    await expectWaits({}, '25 250 750');
  });

  it.each<[string, RetryOptions, string]>([
    ['applies to linear delays', { delay: 'linear' }, '125 250 375'],
    ['applies to functions', { delay: () => 80 }, '40 40 40'],
    ['applies to the exponential delay of a function that fails', { delay: () => Infinity }, '125 250 500'],
    ['applies to the capped delay', { delay: () => 1e9, maxDelay: 100 }, '50 50 50'],
    ["doesn't change a Backoff", { delay: new ConstantBackoff(80) }, '80 80 80'],
    ['is switched off by false', { jitter: false }, '250 500 1000'],
  ])('%s', async (_, options, line) => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    await expectWaits(options, line);
  });
});

describe('beyondRetryAfter', () => {
  it.each([429, 503])("with 'stop' returns a %i that demands a longer wait than maxDelay", async (status) => {
    const onRetry = vi.fn();
    const retry = { beyondRetryAfter: 'stop', maxDelay: 6999, onRetry } as const;
    const { result, attempts } = await retried(retry, asking('7', status));
    expect([result.error?.status, result.error?.headers.get('retry-after'), attempts]).toEqual([
      status,
      '7',
      1,
    ]);
    expect(onRetry).not.toHaveBeenCalled();
  });

  it("with 'stop' waits up to maxDelay, and with 'cap' not longer", async () => {
    await expectWaits({ beyondRetryAfter: 'stop', maxDelay: 7000 }, '7000', asking('7'));
    await expectWaits({ beyondRetryAfter: 'cap', maxDelay: 400 }, '400', asking('7'));
  });

  it("with 'stop' reads the header only if the retry does", async () => {
    const stop = { ...steady, beyondRetryAfter: 'stop', maxDelay: 400 } as const;
    await expectWaits({ ...stop, respectRetryAfter: false }, '250', asking('7'));
    await expectWaits(stop, '250', asking('7', 500));
    await expectWaits(stop, '250', asking('soon'));
  });

  it("with 'stop' also applies to a custom delay that ignores the header", async () => {
    class Own extends RetryPlugin {
      protected override delay(): number {
        return 1;
      }
    }
    expect(await attempts(new Own({ beyondRetryAfter: 'stop', maxDelay: 1 }), asking('7'))).toBe(1);
  });
});

describe('beyondDeadline', () => {
  it.each<[RetryOptions, number | undefined, string]>([
    [{ beyondDeadline: 'stop' }, 1000, '250 500'],
    [{ beyondDeadline: 'stop' }, 750, '250'],
    [{ beyondDeadline: 'stop' }, 751, '250 500'],
    [{ beyondDeadline: 'stop' }, undefined, '250 500 1000'],
  ])('with %j and a timeout of %o ms returns the failure after %s', async (retry, timeout, line) => {
    const { result, waits } = await retried(
      { ...steady, ...retry },
      { answers: [503], options: { timeout } },
    );
    expect({ kind: result.error?.kind, status: result.error?.status, waits }).toEqual({
      kind: 'http',
      status: 503,
      waits: line,
    });
  });

  it.each<RetryOptions>([{ beyondDeadline: 'wait' }, {}])(
    'with %j waits until the timeout, which is the error',
    async (retry) => {
      const { result, waits } = await retried({ ...steady, ...retry }, { options: { timeout: 1000 } });
      expect(result.error).toMatchObject({ kind: 'timeout', lastAttempt: { error: { status: 503 } } });
      expect(waits).toBe('250 500');
    },
  );

  it("with 'stop' compares the wait that Retry-After demands", async () => {
    const { result } = await retried(
      { beyondDeadline: 'stop' },
      { answers: [askingFor('7')], options: { timeout: 7000 } },
    );
    expect(result.error?.status).toBe(503);
  });

  it("with 'stop' doesn't hide that the call was aborted", async () => {
    const leaving = new AbortController();
    const retryOn = () => {
      leaving.abort();
      return true;
    };
    const options = { signal: leaving.signal, timeout: 100 };
    const { result } = await retried({ ...steady, beyondDeadline: 'stop', retryOn }, { options });
    expect(result.error?.kind).toBe('abort');
  });
});

describe('respectRetryAfter', () => {
  beforeEach(() => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    vi.setSystemTime(Date.UTC(2026, 10, 21, 12));
  });

  it.each<[string, RetryOptions, string, string]>([
    ['seconds waits this time without jitter', {}, '7', '7000'],
    ['seconds waits this time, whatever the delay is', { delay: new ConstantBackoff(9000) }, '7', '7000'],
    ['0 waits 0 ms', {}, '0', '0'],
    ['a date waits until then', {}, 'Sat, 21 Nov 2026 12:00:05 GMT', '5000'],
    ['a date in the past waits 0 ms', {}, 'Sun, 06 Nov 1994 08:49:37 GMT', '0'],
    ['a large number waits maxDelay (trap 21)', { maxDelay: 400 }, '99999999', '400'],
    ['a huge number waits maxDelay (trap 21)', { maxDelay: 400 }, '9'.repeat(400), '400'],
    ['a distant date waits maxDelay (trap 21)', { maxDelay: 400 }, 'Friday, 01-Jan-60 00:00:00 GMT', '400'],
    ['a large number waits 30 s by default', {}, '99999999', '30000'],
    [
      'a large number waits at most as long as a timer can',
      { maxDelay: Infinity },
      '99999999',
      String(2 ** 31 - 1),
    ],
    ['an invalid value is ignored', {}, 'soon', '125'],
    ['seconds is ignored if the option is false', { respectRetryAfter: false }, '7', '125'],
  ])('for a header with %s', (_, options, header, wait) => expectWaits(options, wait, asking(header)));

  it.each([
    [429, '7000'],
    [503, '7000'],
    [500, '125'],
    [408, '125'],
  ])('after a %d waits %s', (status, wait) => expectWaits({}, wait, asking('7', status)));
});

describe('retryOn', () => {
  it('decides instead of the default', async () => {
    expect(await attempts({ retryOn: () => false }, { answers: [503] })).toBe(1);
    expect(await attempts({ retryOn: ({ error }) => error?.status === 404 }, { answers: [404] })).toBe(4);
  });

  it('can repeat a success', async () => {
    const retryOn: RetryOptions['retryOn'] = ({ data }) => (data as { n: number }).n < 3;
    expect((await retried({ retryOn }, { answers: [] })).result.data).toEqual({ n: 3 });
  });

  it('receives the Result, the number of failed attempts, and the call', async () => {
    const told: unknown[] = [];
    const retryOn: RetryOptions['retryOn'] = ({ error }, attempt, { requestName, request }) =>
      told.push([error?.status, attempt, requestName, request.method]) > 0;
    await retried({ max: 2, retryOn }, { answers: [500, 501, 502] });
    expect(told).toEqual([
      [500, 1, 'call', 'GET'],
      [501, 2, 'call', 'GET'],
    ]);
  });

  it.each<[string, () => unknown, number]>([
    ['is async and returns true', async () => true, 2],
    ['is async and returns false', async () => false, 1],
    ['rejects', rejecting, 1],
    ['throws', broken, 1],
  ])('decides, or stops the retries after an error of its own, if it %s', async (_, retryOn, count) => {
    const { result, attempts } = await retried({ retryOn: retryOn as never, max: 1 });
    expect({ status: result.error?.status, attempts }).toEqual({ status: 503, attempts: count });
  });

  it("can't change the Result that it receives", async () => {
    const retryOn = (result: Untyped): boolean => {
      Object.assign(result, { data: 'mine', error: null, response: null, retry: null });
      return false;
    };
    const { result } = await retried({ retryOn });
    expect(result).toMatchObject({ data: null, error: { status: 503 }, retry: expect.any(Function) });
  });
});

describe('onRetry', () => {
  it('is called before each wait, with max rounded down', async () => {
    const told: unknown[] = [];
    const onRetry = ({ attempt, max, delay, result }: RetryInfo) =>
      told.push([attempt, max, delay, result.error?.status]);
    await retried({ max: 2.9, onRetry, ...steady }, { answers: [500, askingFor('7'), 502] });
    expect(told).toEqual([
      [1, 2, 250, 500],
      [2, 2, 7000, 503],
    ]);
  });

  it.each<[string, (info: Untyped) => unknown]>([
    ['throws', broken],
    ['rejects', rejecting],
    ['never settles', () => new Promise(() => undefined)],
    ['changes the Result', ({ result }) => Object.assign(result as object, { data: 'mine', error: null })],
  ])("can't affect the call if it %s", async (_, onRetry) => {
    const { result } = await retried({ onRetry, max: 1 }, { answers: [500, 503] });
    expect({ data: result.data, status: result.error?.status }).toEqual({ data: null, status: 503 });
  });

  it('is not called if nothing is retried', async () => {
    const onRetry = vi.fn();
    await retried({ onRetry }, { answers: [404] });
    await retried({ onRetry, max: 0 });
    expect(onRetry).not.toHaveBeenCalled();
  });
});
