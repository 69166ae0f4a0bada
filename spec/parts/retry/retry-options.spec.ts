import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BACKOFF_DEFAULTS } from '../../../lib/parts/backoff/backoff.js';
import {
  ConstantBackoff,
  ExponentialBackoff,
  type RetryInfo,
  type RetryOptions,
  RetryPlugin,
} from '../../../lib/index.js';
import { RETRY_DEFAULTS } from '../../../lib/parts/retry/retry-options.js';
import { askingFor } from '../../support/answering.js';
import { expectWaits, retried } from '../../support/retried.js';
import type { Untyped } from '../../support/capture.js';

const steady = { jitter: false } as const;
const without = (name: keyof RetryOptions): RetryOptions => ({ ...steady, [name]: undefined });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('retryMiddleware (rules.md#retry)', () => {
  it('has the documented defaults', () => {
    expect(RETRY_DEFAULTS).toEqual({
      max: 3,
      maxDelay: 30_000,
      jitter: true,
      respectRetryAfter: true,
      methods: 'all',
      beyondRetryAfter: 'cap',
      beyondDeadline: 'wait',
    });
    expect(BACKOFF_DEFAULTS).toEqual({ baseDelay: 250, maxDelay: 30_000 });
  });

  it('gives a success as it is', async () => {
    const { result, attempts } = await retried(undefined, { answers: [{ n: 1 }] });
    expect(result.data).toEqual({ n: 1 });
    expect(attempts).toBe(1);
  });

  it('gives the success of a later attempt', async () => {
    const { result, attempts, onError } = await retried(undefined, { answers: [500, 503, { n: 3 }] });
    expect(result).toMatchObject({ data: { n: 3 }, error: null });
    expect(attempts).toBe(3);
    expect(onError).not.toHaveBeenCalled();
  });

  it('gives the last failure when there is no success', async () => {
    const { result, attempts } = await retried(undefined, { answers: [500, 501, 502, 503] });
    expect(result).toMatchObject({ data: null, error: { kind: 'http', status: 503 } });
    expect(attempts).toBe(4);
  });

  it('takes an explicit undefined for the default', async () => {
    for (const name of ['max', 'delay', 'baseDelay', 'maxDelay', 'retryOn', 'onRetry'] as const)
      await expectWaits(without(name), '250 500 1000');
  });

  it.each([
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
  ] as const)('takes null for the default of %s, never for 0 or false', async (name) => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    const retry = { [name]: null } as unknown as RetryOptions;
    await expectWaits(retry, '125 250 500');
    await expectWaits(retry, '7000', { answers: [askingFor('7'), { n: 1 }] });
  });

  it('takes nothing from Object.prototype', async () => {
    Object.defineProperty(Object.prototype, 'max', { value: 0, configurable: true });
    await expectWaits(steady, '250 500 1000');
    Reflect.deleteProperty(Object.prototype, 'max');
  });
});

describe('max', () => {
  it.each([
    [1, 2],
    [5, 6],
    [1.9, 2],
    [0.9, 1],
    [0, 1],
    [-1, 1],
    [NaN, 1],
    [-Infinity, 1],
  ])('of %d makes at most %d attempts', async (max, attempts) => {
    expect((await retried({ max })).attempts).toBe(attempts);
    expect((await retried(max)).attempts).toBe(attempts);
  });

  it('of Infinity goes on until there is a success', async () => {
    const answers = [...Array.from({ length: 40 }, () => 503), { n: 1 }];
    expect((await retried({ max: Infinity }, { answers })).attempts).toBe(41);
  });
});

describe('delay', () => {
  it.each<[RetryOptions['delay'], string]>([
    ['exponential', '250 500 1000'],
    ['linear', '250 500 750'],
    [(attempt) => attempt * 7, '7 14 21'],
    [new ConstantBackoff(40), '40 40 40'],
    [new ExponentialBackoff({ baseDelay: 1 }), '1 2 4'],
    [() => -5, '0 0 0'],
  ])('of %p waits %s', (delay, line) => expectWaits({ delay, ...steady }, line));

  it.each<[string, () => number]>([
    ['gives NaN', () => NaN],
    ['gives Infinity', () => Infinity],
    ['gives -Infinity', () => -Infinity],
    ['gives no number', () => 'soon' as never],
    ['gives nothing', () => undefined as never],
    [
      'throws',
      () => {
        throw new Error('mine');
      },
    ],
  ])('that %s is exponential', (_what, delay) => expectWaits({ delay, ...steady }, '250 500 1000'));

  it('that fails once is exponential for that wait, in the place that the wait has', () =>
    expectWaits({ delay: (attempt: number) => (attempt === 2 ? NaN : 7), ...steady }, '7 500 7'));

  it('that fails falls back to the baseDelay and maxDelay of the options', () =>
    expectWaits({ delay: () => NaN, baseDelay: 10, maxDelay: 15, ...steady }, '10 15 15'));

  it('is the jittered exponential one when it fails under jitter', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    await expectWaits({ delay: () => Infinity }, '125 250 500');
  });
});

describe('baseDelay', () => {
  it('is the first wait of both named delays', async () => {
    await expectWaits({ baseDelay: 10, ...steady }, '10 20 40');
    await expectWaits({ baseDelay: 10, delay: 'linear', ...steady }, '10 20 30');
  });

  it('of NaN is the default', () => expectWaits({ baseDelay: NaN, ...steady }, '250 500 1000'));

  it('that is negative is 0', () => expectWaits({ baseDelay: -1, ...steady }, '0 0 0'));
});

describe('maxDelay', () => {
  it.each<[RetryOptions['delay']]>([['exponential'], ['linear'], [() => 5000], [new ConstantBackoff(5000)]])(
    'caps %p',
    (delay) => expectWaits({ delay, maxDelay: 100, ...steady }, '100 100 100'),
  );

  it('is 30 s by default', () => expectWaits({ delay: () => 1e9, ...steady }, '30000 30000 30000'));

  it('of NaN is the default', () =>
    expectWaits({ maxDelay: NaN, delay: () => 1e9, ...steady }, '30000 30000 30000'));

  it('that is negative is 0', () => expectWaits({ maxDelay: -1, ...steady }, '0 0 0'));

  it('of Infinity waits no longer than a timer can', () =>
    expectWaits({ maxDelay: Infinity, delay: () => 1e12, max: 1, ...steady }, String(2 ** 31 - 1)));
});

describe('jitter', () => {
  it('waits a part of the delay that is drawn anew for each wait', async () => {
    jest.spyOn(Math, 'random').mockReturnValueOnce(0.1).mockReturnValueOnce(0.5).mockReturnValueOnce(0.75);
    await expectWaits({}, '25 250 750');
  });

  it('is for linear delays and functions too', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    await expectWaits({ delay: 'linear' }, '125 250 375');
    await expectWaits({ delay: () => 80 }, '40 40 40');
  });

  it('is a part of the capped delay: not every long wait ends at the same moment', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    await expectWaits({ delay: () => 1e9, maxDelay: 100 }, '50 50 50');
  });

  it('leaves a Backoff as it is', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    await expectWaits({ delay: new ConstantBackoff(80) }, '80 80 80');
  });

  it('is left out when it is false', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    await expectWaits({ jitter: false }, '250 500 1000');
  });
});

describe('beyondRetryAfter', () => {
  const asking = (wait: string, status = 503) => ({ answers: [askingFor(wait, status), { n: 1 }] });

  it("of 'stop' brings home what asks for a longer wait than maxDelay", async () => {
    for (const status of [429, 503]) {
      const retry = { beyondRetryAfter: 'stop', maxDelay: 6999 } as const;
      const { result, attempts } = await retried(retry, asking('7', status));
      expect([result.error?.status, result.error?.headers.get('retry-after'), attempts]).toEqual([
        status,
        '7',
        1,
      ]);
    }
  });

  it("of 'stop' waits as long as maxDelay allows", () =>
    expectWaits({ beyondRetryAfter: 'stop', maxDelay: 7000 }, '7000', asking('7')));

  it("of 'stop' heeds the header where the retry does", async () => {
    const stop = { ...steady, beyondRetryAfter: 'stop', maxDelay: 400 } as const;
    await expectWaits({ ...stop, respectRetryAfter: false }, '250', asking('7'));
    await expectWaits(stop, '250', asking('7', 500));
    await expectWaits(stop, '250', asking('soon'));
  });

  it("of 'stop' is for a delay of the user's own, too, which knows of no header", async () => {
    class Own extends RetryPlugin {
      protected override delay(): number {
        return 1;
      }
    }
    expect((await retried(new Own({ beyondRetryAfter: 'stop', maxDelay: 1 }), asking('7'))).attempts).toBe(1);
  });

  it("of 'cap' waits for maxDelay, as by default", () =>
    expectWaits({ beyondRetryAfter: 'cap', maxDelay: 400 }, '400', asking('7')));

  it("of 'stop' tells nobody of a wait", async () => {
    const onRetry = jest.fn();
    await retried({ beyondRetryAfter: 'stop', maxDelay: 1, onRetry }, asking('7'));
    expect(onRetry).not.toHaveBeenCalled();
  });
});

describe('beyondDeadline', () => {
  const call = async (retry: RetryOptions, timeout: number | undefined) => {
    const { result, waits } = await retried(
      { ...steady, ...retry },
      { answers: [503], options: { timeout } },
    );
    return [result.error?.kind, result.error?.status, waits];
  };

  it("of 'stop' brings home the failure whose wait would not end before the deadline", async () => {
    expect(await call({ beyondDeadline: 'stop' }, 1000)).toEqual(['http', 503, '250 500']);
    expect(await call({ beyondDeadline: 'stop' }, 750)).toEqual(['http', 503, '250']);
    expect(await call({ beyondDeadline: 'stop' }, 751)).toEqual(['http', 503, '250 500']);
  });

  it("of 'stop' goes on without a deadline", async () => {
    expect(await call({ beyondDeadline: 'stop' }, undefined)).toEqual(['http', 503, '250 500 1000']);
  });

  it("of 'wait' waits until the deadline, as by default, and brings home the same", async () => {
    expect(await call({ beyondDeadline: 'wait' }, 1000)).toEqual(['http', 503, '250 500']);
    expect(await call({}, 1000)).toEqual(['http', 503, '250 500']);
  });

  it("of 'stop' goes by the wait that Retry-After asks for", async () => {
    const { result } = await retried(
      { beyondDeadline: 'stop' },
      { answers: [askingFor('7')], options: { timeout: 7000 } },
    );
    expect(result.error?.status).toBe(503);
  });

  it("of 'stop' does not hide that the call was aborted", async () => {
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

describe('an option that can not be one', () => {
  it.each<[string, unknown, string]>([
    ['beyondRetryAfter', 'wait', "beyondRetryAfter is a string: pass 'cap' or 'stop'."],
    ['beyondRetryAfter', true, "beyondRetryAfter is a boolean: pass 'cap' or 'stop'."],
    ['beyondDeadline', 'cap', "beyondDeadline is a string: pass 'wait' or 'stop'."],
    ['beyondDeadline', 0, "beyondDeadline is a number: pass 'wait' or 'stop'."],
    ['budget', 20, 'budget is a number: pass an object with take and credit, such as a RetryBudget.'],
    [
      'budget',
      { take: () => true },
      'budget is an Object: pass an object with take and credit, such as a RetryBudget.',
    ],
    ['budget', false, 'budget is a boolean: pass an object with take and credit, such as a RetryBudget.'],
  ])('of %s, %p, throws when the retry is made', (name, value, sentence) => {
    expect(() => new RetryPlugin({ [name]: value })).toThrow(new TypeError(sentence));
  });
});

describe('respectRetryAfter', () => {
  const asking = (wait: string) => ({ answers: [askingFor(wait), { n: 1 }] });

  beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0.5));

  it('waits as long as the header asks, in place of the delay and without jitter', async () => {
    await expectWaits({}, '7000', asking('7'));
    await expectWaits({ delay: new ConstantBackoff(9000) }, '7000', asking('7'));
    await expectWaits({}, '0', asking('0'));
  });

  it('takes a date', async () => {
    jest.setSystemTime(Date.UTC(2026, 10, 21, 12));
    await expectWaits({}, '5000', asking('Sat, 21 Nov 2026 12:00:05 GMT'));
  });

  it('waits nothing until a date that has passed', () =>
    expectWaits({}, '0', asking('Sun, 06 Nov 1994 08:49:37 GMT')));

  it.each(['99999999', '9'.repeat(400), 'Friday, 01-Jan-60 00:00:00 GMT'])(
    'is capped by maxDelay, whatever %s asks for (trap 21)',
    (wait) => expectWaits({ maxDelay: 400 }, '400', asking(wait)),
  );

  it('is capped by the default maxDelay too', () => expectWaits({}, '30000', asking('99999999')));

  it('is capped by what a timer can wait, where maxDelay is Infinity', () =>
    expectWaits({ maxDelay: Infinity }, String(2 ** 31 - 1), asking('99999999')));

  it('waits the delay where the header can not be read', () => expectWaits({}, '125', asking('soon')));

  it('waits the delay when it is false', () => expectWaits({ respectRetryAfter: false }, '125', asking('7')));

  it('waits as a 429 asks, which retryOn wants', () =>
    expectWaits({ retryOn: ({ error }) => error?.status === 429 }, '3000', {
      answers: [askingFor('3', 429), { n: 1 }],
    }));
});

describe('retryOn', () => {
  it.each([
    ['true', 2],
    ['false', 1],
  ])('may be async, whatever the types say: %s', async (answer, attempts) => {
    const retryOn = async () => answer === 'true';
    expect((await retried({ retryOn: retryOn as never, max: 1 })).attempts).toBe(attempts);
  });

  it('that rejects stops retrying', async () => {
    const retryOn = () => Promise.reject(new Error('mine'));
    expect((await retried({ retryOn: retryOn as never, max: 1 })).attempts).toBe(1);
  });

  it('is asked with a Result that it cannot change', async () => {
    const retryOn = (result: Untyped): boolean => {
      Object.assign(result, { data: 'mine', error: null, response: null, retry: null });
      return false;
    };
    const { result } = await retried({ retryOn });
    expect(result).toMatchObject({ data: null, error: { status: 503 }, retry: expect.any(Function) });
  });

  it('and neither can onRetry', async () => {
    const onRetry = ({ result }: Untyped): unknown => Object.assign(result, { data: 'mine', error: null });
    const { result, attempts } = await retried({ onRetry, max: 1 });
    expect([result.data, result.error?.status, attempts]).toEqual([null, 503, 2]);
  });

  it('decides in place of the default', async () => {
    const retryOn = () => false;
    expect((await retried({ retryOn }, { answers: [503] })).attempts).toBe(1);
    expect(
      (await retried({ retryOn: ({ error }) => error?.status === 404 }, { answers: [404] })).attempts,
    ).toBe(4);
  });

  it('may try a success again', async () => {
    const retryOn: RetryOptions['retryOn'] = ({ data }) => (data as { n: number }).n < 3;
    const { result } = await retried({ retryOn }, { answers: [] });
    expect(result.data).toEqual({ n: 3 });
  });

  it('is told the Result and how many attempts have failed', async () => {
    const retryOn = jest.fn(() => true);
    await retried({ max: 2, retryOn }, { answers: [500, 501, 502] });
    const told = retryOn.mock.calls as unknown as Parameters<NonNullable<RetryOptions['retryOn']>>[];
    expect(told.map(([{ error }, attempt]) => [error?.status, attempt])).toEqual([
      [500, 1],
      [501, 2],
    ]);
  });

  it('is told which call it is, as a middleware sees it', async () => {
    const seen: unknown[] = [];
    const retryOn: RetryOptions['retryOn'] = (_result, _attempt, { requestName, request }) =>
      seen.push([requestName, request.method]) > 0;
    await retried({ max: 1, retryOn });
    expect(seen).toEqual([['read', 'GET']]);
  });

  it('stops retrying when it throws', async () => {
    const retryOn = () => {
      throw new Error('mine');
    };
    const { result, attempts } = await retried({ retryOn });
    expect(result.error).toMatchObject({ kind: 'http', status: 503 });
    expect(attempts).toBe(1);
  });
});

describe('onRetry', () => {
  it('is told of each wait before it begins', async () => {
    const told: unknown[] = [];
    const onRetry = ({ attempt, max, delay, result }: RetryInfo) =>
      told.push([attempt, max, delay, result.error?.status]);
    await retried({ max: 2, onRetry, ...steady }, { answers: [500, 501, 502] });
    expect(told).toEqual([
      [1, 2, 250, 500],
      [2, 2, 500, 501],
    ]);
  });

  it('is told a max with a fraction rounded down', async () => {
    const onRetry = jest.fn<(info: RetryInfo) => void>();
    await retried({ max: 1.9, onRetry });
    expect(onRetry.mock.calls.map(([{ max }]) => max)).toEqual([1]);
  });

  it('is told the wait that Retry-After asks for', async () => {
    const onRetry = jest.fn<(info: RetryInfo) => void>();
    await retried({ onRetry }, { answers: [askingFor('7'), { n: 1 }] });
    expect(onRetry.mock.calls[0]![0].delay).toBe(7000);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
    ],
    ['rejects', () => Promise.reject(new Error('mine'))],
  ])('is ignored when it %s', async (_what, onRetry) => {
    const { result } = await retried({ onRetry }, { answers: [503, { n: 2 }] });
    expect(result.data).toEqual({ n: 2 });
  });

  it('does not hold up the retry when it never settles', async () => {
    const { result } = await retried({ onRetry: () => new Promise(() => {}) }, { answers: [503, { n: 2 }] });
    expect(result.data).toEqual({ n: 2 });
  });

  it('is not called when nothing is tried again', async () => {
    const onRetry = jest.fn();
    await retried({ onRetry }, { answers: [404] });
    await retried({ onRetry, max: 0 });
    expect(onRetry).not.toHaveBeenCalled();
  });
});
