import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  cacheMiddleware,
  type CallNote,
  createApi,
  createGraphQL,
  type InvalidData,
  type Middleware,
  Operation,
  Request,
  type StandardSchemaV1,
  withOptions,
} from '../../../lib/index.js';
import { observers } from '../../../lib/entries/observe.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import {
  BASE,
  createTestClient,
  stubFetch,
  type TestClientOptions,
  type Untyped,
} from '../../support/client.js';

/** Converts its data, so that data of the schema differs from data as it came. */
const User = z.object({ id: z.number().transform(String) });

const WRONG = { id: 'x', more: 1 };
const RIGHT = { id: 1 };

const schemaOf = (validate: (value: unknown) => unknown): StandardSchemaV1 => ({
  '~standard': { version: 1, vendor: 'mine', validate: validate as never },
});

/** A client whose endpoint has a schema, and what was reported of its data. */
const reporting = (setup: TestClientOptions = {}, body: unknown = WRONG) => {
  const onInvalidData = vi.fn<(found: InvalidData) => void>();
  const { endpoint, ...client } = setup;
  const made = createTestClient({
    answer: () => jsonResponse(body),
    onInvalidData,
    ...client,
    endpoint: { schema: User, ...endpoint },
  });
  return { ...made, onInvalidData };
};

const REPORT = { onInvalid: 'report' } as const;
const FAIL = { onInvalid: 'fail' } as const;

describe("onInvalid: 'fail'", () => {
  it.each([
    ['by default', {}],
    ['if it is set', FAIL],
    ['for another value', { onInvalid: 'ignore' as never }],
  ])("makes a 'parse' error with issues and rawBody %s", async (_when, options) => {
    const { api, onInvalidData, onError } = reporting(options);
    const { data, error, status } = await api.call();
    expect([data, status]).toEqual([null, 200]);
    expect(error).toMatchObject({ kind: 'parse', status: 200, rawBody: WRONG });
    expect(error!.issues).toMatchObject([{ path: ['id'] }]);
    expect(onInvalidData).not.toHaveBeenCalled();
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it("makes a 'parse' error with rawBody if the schema throws", async () => {
    const thrown = new RangeError('mine');
    const schema = schemaOf(() => {
      throw thrown;
    });
    const { error } = await reporting({ endpoint: { schema } }).api.call();
    expect(error).toMatchObject({ kind: 'parse', rawBody: WRONG, body: thrown });
  });

  it('keeps the data out of the message and the JSON of the error', async () => {
    const { error } = await reporting({}, { id: 'hunter2-secret' }).api.call();
    expect(error!.message + JSON.stringify(error)).not.toContain('hunter2-secret');
  });
});

describe("onInvalid: 'report'", () => {
  it('succeeds with the data as it came, without the conversions of the schema', async () => {
    const { api, onError } = reporting(REPORT);
    expect(await api.call()).toMatchObject({ data: WRONG, error: null, status: 200 });
    expect(onError).not.toHaveBeenCalled();
  });

  it('returns the output of the schema for valid data, and reports nothing', async () => {
    const { api, onInvalidData } = reporting(REPORT, RIGHT);
    expect((await api.call()).data).toEqual({ id: '1' });
    expect(onInvalidData).not.toHaveBeenCalled();
  });

  it('calls onInvalidData once with the endpoint, status, issues, data and context', async () => {
    const { api, onInvalidData } = reporting({ ...REPORT, context: { tenant: 'a' } });
    const { data } = await api.call({}, { context: { user: 7 } });
    expect(onInvalidData).toHaveBeenCalledTimes(1);
    const [found] = onInvalidData.mock.calls[0]!;
    expect(found).toEqual({
      endpoint: 'call',
      status: 200,
      issues: [expect.objectContaining({ path: ['id'] })],
      data: WRONG,
      context: { tenant: 'a', user: 7 },
    });
    expect(found.data).toBe(data);
  });

  it('works without onInvalidData', async () => {
    const { api } = reporting({ ...REPORT, onInvalidData: undefined });
    expect((await api.call()).data).toEqual(WRONG);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
    ],
    ['rejects', () => Promise.reject(new Error('mine'))],
    ['never settles', () => new Promise(() => {})],
  ])('succeeds if onInvalidData %s', async (_name, onInvalidData) => {
    const { api } = reporting({ ...REPORT, onInvalidData: onInvalidData });
    expect(await api.call()).toMatchObject({ data: WRONG, error: null });
  });

  it('reports one issue if the schema throws', async () => {
    const schema = schemaOf(() => {
      throw new RangeError('mine');
    });
    const { api, onInvalidData } = reporting({ ...REPORT, endpoint: { schema } });
    expect((await api.call()).data).toEqual(WRONG);
    const { issues } = onInvalidData.mock.calls[0]![0];
    expect(issues).toHaveLength(1);
    expect(issues[0]!.message).toContain('its schema failed: RangeError');
  });

  it('reports an empty list of issues as the schema returned it', async () => {
    const { api, onInvalidData } = reporting({
      ...REPORT,
      endpoint: { schema: schemaOf(() => ({ issues: [] })) },
    });
    expect((await api.call()).data).toEqual(WRONG);
    expect(onInvalidData.mock.calls[0]![0].issues).toEqual([]);
  });

  it('reports the data of a status in responses', async () => {
    const answer = () => jsonResponse(WRONG, { status: 202 });
    const endpoint = { schema: undefined, responses: { 202: User } };
    const { api, onInvalidData } = reporting({ ...REPORT, endpoint, answer });
    expect(await api.call()).toMatchObject({ data: WRONG, status: 202 });
    expect(onInvalidData.mock.calls[0]![0]).toMatchObject({ status: 202, data: WRONG });
  });

  it("reports a status that responses doesn't declare, too", async () => {
    const endpoint = { schema: undefined, responses: { 202: User } };
    const { api, onInvalidData } = reporting({ ...REPORT, endpoint });
    expect(await api.call()).toMatchObject({ data: WRONG, error: null, status: 200 });
    expect(onInvalidData.mock.calls).toMatchObject([
      [{ status: 200, issues: [{ message: expect.any(String) }] }],
    ]);
  });

  it("still makes a 'parse' error of a body that isn't JSON", async () => {
    const { api, onInvalidData } = reporting({ ...REPORT, answer: () => new Response('{') });
    expect((await api.call()).error).toMatchObject({ kind: 'parse' });
    expect(onInvalidData).not.toHaveBeenCalled();
  });

  it('has no effect on errors: their schemas reject a body as before', async () => {
    const endpoint = { errors: { 404: User } };
    const { api, onInvalidData } = reporting({
      ...REPORT,
      endpoint,
      answer: () => jsonResponse(WRONG, { status: 404 }),
    });
    expect((await api.call()).error).toMatchObject({ kind: 'http', body: null, rawBody: WRONG });
    expect(onInvalidData).not.toHaveBeenCalled();
  });

  it('reports again for retry() of the Result', async () => {
    const { api, onInvalidData } = reporting(REPORT);
    await (await api.call()).retry();
    expect(onInvalidData).toHaveBeenCalledTimes(2);
  });

  it('reports before an outer middleware receives the Result', async () => {
    const told: string[] = [];
    const outer: Middleware = async (_ctx, next) => {
      const result = await next();
      told.push(result.error ? 'error' : 'data');
      return result;
    };
    const onInvalidData = () => void told.push('reported');
    await reporting({ ...REPORT, onInvalidData, middleware: [outer] }).api.call();
    expect(told).toEqual(['reported', 'data']);
  });
});

describe('the level of onInvalid', () => {
  it.each<[string, TestClientOptions, object, 'data' | 'error']>([
    ['the client', REPORT, {}, 'data'],
    ['the endpoint', { endpoint: REPORT }, {}, 'data'],
    ['the call', {}, REPORT, 'data'],
    ['the endpoint over the client', { ...REPORT, endpoint: FAIL }, {}, 'error'],
    ['the call over the endpoint', { endpoint: REPORT }, FAIL, 'error'],
    ['the call over the client', REPORT, FAIL, 'error'],
    ['the endpoint if the call sets undefined', { endpoint: REPORT }, { onInvalid: undefined }, 'data'],
  ])('that decides is %s', async (_name, setup, options, expected) => {
    const { data } = await reporting(setup).api.call({}, options);
    expect(data ? 'data' : 'error').toBe(expected);
  });

  it('can be a Request with the option', async () => {
    const call = new Request<Untyped, Untyped>({ method: 'GET', path: '/', schema: User }).with(REPORT);
    const api = createApi({ baseUrl: BASE, fetch: stubFetch({ data: WRONG }), requests: { call } });
    expect((await api.call()).data).toEqual(WRONG);
  });
});

describe('observers', () => {
  it("get a note of type 'invalid' with the number of issues and the status, under 'report' alone", async () => {
    const notes: CallNote[] = [];
    const watching = observers({ call: () => ({ note: (note) => void notes.push(note) }) });
    const { api } = reporting({
      observers: watching,
      endpoint: { schema: schemaOf(() => ({ issues: [1, 2] })) },
    });
    await api.call({}, FAIL);
    await api.call({}, REPORT);
    expect(notes).toEqual([{ type: 'invalid', issues: 2, status: 200 }]);
  });
});

describe('the cache', () => {
  it.each([
    ['report', 'fail'],
    ['report', undefined],
    ['fail', 'report'],
    [undefined, 'report'],
  ] as const)('keeps data for onInvalid %s away from a call under %s', async (first, second) => {
    const { api, requests } = reporting({ middleware: [cacheMiddleware()] });
    const kindOf = (choice: string | undefined) => (choice === 'report' ? undefined : 'parse');
    const results = [await api.call({}, { onInvalid: first }), await api.call({}, { onInvalid: second })];
    expect(results.map(({ error }) => error?.kind)).toEqual([kindOf(first), kindOf(second)]);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['schema', { schema: User }],
    ['responses', { schema: undefined, responses: { 200: User } }],
  ])("never gives reported data to a call under 'fail' on another copy, with %s", async (_name, endpoint) => {
    const { api } = reporting({ middleware: [cacheMiddleware()], endpoint });
    expect((await api.call({}, REPORT)).data).toEqual(WRONG);
    const copy = withOptions(api, { context: { a: 1 } });
    expect((await copy.call()).error).toMatchObject({ kind: 'parse' });
  });

  it("gives stored data to a later call under 'report', and reports it once", async () => {
    const { api, requests, onInvalidData } = reporting({ ...REPORT, middleware: [cacheMiddleware()] });
    const results = [await api.call(), await api.call()];
    expect(results.map(({ data }) => data)).toEqual([WRONG, WRONG]);
    expect([requests.length, onInvalidData.mock.calls.length]).toEqual([1, 1]);
  });

  it("stores one response for calls without onInvalid and calls under 'fail'", async () => {
    const { api, requests } = reporting({ middleware: [cacheMiddleware()] }, RIGHT);
    expect([(await api.call()).data, (await api.call({}, FAIL)).data]).toEqual([{ id: '1' }, { id: '1' }]);
    expect(requests).toHaveLength(1);
  });

  it('keeps the data of a GraphQL operation apart too', async () => {
    const ask = new Operation<Untyped, Untyped>({ operation: 'query Q { n }', schema: User as never });
    const fetch = stubFetch({ answer: () => jsonResponse({ data: WRONG }) });
    const middleware = [cacheMiddleware({ methods: ['POST'] })];
    const api = createGraphQL({ endpoint: BASE, fetch, middleware, operations: { ask } });
    expect((await api.ask({}, REPORT)).data).toEqual(WRONG);
    expect((await api.ask({})).error).toMatchObject({ kind: 'parse' });
    expect((await api.ask({}, REPORT)).data).toEqual(WRONG);
    expect(fetch.requests).toHaveLength(2);
  });
});

describe('calls that share a request', () => {
  it('each get the data or the error by their own onInvalid', async () => {
    const { api, requests, onInvalidData } = reporting({ endpoint: { share: true } });
    const results = await Promise.all([
      api.call({}, REPORT),
      api.call({}, FAIL),
      api.call(),
      api.call({}, REPORT),
    ]);
    expect(requests).toHaveLength(1);
    expect(results.map(({ error }) => error?.kind)).toEqual([undefined, 'parse', 'parse', undefined]);
    expect(results[0].data).toEqual(WRONG);
    expect(onInvalidData).toHaveBeenCalledTimes(2);
  });

  it('report errors of their own to onError', async () => {
    const { api, onError } = reporting({ endpoint: { share: true } });
    await Promise.all([api.call({}, FAIL), api.call({}, REPORT), api.call({}, FAIL)]);
    expect(onError).toHaveBeenCalledTimes(2);
  });
});

describe('onInvalid in GraphQL', () => {
  const graph = (client: object = {}) => {
    const onInvalidData = vi.fn<(found: InvalidData) => void>();
    const ask = new Operation<Untyped, Untyped>({ operation: 'query Q { n }', schema: User as never });
    const fetch = stubFetch({ answer: () => jsonResponse({ data: WRONG }) });
    const api = createGraphQL({ endpoint: BASE, fetch, onInvalidData, ...client, operations: { ask } });
    return { api, onInvalidData };
  };

  it("makes a 'parse' error with issues and rawBody by default", async () => {
    const { error } = await graph().api.ask();
    expect(error).toMatchObject({ kind: 'parse', rawBody: WRONG });
    expect(error!.issues).toMatchObject([{ path: ['id'] }]);
  });

  it("returns the data as it came under 'report', and calls onInvalidData", async () => {
    const { api, onInvalidData } = graph(REPORT);
    expect(await api.ask()).toMatchObject({ data: WRONG, error: null, status: 200 });
    expect(onInvalidData.mock.calls[0]![0]).toMatchObject({ endpoint: 'ask', status: 200, data: WRONG });
  });

  it('can be set by one call', async () => {
    const { api } = graph(REPORT);
    expect((await api.ask({}, FAIL)).error).toMatchObject({ kind: 'parse' });
  });
});

describe('reported: problems of a valid output', () => {
  const ISSUES = [{ message: 'odd', path: ['id'] }];

  it.each(['fail', 'report', undefined] as const)('are reported under onInvalid %s', async (onInvalid) => {
    const schema = schemaOf(() => ({ value: 'output', reported: ISSUES }));
    const onInvalidData = vi.fn<(found: InvalidData) => void>();
    const { api } = createTestClient({
      answer: () => jsonResponse(WRONG),
      onInvalidData,
      endpoint: { schema, onInvalid },
    });
    expect(await api.call()).toMatchObject({ data: 'output', error: null });
    expect(onInvalidData.mock.calls).toEqual([
      [{ endpoint: 'call', status: 200, context: {}, issues: ISSUES, data: WRONG }],
    ]);
  });

  it('are ignored next to issues, if they are inherited, and without onInvalidData', async () => {
    const onInvalidData = vi.fn<(found: InvalidData) => void>();
    const run = async (outcome: unknown) => {
      const answer = () => jsonResponse(WRONG);
      const { api } = createTestClient({
        answer,
        onInvalidData,
        endpoint: { schema: schemaOf(() => outcome) },
      });
      return api.call();
    };
    expect((await run({ value: 1, issues: ISSUES, reported: ISSUES })).error?.kind).toBe('parse');
    expect((await run(Object.create({ reported: ISSUES }, { value: { value: 1 } }))).data).toBe(1);
    expect(onInvalidData).not.toHaveBeenCalled();
  });
});
