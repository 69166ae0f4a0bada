import { describe, expect, it } from 'vitest';
import {
  allResults,
  cacheMiddleware,
  collect,
  createGraphQL,
  type Middleware,
  Operation,
  paginate,
  pollUntil,
  type Result,
} from '../../../lib/index.js';
import { observers } from '../../../lib/entries/observe.js';
import { errorResult, jsonResponse, mockFetch, successResult } from '../../../lib/entries/testing.js';
import { events } from '../../../lib/entries/sse.js';
import { jsonLines } from '../../../lib/entries/stream.js';
import { BASE, callOnce, createTestClient, stubFetch, type TestClientOptions } from '../../support/client.js';

/** Calls an endpoint of a client once. */
const ask = (setup: TestClientOptions = {}, params?: unknown, options?: object): Promise<Result<unknown>> =>
  createTestClient(setup).api.call(params, options);

const returning =
  (value: object): Middleware =>
  async () =>
    value as never;

describe('result.status of a call', () => {
  it.each([200, 201, 203, 299, 302, 400, 404, 500, 599])('is the status of a %i', async (status) => {
    const { result } = await callOnce({ answer: () => jsonResponse({}, { status }) });
    expect([result.status, result.response?.status]).toEqual([status, status]);
  });

  it('is 204 for a response without a body', async () => {
    const answer = () => new Response(null, { status: 204 });
    expect((await callOnce({ responseType: 'none', answer })).result.status).toBe(204);
  });

  it("is the response's status for a 'parse' error", async () => {
    const { result } = await callOnce({ answer: () => new Response('{', { status: 201 }) });
    expect(result).toMatchObject({ status: 201, error: { kind: 'parse', status: 201 } });
  });

  it('is the status of the last attempt after a retry', async () => {
    const { api } = createTestClient({ answers: [503, { ok: true }] });
    const failed = await api.call();
    expect([failed.status, (await failed.retry()).status]).toEqual([503, 200]);
  });

  it.each<[string, TestClientOptions, unknown, object | undefined]>([
    ['whose fetch rejects', { throws: new TypeError('failed') }, undefined, undefined],
    ['whose params are rejected', { endpoint: { path: '/:id' } }, undefined, undefined],
    ['whose options are rejected', {}, undefined, { headers: { 'a b': '1' } }],
    ['that times out', { held: true, timeout: 5 }, undefined, undefined],
    ['whose attempt times out', { held: true, attemptTimeout: 5 }, undefined, undefined],
    ['that was aborted', {}, undefined, { signal: AbortSignal.abort() }],
    [
      'whose middleware throws',
      { middleware: [() => Promise.reject(new Error('mine'))] },
      undefined,
      undefined,
    ],
    ['whose middleware returns no Result', { middleware: [returning([])] }, undefined, undefined],
    [
      'whose baseUrl function throws',
      { baseUrl: () => Promise.reject(new Error('mine')) },
      undefined,
      undefined,
    ],
    [
      'whose middleware is stuck',
      { middleware: [() => new Promise(() => {})], timeout: 5 },
      undefined,
      undefined,
    ],
  ])('is 0 for a call %s', async (_name, setup, params, options) => {
    const result = await ask(setup, params, options);
    expect(result).toMatchObject({ data: null, status: 0, response: null });
    expect(result.error).not.toBeNull();
  });

  it('is 0 if the body broke off', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('cut')) });
    const { result } = await callOnce({ answer: () => new Response(body, { status: 200 }) });
    expect(result).toMatchObject({ status: 0, response: null, error: { kind: 'network' } });
  });
});

describe('result.status of a Result that a middleware creates', () => {
  const response = new Response(null, { status: 202 });
  const error = errorResult(404).error;

  it.each<[string, object, number]>([
    ['data alone', { data: 1 }, 0],
    ['data with a response', { data: 1, error: null, response }, 202],
    ['data with a response of null', { data: 1, error: null, response: null }, 0],
    ['an error alone', { error }, 0],
    ['an error with a response', { error, response: new Response(null, { status: 404 }) }, 404],
    ['plain error fields', { error: { kind: 'http', status: 404 } }, 0],
    ['another status than the response', { data: 1, error: null, status: 500, response }, 202],
    ['a status without a response', { data: 1, error: null, status: 500 }, 0],
  ])('is the status of its response, else 0: %s', async (_name, value, status) => {
    expect((await ask({ middleware: [returning(value)] })).status).toBe(status);
  });

  it('is set before an outer middleware receives the Result', async () => {
    const seen: number[] = [];
    const outer: Middleware = async (_ctx, next) => {
      const result = await next();
      seen.push(result.status);
      return result;
    };
    await ask({ middleware: [outer, returning({ data: 1, response })] });
    await ask({ middleware: [outer, returning({ data: 1 })] });
    expect(seen).toEqual([202, 0]);
  });

  it('stays when a middleware replaces the data of a Result', async () => {
    const changing: Middleware = async (_ctx, next) =>
      ({ ...(await next()), data: 'mine', error: null }) as never;
    const setup = { middleware: [changing], answer: () => jsonResponse({}, { status: 201 }) };
    expect(await ask(setup)).toMatchObject({ data: 'mine', status: 201 });
  });
});

describe('result.status of Results that are not created by one request', () => {
  const pages = (setup: TestClientOptions = {}) => {
    const { api } = createTestClient(setup);
    return paginate(
      api.call,
      { page: 1 },
      { next: (_page, { page }) => (page < 3 ? { page: page + 1 } : null) },
    );
  };
  const created = { answer: () => jsonResponse({ n: 1 }, { status: 201 }) };

  it('is the status of each page in paginate, and of the error of a page', async () => {
    const seen: number[] = [];
    for await (const { status } of pages({ answers: [{ n: 1 }, { n: 2 }, 503] })) seen.push(status);
    expect(seen).toEqual([200, 200, 503]);
  });

  it('is the status of the last page in collect', async () => {
    const data = [{ n: 1 }, { n: 1 }, { n: 1 }];
    expect(await collect(pages(created), {})).toMatchObject({ data, error: null, status: 201 });
  });

  it('is the status of the failed page in collect', async () => {
    expect(await collect(pages({ answers: [{}, 503] }), {})).toMatchObject({ data: null, status: 503 });
  });

  it('is 0 if collect fails outside of a call', async () => {
    const next = (): never => {
      throw new Error('mine');
    };
    const { api } = createTestClient();
    expect(await collect(paginate(api.call, {}, { next }), {})).toMatchObject({ data: null, status: 0 });
    expect(await collect(7 as never, {})).toMatchObject({ data: null, status: 0 });
  });

  it('is the status of the last response in allResults, and 0 for no calls', async () => {
    const { api } = createTestClient(created);
    expect(await allResults([api.call(), api.call()])).toMatchObject({ error: null, status: 201 });
    expect((await allResults([])).status).toBe(0);
    expect((await allResults({})).status).toBe(0);
  });

  it('is the status of the first error in allResults, and 0 for a value that rejects', async () => {
    const { api } = createTestClient({ answers: [404] });
    expect((await allResults([api.call()])).status).toBe(404);
    expect((await allResults([Promise.reject(new Error('mine')) as never])).status).toBe(0);
    expect((await allResults([7 as never])).status).toBe(0);
  });

  it('is the status of the last response in pollUntil', async () => {
    const { api } = createTestClient({ answers: [{ n: 1 }, jsonResponse({ done: 1 }, { status: 203 })] });
    const until = ({ status }: Result<unknown>) => status === 203;
    expect((await pollUntil(api.call, {}, { every: 1, until })).status).toBe(203);
  });

  it('is the status of the error that ends a poll, and 0 for a poll that is aborted', async () => {
    const { api } = createTestClient({ answers: [404] });
    const until = () => true;
    expect((await pollUntil(api.call, {}, { every: 1, until })).status).toBe(404);
    const waiting = createTestClient({ held: true }).api;
    const signal = AbortSignal.timeout(5);
    expect((await pollUntil(waiting.call, {}, { every: 1, until, signal })).status).toBe(0);
  });

  it('is the status of the response for a stream, before it is read', async () => {
    const answer = () => new Response('data: 1\n\n', { headers: { 'content-type': 'text/event-stream' } });
    const { result } = await callOnce({ responseType: events() as never, answer });
    expect(result).toMatchObject({ error: null, status: 200 });
    (result.data as ReadableStream | undefined)?.cancel?.().catch(() => {});
  });

  it("is the status of the response for a stream that can't be opened", async () => {
    const answer = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
    const { result } = await callOnce({ responseType: events() as never, answer });
    expect(result).toMatchObject({ status: 200, error: { kind: 'parse' } });
    const refused = await callOnce({
      responseType: jsonLines() as never,
      answer: () => jsonResponse(1, { status: 404 }),
    });
    expect(refused.result.status).toBe(404);
  });

  it('is the original status for a cached response', async () => {
    const { api, requests } = createTestClient({ ...created, middleware: [cacheMiddleware()] });
    const statuses = [(await api.call()).status, (await api.call()).status];
    expect([statuses, requests.length]).toEqual([[201, 201], 1]);
  });

  it('is the same for all calls that share a request', async () => {
    const { api } = createTestClient({ ...created, endpoint: { share: true } });
    const results = await Promise.all([api.call(), api.call()]);
    expect(results.map(({ status }) => status)).toEqual([201, 201]);
  });

  it('is 0 for the call that dedupe cancels', async () => {
    const { api } = createTestClient({ endpoint: { dedupe: true } });
    const results = await Promise.all([api.call(), api.call()]);
    expect(results.map(({ status }) => status)).toEqual([0, 200]);
  });

  it('is the status of the response in GraphQL, also next to errors', async () => {
    const operations = { ask: new Operation({ operation: 'query Q { n }' }) };
    const fetch = stubFetch({ answers: [{ data: { n: 1 } }, { errors: [{ message: 'no' }] }] });
    const api = createGraphQL({ endpoint: BASE, fetch, operations });
    const results = [await api.ask(), await api.ask()];
    expect(results.map(({ status, error }) => [status, error?.kind])).toEqual([
      [200, undefined],
      [200, 'http'],
    ]);
  });

  it('is in the Result that observers receive', async () => {
    const seen: number[] = [];
    const observer = { call: () => ({ end: (outcome: Result<unknown>) => void seen.push(outcome.status) }) };
    await ask({ observers: observers(observer), answers: [404] });
    expect(seen).toHaveLength(1);
  });
});

describe('result.status in tests', () => {
  it('is 200 for successResult, and the status of the error for errorResult', () => {
    expect(successResult(1).status).toBe(200);
    expect([404, 500].map((status) => errorResult(status).status)).toEqual([404, 500]);
  });

  it('is 0 for an errorResult without a response', () => {
    const result = errorResult(0);
    expect([result.status, result.response]).toEqual([0, null]);
  });

  it('is the same after retry() of these Results', async () => {
    expect((await successResult(1).retry()).status).toBe(200);
    expect((await errorResult(404).retry()).status).toBe(404);
  });

  it('is the status of a mocked response', async () => {
    const { fetch } = mockFetch({ 'GET /things': () => jsonResponse({}, { status: 203 }) });
    expect((await ask({ fetch })).status).toBe(203);
  });
});
