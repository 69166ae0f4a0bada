import { describe, expect, it, vi } from 'vitest';
import { type CallOptions, type RequestConfig } from '../../../lib/index.js';
import { createTestClient, type TestClientOptions, type Untyped } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { later } from '../../support/later.js';
import { ENDPOINT_HANDLE, type EndpointHandle } from '../../../lib/core/call/endpoint.js';

const noting = (endpoint: Partial<RequestConfig>) =>
  createTestClient({ middleware: [later], endpoint: { method: 'POST', path: '/u', ...endpoint } });

const kinds: [string, () => Untyped, (params: Untyped) => unknown][] = [
  ['a nested object', () => ({ in: { q: 'before' } }), ({ in: inner }) => (inner.q = 'after')],
  ['a Map', () => new Map([['q', 'before']]), (params) => params.set('q', 'after')],
];

describe('the params of a call', () => {
  it.each(kinds)('are read once, when the call is made: %s', async (_what, make, change) => {
    const { api, requests } = noting({});
    const params = make();
    const running = api.call(params);
    change(params);
    const result = await running;
    await (await result.retry()).retry();
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    expect(requests[0]!.body).not.toContain('after');
  });

  it('are read once for path and query', async () => {
    const { api, requests } = noting({ method: 'GET', path: '/u/:id' });
    const params = { id: 1, tags: ['a'] };
    const running = api.call(params);
    params.id = 2;
    params.tags.push('b');
    await (await running).retry();
    expect(requests.map(({ url }) => url)).toEqual(Array(2).fill('http://api.test/u/1?tags=a'));
  });

  it('stay rejected in retry() after the caller corrected them', async () => {
    const { api, requests } = noting({ path: '/u/:id' });
    const params = { id: '' };
    const result = await api.call(params);
    params.id = '1';
    expect((await result.retry()).error?.kind).toBe('network');
    expect(requests).toEqual([]);
  });
});

describe('the options of a call', () => {
  it.each<[string, CallOptions, (options: Untyped) => unknown]>([
    ['a record of headers', { headers: { 'x-user': 'a' } }, ({ headers }) => (headers['x-user'] = 'b')],
    ['a Headers', { headers: new Headers({ 'x-user': 'a' }) }, ({ headers }) => headers.set('x-user', 'b')],
    [
      'the options themselves',
      { headers: { 'x-user': 'a' } },
      (options) => (options.headers = { 'x-user': 'b' }),
    ],
    [
      'an array of middleware',
      { headers: { 'x-user': 'a' }, middleware: [] },
      ({ middleware }) => middleware.push(null),
    ],
  ])('are read once, when the call is made: %s', async (_what, options, change) => {
    const { api, requests } = noting({});
    const running = api.call({}, options);
    change(options);
    await (await running).retry();
    expect(requests.map(({ headers }) => headers.get('x-user'))).toEqual(['a', 'a']);
  });
});

describe('values that homing passes on unchanged', () => {
  it.each<[string, () => Untyped]>([
    ['bytes', () => new Uint8Array(8)],
    ['search params', () => new URLSearchParams('q=a')],
    ['a form', () => new FormData()],
  ])("a body that is not JSON is the caller's own object each time: %s", async (_what, make) => {
    const { api, requests } = createTestClient({ endpoint: { method: 'POST' } });
    const params = make();
    await (await api.call(params)).retry();
    expect(requests).toHaveLength(2);
    expect(requests.every(({ body }) => body === params)).toBe(true);
  });

  it('fetchOptions are copied one level deep: nested objects stay the same objects', async () => {
    const next = { tags: ['ada'] };
    const fetchOptions = { next, cache: 'no-store' } as RequestInit;
    const { api, requests } = createTestClient({ middleware: [later] });
    const running = api.call(undefined, { fetchOptions });
    fetchOptions.cache = 'reload';
    await (await running).retry();
    expect(requests.map(({ init }) => init.cache)).toEqual(['no-store', 'no-store']);
    expect(requests.every(({ init }) => (init as Untyped).next === next)).toBe(true);
  });
});

const callerOf = (endpoint: unknown): EndpointHandle =>
  (endpoint as { [ENDPOINT_HANDLE]: EndpointHandle })[ENDPOINT_HANDLE];

const held = (setup: TestClientOptions = {}) => {
  const { api, requests } = createTestClient({ held: true, ...setup });
  return { api, requests, caller: callerOf(api.call) };
};

describe('the handle of an endpoint', () => {
  it('is a property of its function, under a symbol that all copies of the package share', () => {
    const { api } = held();
    expect(ENDPOINT_HANDLE).toBe(Symbol.for('homing.caller'));
    expect(Object.keys(api.call)).not.toContain(ENDPOINT_HANDLE);
  });
});

describe('an adapter’s call, made with { dedupe: false }', () => {
  const alone = { dedupe: false } as const;

  it("doesn't abort another call, and no other call aborts it", async () => {
    const { api, caller, requests } = held({ endpoint: { dedupe: true } });
    const calls = [api.call(), caller.prepare({}).run(alone), caller.prepare({}).run(alone)];
    await flush();
    expect(requests.map(({ init }) => init.signal?.aborted)).toEqual([false, false, false]);
    const newer = api.call();
    await flush();
    expect(requests.map(({ init }) => init.signal?.aborted)).toEqual([true, false, false, false]);
    for (const request of requests) request.answer({});
    const kinds = (await Promise.all([...calls, newer])).map(({ error }) => error?.kind);
    expect(kinds).toEqual(['abort', undefined, undefined, undefined]);
  });

  it('keeps dedupe: false in retry()', async () => {
    const { api, caller, requests } = held({ endpoint: { dedupe: true } });
    const first = caller.prepare({}).run(alone);
    await flush();
    requests[0]?.answer({});
    const again = (await first).retry();
    const newer = api.call();
    await flush();
    for (const request of requests) request.answer({});
    expect((await Promise.all([again, newer])).map(({ error }) => error)).toEqual([null, null]);
  });
});

describe('a prepared call', () => {
  it("ends with the signal of its run, but its retry() doesn't", async () => {
    const { caller, requests } = held();
    const controller = new AbortController();
    const prepared = caller.prepare({}, {});
    const run = prepared.run({ signal: controller.signal });
    await flush();
    controller.abort('over');
    const ended = await run;
    expect(ended.error).toMatchObject({ kind: 'abort', body: 'over' });
    const again = ended.retry();
    await flush();
    requests.at(-1)?.answer({ n: 1 });
    expect((await again).data).toEqual({ n: 1 });
  });

  it('calls onSend for its own requests, but not for the requests of a retry()', async () => {
    const { caller, requests } = held();
    const onSend = vi.fn();
    const run = caller.prepare({}, {}).run({ onSend });
    await flush();
    requests[0]?.answer({});
    const again = (await run).retry();
    await flush();
    requests[1]?.answer({});
    await again;
    expect(onSend).toHaveBeenCalledTimes(1);
  });
});
