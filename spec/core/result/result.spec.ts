import { describe, expect, it, vi } from 'vitest';
import { type ApiErrorKind, type Middleware, type Result } from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { answering, deaf, type Fetch, initOf, oneEndpoint, rejecting } from '../../support/one-endpoint.js';

type Failing = () => Promise<Result<unknown>>;

const failing: Record<ApiErrorKind, Failing> = {
  network: () => oneEndpoint({ fetch: rejecting(new TypeError('refused')) }).call(),
  http: () => oneEndpoint({ fetch: answering({ why: 'gone' }, { status: 410, statusText: 'Gone' }) }).call(),
  parse: () => oneEndpoint({ fetch: async () => new Response('{bad', { status: 202 }) }).call(),
  timeout: () => oneEndpoint({ fetch: deaf() }).call({}, { timeout: 1 }),
  abort: () => oneEndpoint().call({}, { signal: AbortSignal.abort() }),
  middleware: () => oneEndpoint().call({}, { middleware: [() => Promise.reject(new Error('mine'))] }),
};

const kinds = Object.entries(failing) as [ApiErrorKind, Failing][];

describe('Result of a success (rules.md#results)', () => {
  it('has data, no error, and the fetch response', async () => {
    const response = jsonResponse({ id: 7 });
    const result = await oneEndpoint({ fetch: async () => response }).call();
    expect(result.data).toEqual({ id: 7 });
    expect(result.error).toBeNull();
    expect(result.response).toBe(response);
  });

  it("has data undefined under responseType 'none'", async () => {
    const result = await oneEndpoint({ endpoint: { responseType: 'none' } }).call();
    expect(result).toHaveProperty('data', undefined);
    expect(result.error).toBeNull();
  });
});

describe('Result of a failure (rules.md#results)', () => {
  it.each(kinds)(
    "has data null, an Error of the kind that names the call, and a retry, for '%s'",
    async (kind, fail) => {
      const result = await fail();
      expect(result).toMatchObject({ data: null, error: { kind } });
      expect(result.error).toBeInstanceOf(Error);
      expect(result.error?.request).toMatchObject({ method: 'GET', url: 'http://api.test/thing' });
      expect((await result.retry()).error?.kind).toBe(kind);
    },
  );

  it.each([
    ['http', 410],
    ['parse', 202],
  ] as const)("has the response for '%s', its body already read", async (kind, status) => {
    const { response, error } = await failing[kind]();
    expect(response).toMatchObject({ status, bodyUsed: true });
    expect(error?.status).toBe(status);
  });

  it.each(['network', 'timeout', 'abort', 'middleware'] as const)(
    "has no response and status 0 for '%s'",
    async (kind) => {
      const { response, error } = await failing[kind]();
      expect(response).toBeNull();
      expect(error).toMatchObject({ status: 0, statusText: '' });
      expect([...(error?.headers ?? [['not', 'empty']])]).toEqual([]);
    },
  );
});

describe('retry() (rules.md#results)', () => {
  it('sends the same params and options again', async () => {
    const fetch = answering();
    const result = await oneEndpoint({ fetch, endpoint: { method: 'POST' } }).call(
      { name: 'Ada' },
      { headers: { 'x-trace': '1' } },
    );
    const first = initOf(fetch);
    await result.retry();
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(initOf(fetch)).toEqual(first);
  });

  it('gives fresh data', async () => {
    let version = 0;
    const result = await oneEndpoint({ fetch: async () => jsonResponse({ version: ++version }) }).call();
    expect((await result.retry()).data).toEqual({ version: 2 });
    expect(result.data).toEqual({ version: 1 });
  });

  it('starts a fresh deadline', async () => {
    const fetch = vi.fn<Fetch>(async () => jsonResponse('late')).mockImplementationOnce(deaf());
    const result = await oneEndpoint({ fetch }).call({}, { timeout: 20 });
    expect(result.error?.kind).toBe('timeout');
    expect((await result.retry()).data).toBe('late');
  });

  it('ignores what it is given, and may be called again and again', async () => {
    const fetch = answering();
    const { retry } = await oneEndpoint({ fetch }).call({ q: 'x' });
    const again = await Reflect.apply(retry, { this: 1 }, [{ a: 1 }, 0]);
    await again.retry();
    expect(fetch.mock.calls.map(([url]) => url)).toEqual(Array(3).fill('http://api.test/thing?q=x'));
  });

  it('of a refused call refuses it again, and sends nothing', async () => {
    const fetch = answering();
    const result = await oneEndpoint({ fetch }).call({ nested: {} });
    expect((await result.retry()).error?.kind).toBe('network');
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('one of data and error (trap 29)', () => {
  it('a success after two failures carries no stale error', async () => {
    const fetch = answering({ fresh: true }).mockImplementationOnce(async () => new Response('{cut'));
    const again: Middleware = async (_ctx, next) => {
      const first = await next();
      return first.error ? next() : first;
    };
    const result = await oneEndpoint({ fetch }).call({}, { middleware: [again] });
    expect(result).toMatchObject({ data: { fresh: true }, error: null });
  });
});
