import { describe, expect, it, vi } from 'vitest';
import { AuthPlugin } from '../../../lib/entries/auth.js';
import {
  type HttpMethod,
  type Middleware,
  type MiddlewareContext,
  retryMiddleware,
  type RetryOptions,
} from '../../../lib/index.js';
import { IdempotencyPlugin, NotSentError } from '../../../lib/entries/resilience.js';
import { type Answer, createTestClient, type TestClientOptions } from '../../support/client.js';
import { keysOf, useFakeTimersAndKeys } from '../../support/keyed.js';

useFakeTimersAndKeys();

const POST = { endpoint: { method: 'POST' } } as const;
const soon: RetryOptions = { baseDelay: 1, methods: 'idempotent' };
const DAY = 86_400_000;

/** A client that sends POST requests with keys and retries. */
const posting = (
  answers: readonly Answer[],
  more: TestClientOptions = {},
  plugin = new IdempotencyPlugin(),
) =>
  createTestClient({
    endpoints: ['call', 'other'],
    middleware: [plugin, retryMiddleware(soon)],
    ...POST,
    answers,
    ...more,
  });

const headersOf = ({ init }: { init: RequestInit }) => new Headers(init.headers);

const finished = async <T>(call: Promise<T>): Promise<T> => {
  await vi.runAllTimersAsync();
  return call;
};

class Numbered extends IdempotencyPlugin {
  asked = 0;
  protected override keyFor(): string | undefined {
    this.asked += 1;
    return `key ${this.asked}`;
  }
}

describe('the key of a call (rules.md#idempotency)', () => {
  it('is the same for all its attempts', async () => {
    const { api, requests } = posting([500, 503, { n: 1 }]);
    expect((await finished(api.call())).data).toEqual({ n: 1 });
    expect(keysOf(requests)).toBe('A A A');
  });

  it('is the same for its retry(), and the retry() of that Result', async () => {
    const { api, requests } = posting([404]);
    const again = await (await api.call()).retry();
    await again.retry();
    expect(keysOf(requests)).toBe('A A A');
  });

  it('is different for each other call, even for an equal one', async () => {
    const { api, requests } = posting([]);
    await api.call({ cents: 1 });
    await api.call({ cents: 1 });
    await Promise.all([api.call({ cents: 1 }), api.other({ cents: 1 })]);
    expect(keysOf(requests)).toBe('A B C D');
  });

  it('is the same when AuthPlugin sends the call again', async () => {
    let asked = 0;
    const auth = new AuthPlugin(async () => ({ token: `T${(asked += 1)}` }), { minInterval: 0 });
    const { api, requests } = createTestClient({
      middleware: [new IdempotencyPlugin(), auth, retryMiddleware(soon)],
      ...POST,
      answers: [503, 401, { n: 1 }],
    });
    await finished(api.call());
    expect(keysOf(requests)).toBe('A A A');
    expect(requests.map((one) => headersOf(one).get('authorization'))).toEqual([
      'Bearer T1',
      'Bearer T1',
      'Bearer T2',
    ]);
  });

  it('is the same inside of a retry', async () => {
    const { api, requests } = createTestClient({
      middleware: [retryMiddleware(soon), new IdempotencyPlugin()],
      ...POST,
      answers: [503],
    });
    await finished(api.call());
    expect(keysOf(requests)).toBe('A A A A');
  });

  it('separates calls under share', async () => {
    const { api, requests } = createTestClient({
      held: true,
      middleware: [new IdempotencyPlugin()],
      endpoint: { method: 'POST', share: true },
    });
    void api.call();
    void api.call();
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toHaveLength(2);
  });
});

describe("the caller's own key", () => {
  const withHeader = (headers: Record<string, string>) => ({ headers });

  it.each<[string, TestClientOptions, Record<string, unknown>]>([
    ['client', { headers: { 'Idempotency-Key': 'mine' } }, {}],
    ['endpoint', { endpoint: { ...POST.endpoint, headers: { 'IDEMPOTENCY-KEY': 'mine' } } }, {}],
    ['call', {}, withHeader({ 'idempotency-key': 'mine' })],
  ])('wins at the level of the %s', async (_level, more, options) => {
    const { api, requests } = posting([503, { n: 1 }], more, new IdempotencyPlugin({ quoted: true }));
    await finished(api.call({}, options));
    expect(requests.map((one) => headersOf(one).get('idempotency-key'))).toEqual(['mine', 'mine']);
  });

  it('wins over the key that was created for the call', async () => {
    const outside: Middleware = (ctx, next) => {
      if (isMine) ctx.request.setHeader('idempotency-key', 'mine');
      return next();
    };
    let isMine = false;
    const { api, requests } = posting([404], { middleware: [outside, new IdempotencyPlugin()] });
    const result = await api.call();
    isMine = true;
    await result.retry();
    expect(headersOf(requests[1]!).get('idempotency-key')).toBe('mine');
  });

  it.each(['', ' , '])('is ignored if it is empty: %o', async (empty) => {
    const { api, requests } = posting([], {}, new Numbered());
    await api.call({}, withHeader({ 'idempotency-key': empty }));
    expect(headersOf(requests[0]!).get('idempotency-key')).toBe('key 1');
  });
});

describe('the option methods', () => {
  it.each<[HttpMethod, string]>([
    ['GET', '-'],
    ['HEAD', '-'],
    ['PUT', '-'],
    ['DELETE', '-'],
    ['POST', 'A'],
    ['PATCH', 'A'],
  ])('of a %s determines the key: %s', async (method, key) => {
    const { api, requests } = posting([], { endpoint: { method } });
    await api.call();
    expect(keysOf(requests)).toBe(key);
  });

  it('accepts an array, in any case', async () => {
    const plugin = new IdempotencyPlugin({ methods: ['put' as 'PUT'] });
    const sent = async (method: HttpMethod) => {
      const { api, requests } = posting([], { endpoint: { method } }, plugin);
      await api.call();
      return keysOf(requests);
    };
    expect([await sent('PUT'), await sent('POST')]).toEqual(['A', '-']);
  });
});

describe('the option header', () => {
  it('names the header, and a call with it can be repeated', async () => {
    const { api, requests } = posting(
      [429, { n: 1 }],
      {},
      new IdempotencyPlugin({ header: 'X-Request-Key' }),
    );
    expect((await finished(api.call())).data).toEqual({ n: 1 });
    expect([keysOf(requests, 'x-request-key'), keysOf(requests)]).toEqual(['A A', '- -']);
  });

  it("names the header in which the caller's own key wins", async () => {
    const { api, requests } = posting([], {}, new IdempotencyPlugin({ header: 'X-Request-Key' }));
    await api.call({}, { headers: { 'x-request-key': 'mine', 'idempotency-key': 'other' } });
    expect(headersOf(requests[0]!).get('x-request-key')).toBe('mine');
  });
});

describe('keyFor', () => {
  class Given extends IdempotencyPlugin {
    readonly #give: (ctx: MiddlewareContext) => unknown;
    constructor(give: (ctx: MiddlewareContext) => unknown, quoted = false) {
      super({ quoted });
      this.#give = give;
    }
    protected override keyFor(ctx: MiddlewareContext): string | undefined {
      return this.#give(ctx) as string | undefined;
    }
  }

  const sent = async (give: (ctx: MiddlewareContext) => unknown, quoted = false) => {
    const { api, requests } = posting([], {}, new Given(give, quoted));
    const { error } = await api.call({ order: 7 });
    return { key: requests[0] && headersOf(requests[0]).get('idempotency-key'), error, arrived: requests };
  };

  it('creates the key, with the call as a middleware sees it', async () => {
    const { key } = await sent(({ request }) => `order-${(request.params as { order: number }).order}`);
    expect(key).toBe('order-7');
  });

  it('is called once for a call, its attempts and its retry()', async () => {
    const plugin = new Numbered();
    const { api, requests } = posting([503], {}, plugin);
    const result = await finished(api.call());
    await finished(result.retry());
    expect({ asked: plugin.asked, length: requests.length }).toEqual({ asked: 1, length: 8 });
  });

  it('can return undefined for a call without a key, which is unchanged', async () => {
    const { api, requests } = posting([429], {}, new Given(() => undefined));
    await finished(api.call());
    expect(keysOf(requests)).toBe('-');
  });

  it.each([
    ['key', '"key"'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    [' ~', '" ~"'],
  ])('with the result %o sends %o in quotes', async (given, quoted) => {
    expect((await sent(() => given, true)).key).toBe(quoted);
  });

  it.each<[unknown, boolean, string]>([
    [7, false, 'keyFor result is a number: pass a string, or undefined.'],
    [Promise.resolve('k'), false, 'keyFor result is a Promise: pass a string, or undefined.'],
    ['', false, 'keyFor result is an empty string: pass a string, or undefined.'],
    [' ,', false, 'keyFor result is an empty string: pass a string, or undefined.'],
    ['käse', true, 'A quoted key must be ASCII: change keyFor.'],
    ['secret\n', false, ''],
    [
      'sec\nret',
      false,
      'The header "Idempotency-Key" is a string: pass a valid header name, and a string without line breaks or characters above U+00FF.',
    ],
  ])('with the result %o fails and sends nothing invalid', async (given, quoted, sentence) => {
    const { error, key } = await sent(() => given, quoted);
    if (!sentence) {
      expect(key).toBe('secret');
      return;
    }
    expect(error?.kind).toBe('middleware');
    expect(error?.message).toContain(sentence);
    expect(error?.message).not.toContain('ret');
    expect(key).toBeUndefined();
  });

  it('ends the call with the error that it throws', async () => {
    const mine = new Error('mine');
    const { error, arrived } = await sent(() => {
      throw mine;
    });
    expect({ kind: error?.kind, cause: error?.cause, length: arrived.length }).toEqual({
      kind: 'middleware',
      cause: mine,
      length: 0,
    });
  });
});

describe('the option maxAge', () => {
  /** The number of requests when the call is retried after these times on the monotonic clock. */
  const retriedAfter = async (times: number[], options: object = {}, headers = {}) => {
    const { api, requests } = posting([404], {}, new IdempotencyPlugin(options));
    let result = await api.call({}, { headers });
    for (const ms of times) {
      await vi.advanceTimersByTimeAsync(ms);
      result = await result.retry();
    }
    return { error: result.error, sent: requests.length };
  };

  it('is a day by default, after which a retry() is not sent', async () => {
    const { error, sent } = await retriedAfter([DAY + 1]);
    expect({ sent, kind: error?.kind, status: error?.status }).toEqual({
      sent: 1,
      kind: 'network',
      status: 0,
    });
    expect(NotSentError.is(error?.cause) && error.cause.reason).toBe('key-expired');
    expect(error?.message).toBe(
      'POST /things was not sent. The idempotency key expired: the service might repeat the work. Make a new call.',
    );
  });

  it.each<[string, number[], object, object, number]>([
    ['lasts until the exact time', [DAY], {}, {}, 2],
    ['can be another time', [1001], { maxAge: 1000 }, {}, 1],
    ['can be Infinity', [1000 * DAY], { maxAge: Infinity }, {}, 2],
    ["applies to the caller's own key", [DAY + 1], {}, { 'idempotency-key': 'mine' }, 1],
    ['starts with the call, and not with each retry()', [DAY / 2, DAY / 2 + 1], {}, {}, 2],
  ])('%s', async (_, times, options, headers, sent) => {
    expect((await retriedAfter(times, options, headers)).sent).toBe(sent);
  });

  it.each<[string, number, () => number]>([
    ['is not extended if the clock is set back', DAY + 1, () => 0],
    ['is over if the machine slept, as only the wall clock advanced', 0, () => Date.now() + DAY + 1],
  ])('%s', async (_, ms, day) => {
    const { api, requests } = posting([404]);
    const first = await api.call();
    await vi.advanceTimersByTimeAsync(ms);
    vi.setSystemTime(day());
    await first.retry();
    expect(requests).toHaveLength(1);
  });
});

describe('an option of IdempotencyPlugin', () => {
  it.each<[string, unknown, string]>([
    [
      'header',
      'my key',
      'The header "my key" is a string: pass a valid header name, and a string without line breaks or characters above U+00FF.',
    ],
    ['maxAge', NaN, 'IdempotencyPlugin maxAge is NaN: pass milliseconds above 0.'],
    ['maxAge', 0, 'IdempotencyPlugin maxAge is 0: pass milliseconds above 0.'],
  ])('%s of %o is rejected when the plugin is created', (name, value, sentence) => {
    expect(() => new IdempotencyPlugin({ [name]: value })).toThrow(new TypeError(sentence));
  });

  it('has its default if it is undefined or null', async () => {
    for (const none of [undefined, null]) {
      const options = { methods: none, header: none, quoted: none, maxAge: none, conflict: none } as never;
      const { api, requests } = posting([409], {}, new IdempotencyPlugin(options));
      await finished(api.call());
      expect(keysOf(requests)).toBe('A');
    }
  });
});
