import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type ApiError,
  type CallOptions,
  createApi,
  defineRequest,
  type Middleware,
  Request,
} from '../../../lib/index.js';
import { errorResult, jsonResponse, mockFetch, successResult } from '../../../lib/entries/testing.js';
import { createTestClient, stubFetch, type TestClientOptions, type Untyped } from '../../support/client.js';

const stub = mockFetch({
  'GET /users/:id': ({ params }) => jsonResponse({ id: params['id'] }),
  'GET /users': jsonResponse([]),
});

const api = createApi({
  baseUrl: 'http://api.test',
  fetch: stub.fetch,
  requests: {
    getUser: defineRequest<{ id: string }, { verbose?: boolean }>()({ method: 'GET', path: '/users/:id' }),
    listUsers: defineRequest<unknown[]>()({ method: 'GET', path: '/users' }),
    other: new Request<{ name: string }, { id: string }>({ method: 'GET', path: '/users' }),
  },
});

describe('defineRequest, new Request and createApi (rules.md#endpoints)', () => {
  it('create a client with one async function per endpoint', () => {
    expect(Object.keys(api)).toEqual(['getUser', 'listUsers', 'other']);
    expect(api.listUsers()).toBeInstanceOf(Promise);
  });

  it('a call fills in path params and query, and returns the data', async () => {
    const { data } = await api.getUser({ id: 7, verbose: true });
    expect(data).toEqual({ id: '7' });
    expect(stub.lastCall('GET /users/:id')?.url).toBe('http://api.test/users/7?verbose=true');
  });

  it('an endpoint without params accepts no argument, {} or undefined, and works detached from the client', async () => {
    const { listUsers } = api;
    for (const args of [[], [{}], [undefined]] as const) {
      expect((await listUsers(...args)).data).toEqual([]);
      expect(stub.lastCall('GET /users')).toMatchObject({ url: 'http://api.test/users', body: null });
    }
  });

  it('one endpoint can be part of several clients', async () => {
    const shared = defineRequest()({ method: 'GET', path: '/x' });
    const urls: string[] = [];
    for (const baseUrl of ['http://a.test', 'http://b.test']) {
      const fetch = stubFetch();
      await createApi({ baseUrl, fetch, requests: { shared } }).shared();
      urls.push(fetch.mock.lastCall![0]);
    }
    expect(urls).toEqual(['http://a.test/x', 'http://b.test/x']);
  });
});

describe('authentication (rules.md#middleware)', () => {
  it('homing adds no credentials by itself, and the credentials option of a call overrides the client', async () => {
    const fetch = stubFetch();
    await createTestClient({ fetch }).api.call();
    expect(fetch.lastHeaders).toEqual({});
    expect(fetch.lastInit).not.toHaveProperty('credentials');
    const { call } = createTestClient({ fetch, fetchOptions: { credentials: 'include' } }).api;
    await call({}, { fetchOptions: { credentials: 'same-origin' } });
    expect(fetch.lastInit.credentials).toBe('same-origin');
  });
});

/** Lets plain JavaScript mistakes pass the type checker. */
const anything = (value: unknown): never => value as never;

const circular: Record<string, unknown> = {};
circular.self = circular;

const clientOf = (options: object = {}) => {
  const stub = mockFetch({ 'POST /things': new Response('{}'), 'POST /things/1': new Response('{}') });
  const requests = {
    add: defineRequest<unknown, Untyped>()(anything({ method: 'POST', path: '/things' })),
    put: defineRequest<unknown, Untyped>()(anything({ method: 'POST', path: '/things/:id' })),
  };
  return { stub, api: createApi({ baseUrl: 'https://api.test', fetch: stub.fetch, requests, ...options }) };
};

describe('the message of a call that is rejected before sending', () => {
  it.each<[string, Untyped, string]>([
    ['a circular structure', circular, "params can't be converted to JSON: pass plain data without"],
    ['a BigInt', { n: 1n }, "params can't be converted to JSON: pass plain data without"],
    ['a Map with numbers for keys', new Map([[1, 2]]), 'params is a Map with non-string keys: use string'],
  ])('says what to pass instead of %s', async (_what, params, sentence) => {
    const { api, stub } = clientOf();
    const { error } = await api.add(params);
    expect(error?.message).toContain(`POST /things was not sent. ${sentence}`);
    expect(error?.body).toBeInstanceOf(TypeError);
    if (params === circular) expect((error?.body as Error).cause).toBeInstanceOf(TypeError);
    expect(stub.calls).toEqual([]);
  });

  it('says what to pass instead of a body when the path has params', async () => {
    const { error } = await clientOf().api.put(anything(new FormData()));
    expect(error?.message).toContain('params is a FormData: pass an object with the path params.');
  });

  it('says what to pass when fetch is not a function', async () => {
    const { error } = await clientOf({ fetch: 5 }).api.add({});
    expect(error?.message).toBe(
      'POST /things was not sent. fetch is 5: pass a function that sends requests.',
    );
  });
});

const reports = async (setup: TestClientOptions, options: CallOptions = {}) => {
  const onError = vi.fn<(error: ApiError) => unknown>();
  const result = await createTestClient({ ...setup, onError }).api.call({}, options);
  return { result, errors: onError.mock.calls.map(([error]) => error) };
};

describe('onError (rules.md#errors)', () => {
  it.each<[string, TestClientOptions, CallOptions]>([
    ['network', { fetch: stubFetch({ throws: 1 }) }, {}],
    ['network', { endpoint: { path: '/:missing' } }, {}],
    ['network', {}, { headers: { 'x y': '1' } }],
    ['http', { fetch: stubFetch({ data: null, status: 404 }) }, {}],
    ['parse', { fetch: stubFetch({ data: null }) }, {}],
    ['timeout', { fetch: stubFetch({ held: true, ignoresSignal: true }) }, { timeout: 1 }],
    ['timeout', { fetch: stubFetch({ held: true }) }, { timeout: 1 }],
    ['middleware', {}, { middleware: [() => Promise.reject(new Error('mine'))] }],
  ])("is called once, with the Result's error, for '%s'", async (kind, setup, options) => {
    const { result, errors } = await reports(setup, options);
    expect(result.error?.kind).toBe(kind);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toBe(result.error);
  });

  it.each<[string, TestClientOptions, AbortSignal]>([
    ['before the call', {}, AbortSignal.abort()],
    ['during the call', { fetch: stubFetch({ held: true }) }, AbortSignal.timeout(1)],
  ])("is never called for 'abort' %s", async (_when, setup, signal) => {
    const { result, errors } = await reports(setup, { signal });
    expect(result.error?.kind).toBe('abort');
    expect(errors).toEqual([]);
  });

  it.each<[number, string, TestClientOptions, Middleware[]]>([
    [0, 'a success', {}, []],
    [
      0,
      'an error that a middleware replaced with a success',
      { fetch: stubFetch({ throws: 1 }) },
      [async (_ctx, next) => (await next(), successResult('mended'))],
    ],
    [
      1,
      'a call with several attempts',
      { fetch: stubFetch({ throws: 1 }) },
      [async (_ctx, next) => (await next(), next())],
    ],
  ])('is called %d times for %s', async (times, _what, setup, middleware) => {
    expect((await reports(setup, { middleware })).errors).toHaveLength(times);
  });

  it('receives the error of a Result that a middleware returns', async () => {
    const own = errorResult(418);
    const { errors } = await reports({}, { middleware: [() => Promise.resolve(own)] });
    expect(errors).toEqual([own.error]);
  });

  it('is called again when a retry() fails', async () => {
    const onError = vi.fn();
    const result = await createTestClient({ throws: 1, onError }).api.call();
    await result.retry();
    expect(onError).toHaveBeenCalledTimes(2);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Counts the controllers, timers and listeners that a call creates. */
const madeBy = async (call: () => Promise<unknown>): Promise<Record<string, number>> => {
  const controllers = vi.spyOn(globalThis, 'AbortController');
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const listeners = vi.spyOn(EventTarget.prototype, 'addEventListener');
  await call();
  return {
    controllers: controllers.mock.calls.length,
    timers: timers.mock.calls.length,
    listeners: listeners.mock.calls.length,
  };
};

describe('a call without signal and middleware', () => {
  it.each([
    [undefined, { controllers: 0, timers: 0, listeners: 0 }],
    [1000, { controllers: 1, timers: 1, listeners: 0 }],
  ])('creates only what it needs: with the deadline %o it creates %o', async (timeout, made) => {
    const response = { ok: true, status: 200, text: async () => '1' } as Response;
    const { api } = createTestClient({
      fetch: stubFetch().mockResolvedValue(response),
      endpoint: timeout ? { timeout } : {},
    });
    expect(await madeBy(() => api.call())).toEqual(made);
  });
});
