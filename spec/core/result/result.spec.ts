import { describe, expect, it, vi } from 'vitest';
import { type ApiErrorKind, type Middleware, type Result } from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { createTestClient, type Fetch, stubFetch } from '../../support/client.js';

type Failing = () => Promise<Result<unknown>>;

const failing: Record<ApiErrorKind, Failing> = {
  network: () => createTestClient({ throws: new TypeError('refused') }).api.call(),
  http: () =>
    createTestClient({
      fetch: stubFetch({ data: { why: 'gone' }, status: 410, statusText: 'Gone' }),
    }).api.call(),
  parse: () => createTestClient({ fetch: async () => new Response('{bad', { status: 202 }) }).api.call(),
  timeout: () => createTestClient({ held: true, ignoresSignal: true }).api.call({}, { timeout: 1 }),
  abort: () => createTestClient().api.call({}, { signal: AbortSignal.abort() }),
  middleware: () =>
    createTestClient().api.call({}, { middleware: [() => Promise.reject(new Error('mine'))] }),
};

const kinds = Object.entries(failing) as [ApiErrorKind, Failing][];

describe('Result of a success (rules.md#results)', () => {
  it('has data, no error, and the fetch response', async () => {
    const response = jsonResponse({ id: 7 });
    const result = await createTestClient({ fetch: async () => response }).api.call();
    expect(result.data).toEqual({ id: 7 });
    expect(result.error).toBeNull();
    expect(result.response).toBe(response);
  });

  it("has data undefined under responseType 'none'", async () => {
    const result = await createTestClient({ endpoint: { responseType: 'none' } }).api.call();
    expect(result).toHaveProperty('data', undefined);
    expect(result.error).toBeNull();
  });
});

describe('Result of a failure (rules.md#results)', () => {
  it.each(kinds)(
    "has data null, an error of that kind that names the call, and a retry, for '%s'",
    async (kind, fail) => {
      const result = await fail();
      expect(result).toMatchObject({ data: null, error: { kind } });
      expect(result.error).toBeInstanceOf(Error);
      expect(result.error?.request).toMatchObject({ method: 'GET', url: 'http://api.test/things' });
      expect((await result.retry()).error?.kind).toBe(kind);
    },
  );

  it.each([
    ['http', 410],
    ['parse', 202],
  ] as const)("has the response for '%s', with its body already read", async (kind, status) => {
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
    const fetch = stubFetch();
    const result = await createTestClient({ fetch, endpoint: { method: 'POST' } }).api.call(
      { name: 'Ada' },
      { headers: { 'x-trace': '1' } },
    );
    const first = fetch.lastInit;
    await result.retry();
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(fetch.lastInit).toEqual(first);
  });

  it('returns new data', async () => {
    let version = 0;
    const result = await createTestClient({
      fetch: async () => jsonResponse({ version: ++version }),
    }).api.call();
    expect((await result.retry()).data).toEqual({ version: 2 });
    expect(result.data).toEqual({ version: 1 });
  });

  it('starts a new deadline', async () => {
    const fetch = vi
      .fn<Fetch>(async () => jsonResponse('late'))
      .mockImplementationOnce(stubFetch({ held: true, ignoresSignal: true }));
    vi.useFakeTimers();
    const call = createTestClient({ fetch }).api.call({}, { timeout: 20 });
    await vi.advanceTimersByTimeAsync(20);
    const result = await call;
    expect(result.error?.kind).toBe('timeout');
    expect((await result.retry()).data).toBe('late');
    vi.useRealTimers();
  });

  it('ignores its arguments, and can be called repeatedly', async () => {
    const fetch = stubFetch();
    const { retry } = await createTestClient({ fetch }).api.call({ q: 'x' });
    const again = await Reflect.apply(retry, { this: 1 }, [{ a: 1 }, 0]);
    await again.retry();
    expect(fetch.mock.calls.map(([url]) => url)).toEqual(Array(3).fill('http://api.test/things?q=x'));
  });

  it('rejects an invalid call again, and sends nothing', async () => {
    const fetch = stubFetch();
    const result = await createTestClient({ fetch }).api.call({ nested: {} });
    expect((await result.retry()).error?.kind).toBe('network');
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('a Result (trap 29)', () => {
  it('has no stale error if it is a success after a failed attempt', async () => {
    const fetch = stubFetch({ data: { fresh: true } }).mockImplementationOnce(
      async () => new Response('{cut'),
    );
    const again: Middleware = async (_ctx, next) => {
      const first = await next();
      return first.error ? next() : first;
    };
    const result = await createTestClient({ fetch }).api.call({}, { middleware: [again] });
    expect(result).toMatchObject({ data: { fresh: true }, error: null });
  });
});
