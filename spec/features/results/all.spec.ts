import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allResults, ApiError, createApi, defineRequest, orThrow, type Result } from '../../../lib/index.js';
import { errorResult, successResult } from '../../../lib/entries/testing.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import { createTestClient, stubFetch } from '../../support/client.js';
import { secondCopy } from '../../support/second-copy.js';

const user = { name: 'Ada' };

describe('orThrow (rules.md#from-result-to-code-that-goes-on)', () => {
  it('returns the data of a success synchronously', () => {
    expect(orThrow(successResult(user))).toBe(user);
  });

  it.each([null, undefined, 0, '', false])('returns data that is %o', (data) => {
    expect(orThrow(successResult(data))).toBe(data);
  });

  it('throws the error object of a failure, even of another copy of the package', () => {
    const other = new (secondCopy().ApiError)({ kind: 'abort', request: { method: 'GET', url: '/' } });
    for (const failed of [errorResult(404), { data: null, error: other }])
      expect(() => orThrow(failed as never)).toThrow(failed.error);
  });

  it('returns a promise of the data of a call, and of any thenable', async () => {
    expect(await orThrow(createTestClient({ fetch: stubFetch({ data: user }) }).api.call())).toEqual(user);
    const thenable: PromiseLike<Result<typeof user>> = {
      then: (...args) => Promise.resolve(successResult(user)).then(...args),
    };
    expect(await orThrow(thenable)).toBe(user);
  });

  it('returns a promise that rejects with the error of a call', async () => {
    const promise = orThrow(createTestClient({ fetch: stubFetch({ data: {}, status: 503 }) }).api.call());
    await expect(promise).rejects.toMatchObject({ name: 'ApiError', kind: 'http', status: 503 });
  });

  it('rejects with the reason of a rejected promise', async () => {
    const mine = new Error('mine');
    await expect(orThrow(Promise.reject(mine))).rejects.toBe(mine);
  });

  it('throws an ApiError for an incomplete error', () => {
    const built = { data: null, error: { kind: 'http', status: 418 } } as never;
    expect(() => orThrow(built)).toThrow(ApiError);
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a function', () => successResult(1)],
    ['a Response', new Response()],
    ['data alone', user],
  ])('rejects a value that is not a Result with its type: %s', async (_what, value) => {
    expect(() => orThrow(value as never)).toThrow(/^Expected the Result of a call, got /);
    await expect(orThrow(Promise.resolve(value) as never)).rejects.toThrow(TypeError);
  });
});

/** A client whose responses the spec sends by their path. */
const held = () => {
  const { fetch, requests } = heldFetch();
  const onError = vi.fn<(error: ApiError) => void>();
  const get = <T>(path: `/${string}`) => defineRequest<T>()({ method: 'GET', path });
  const api = createApi({
    baseUrl: 'http://api.test',
    fetch,
    onError,
    requests: { user: get<{ name: string }>('/user'), posts: get<string[]>('/posts') },
  });
  const request = (path: string) => requests.filter(({ url }) => url.endsWith(path)).at(-1)!;
  return { api, requests, request, onError };
};

const thrown: unknown[] = [];
const note = (error: unknown): void => void thrown.push(error);
beforeEach(() => void process.on('unhandledRejection', note));
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(thrown.splice(0)).toEqual([]);
});

describe('all (rules.md#from-result-to-code-that-goes-on)', () => {
  it('returns one Result for an array, in the order of the array', async () => {
    const { api, request } = held();
    const both = allResults([api.user(), api.posts()]);
    await flush();
    request('/posts').answer(['a']);
    await flush();
    request('/user').answer({ name: 'Ada' });
    const { data, error, response } = await both;
    expect([data, error, response?.status]).toEqual([[{ name: 'Ada' }, ['a']], null, 200]);
  });

  it('returns one Result for an object, with its names in their order', async () => {
    const { api, request } = held();
    const both = allResults({ user: api.user(), posts: api.posts() });
    await flush();
    request('/posts').answer(['a']);
    request('/user').answer({ name: 'Ada' });
    const { data } = await both;
    expect(data).toEqual({ user: { name: 'Ada' }, posts: ['a'] });
    expect(Object.keys(data ?? {})).toEqual(['user', 'posts']);
  });

  it('accepts Results and functions next to calls, and another all', async () => {
    const inner = allResults({ a: successResult(1) });
    const { data } = await allResults([
      successResult('b'),
      async () => successResult('c'),
      inner,
      () => successResult('d'),
    ]);
    expect(data).toEqual(['b', 'c', { a: 1 }, 'd']);
  });

  it.each<[string, object, unknown]>([
    ['an array', [], []],
    ['an object', {}, {}],
  ])('returns a success for an empty input: %s', async (_what, none, data) => {
    expect(await allResults(none as [])).toMatchObject({ data, error: null, response: null });
  });

  it('returns data that is null or undefined', async () => {
    expect((await allResults([successResult(null), successResult(undefined)])).data).toEqual([
      null,
      undefined,
    ]);
  });

  it('returns ten thousand Results', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => Promise.resolve(successResult(at)));
    expect((await allResults(many)).data?.at(-1)).toBe(9999);
  });

  it('treats "__proto__" as a name like any other', async () => {
    const calls = JSON.parse('{"__proto__": 1}') as Record<string, never>;
    Object.defineProperty(calls, '__proto__', { value: successResult('own'), enumerable: true });
    expect(Object.entries((await allResults(calls)).data ?? {})).toEqual([['__proto__', 'own']]);
  });
});

describe('the error that comes first', () => {
  it('decides, in any order of the calls, and is returned unchanged', async () => {
    const { api, request, onError } = held();
    const both = allResults([api.user(), api.posts()]);
    await flush();
    request('/posts').answer(null, { status: 503 });
    const { data, error, response } = await both;
    expect([data, error?.status, response?.status]).toEqual([null, 503, 503]);
    expect(onError.mock.calls.map(([reported]) => reported)).toEqual([error]);
  });

  it("doesn't affect the other calls", async () => {
    const { api, request, onError } = held();
    const user = api.user();
    const both = allResults({ user, posts: (signal) => api.posts({}, { signal }) });
    await flush();
    request('/posts').fail(new TypeError('reset'));
    expect((await both).error?.kind).toBe('network');
    request('/user').answer({ name: 'Ada' });
    expect({ data: (await user).data, length: onError.mock.calls.length }).toEqual({
      data: { name: 'Ada' },
      length: 1,
    });
  });
});

describe('the option abort: true', () => {
  it('ends the requests of functions that used the signal after the first error', async () => {
    const { api, request, onError } = held();
    const both = allResults(
      { user: (signal) => api.user({}, { signal }), posts: (signal) => api.posts({}, { signal }) },
      { abort: true },
    );
    await flush();
    request('/posts').answer(null, { status: 503 });
    expect((await both).error?.status).toBe(503);
    await flush();
    expect(request('/user').init.signal?.aborted).toBe(true);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it("doesn't end a call that started without the signal", async () => {
    const { api, request } = held();
    const both = allResults([api.user(), errorResult(500)], { abort: true });
    expect((await both).error?.status).toBe(500);
    expect(request('/user').init.signal?.aborted ?? false).toBe(false);
  });

  it.each<[string, boolean | null | undefined, Result<unknown>]>([
    ['after a success', true, successResult(1)],
    ...[false, undefined, null].map((abort): [string, typeof abort, Result<unknown>] => [
      `by ${abort}`,
      abort,
      errorResult(500),
    ]),
  ])('aborts nothing %s', async (_when, abort, other) => {
    let seen: AbortSignal | undefined;
    await allResults([(signal) => successResult((seen = signal)), other], { abort: abort as boolean });
    expect(seen?.aborted).toBe(false);
  });
});

describe('a value that is not a Result', () => {
  const mine = new Error('mine');
  const explode = (): never => {
    throw mine;
  };

  it.each<[string, () => unknown]>([
    ['a promise that rejects', () => Promise.reject(mine)],
    ['a function that throws', () => explode],
    ['a function whose promise rejects', () => async () => explode()],
  ])("is a 'middleware' error with the thrown value: %s", async (_what, make) => {
    const { error } = await allResults([successResult(1), make() as Promise<Result<number>>]);
    expect(error).toMatchObject({ kind: 'middleware', status: 0, body: mine, cause: mine });
    expect(error?.message).toBe('call "1" failed: Error: mine');
  });

  it('is the ApiError that a promise rejects with, as in orThrow', async () => {
    const { error } = errorResult(404);
    expect((await allResults([Promise.reject<Result<number>>(error)])).error).toBe(error);
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a number', 5],
    ['data alone', { name: 'Ada' }],
    ['a Response', new Response()],
    ['an error that is not an Error', { data: null, error: 'oops' }],
  ])("is a 'middleware' error with an explaining TypeError: %s", async (_what, value) => {
    for (const entry of [value, Promise.resolve(value), () => value]) {
      const { data, error } = await allResults({ entry: entry as Promise<Result<number>> });
      expect({ data, kind: error?.kind }).toEqual({ data: null, kind: 'middleware' });
      expect((error?.body as Error).message).toMatch(/^Expected the Result of a call, got /);
      expect(error?.message).toMatch(/^call "entry" failed: TypeError: Expected the Result of a call/);
    }
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a promise', Promise.resolve(successResult(1))],
    ['a Map', new Map()],
    ['a Set', new Set()],
    ['a function', () => []],
    ['a string', 'ab'],
  ])('instead of calls is rejected, and sends nothing: %s', async (_what, calls) => {
    const { error } = await allResults(calls as []);
    expect(error?.kind).toBe('network');
    expect(error?.message).toMatch(/^was not sent\. allResults got/);
  });

  it('includes a hole in an array', async () => {
    // eslint-disable-next-line no-sparse-arrays -- a hole is what it is about
    expect((await allResults([successResult(1), , successResult(2)] as never)).error?.kind).toBe(
      'middleware',
    );
  });
});

describe('retry() of all', () => {
  it('repeats every call, in the same structure', async () => {
    const { api, request, requests } = held();
    const both = allResults({ user: api.user(), posts: (signal) => api.posts({}, { signal }) });
    await flush();
    request('/user').answer({ name: 'Ada' });
    request('/posts').answer(null, { status: 503 });
    const again = (await both).retry();
    await flush();
    expect(requests).toHaveLength(4);
    request('/user').answer({ name: 'Grace' });
    request('/posts').answer(['b']);
    const { data, retry } = await again;
    expect(data).toEqual({ user: { name: 'Grace' }, posts: ['b'] });
    void retry();
    await flush();
    expect(requests).toHaveLength(6);
  });

  it("returns the same value for entries that can't be repeated", async () => {
    const mine = new Error('mine');
    const result = await allResults([Promise.reject<Result<number>>(mine)]);
    expect((await result.retry()).error?.body).toBe(mine);
  });

  it('uses the original content of an array that was changed', async () => {
    const calls: Result<number>[] = [successResult(1), errorResult(500)];
    const result = await allResults(calls);
    calls.length = 0;
    expect((await result.retry()).error?.status).toBe(500);
  });
});
