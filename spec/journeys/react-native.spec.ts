import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { retryAfter } from '../../lib/parts/backoff/retry-after.js';
import { contentKey } from '../../lib/parts/keys/content-key.js';
import { type Middleware, retryMiddleware } from '../../lib/index.js';
import { answering, heeding, oneEndpoint } from '../support/one-endpoint.js';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('where signals have no reason', () => {
  const reason = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'reason')!;

  beforeEach(() => {
    delete (AbortSignal.prototype as { reason?: unknown }).reason;
  });

  afterEach(() => {
    Object.defineProperty(AbortSignal.prototype, 'reason', reason);
  });

  it('a deadline in the wait for a retry is a timeout', async () => {
    const middleware = [retryMiddleware({ delay: () => 60_000 })];
    const fetch = answering({}, { status: 500 });
    const { error } = await oneEndpoint({ fetch, endpoint: { middleware, timeout: 5 } }).call();
    expect([error?.kind, (error?.body as Error).name]).toEqual(['timeout', 'TimeoutError']);
  });

  it("fetch's signal has the reason all the same", async () => {
    const { error } = await oneEndpoint({ fetch: heeding(), endpoint: { timeout: 5 } }).call();
    expect([error?.kind, (error?.body as Error).name]).toEqual(['timeout', 'TimeoutError']);
  });

  it.each(['caller', 'middleware'])(
    "a middleware's own error is one although a signal of the %s aborted",
    async (whose) => {
      const stop = new AbortController();
      const failing: Middleware = ({ request }) => {
        if (whose === 'middleware') request.signal = stop.signal;
        stop.abort();
        return Promise.reject(new Error('mine'));
      };
      const { call } = oneEndpoint({ endpoint: { middleware: [failing] } });
      const { error } = await call({}, whose === 'caller' ? { signal: stop.signal } : {});
      expect([error?.kind, (error?.body as Error).message]).toEqual(['middleware', 'mine']);
    },
  );
});

describe('where Headers takes any value', () => {
  it.each(['a\nb', 'a\r\nx-own: b', 'a\0', '日本'])('a call refuses %j', async (value) => {
    jest.spyOn(Headers.prototype, 'append').mockImplementation(() => undefined);
    const fetch = answering();
    const { error } = await oneEndpoint({ fetch }).call({}, { headers: { 'x-a': value } });
    expect([error?.kind, fetch.mock.calls.length]).toEqual(['network', 0]);
  });

  it('a call takes what Headers trims, as it does elsewhere', async () => {
    const { error } = await oneEndpoint().call({}, { headers: { 'x-a': '\r\n a\n' } });
    expect(error).toBeNull();
  });
});

describe('where classes have no tag', () => {
  it.each(['Blob', 'FormData', 'URLSearchParams'] as const)('a %s has no key', (name) => {
    class Untagged {
      readonly parts = ['a'];
    }
    jest.spyOn(globalThis as Record<typeof name, unknown>, name, 'get').mockReturnValue(Untagged);
    expect(() => contentKey({ a: new Untagged() })).toThrow('No content');
  });
});

describe('where an engine reads dates only as toUTCString writes them', () => {
  it.each([
    ['IMF-fixdate', 'Sun, 06 Nov 1994 08:49:37 GMT'],
    ['RFC 850', 'Sunday, 06-Nov-94 08:49:37 GMT'],
    ['asctime', 'Sun Nov  6 08:49:37 1994'],
  ])('Retry-After is understood as %s', (_form, text) => {
    const parse = Date.parse.bind(Date);
    jest
      .spyOn(Date, 'parse')
      .mockImplementation((given) =>
        new Date(parse(given)).toUTCString() === given ? parse(given) : Number.NaN,
      );
    const headers = new Headers({ 'retry-after': text });
    expect(retryAfter(headers, Date.UTC(1994, 10, 6, 8, 49, 30))).toBe(7_000);
  });
});
