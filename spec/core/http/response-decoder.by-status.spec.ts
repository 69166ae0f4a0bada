import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  createApi,
  defineRequest,
  type Request,
  type RequestConfig,
  type ResponseType,
  type StandardSchemaV1,
} from '../../../lib/index.js';
import { jsonLines } from '../../../lib/entries/stream.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { BASE, callOnce, stubFetch } from '../../support/client.js';

const Users = z.array(z.object({ id: z.number() }));
const Job = z.object({ jobId: z.string().trim() });

const schemaOf = (validate: (value: unknown) => unknown): StandardSchemaV1 => ({
  '~standard': { version: 1, vendor: 'mine', validate: validate as never },
});

/** A schema whose output is its name. */
const named = (name: string): StandardSchemaV1 => schemaOf(() => ({ value: name }));

const empty = (status: number) => () => new Response(null, { status });

const create = (config: Partial<RequestConfig>) => () =>
  createApi({
    baseUrl: BASE,
    requests: {
      call: defineRequest()({ method: 'GET', path: '/', ...config } as never) as unknown as Request,
    },
  });

describe('responses', () => {
  it.each([
    [200, [{ id: 1, more: 2 }], [{ id: 1 }]],
    [202, { jobId: ' a ' }, { jobId: 'a' }],
  ])('returns for %i the output of the schema for this status', async (status, body, data) => {
    const responses = { 200: Users, 202: Job };
    const { result } = await callOnce({ responses, answer: () => jsonResponse(body, { status }) });
    expect(result).toMatchObject({ data, error: null, status });
  });

  it.each([
    [200, 'exact'],
    [201, 'range'],
    [299, 'range'],
  ])('uses for %i the %s schema: the status first, then 2XX', async (status, expected) => {
    const responses = { '2XX': named('range'), 200: named('exact') };
    const { result } = await callOnce({ responses, answer: () => jsonResponse({}, { status }) });
    expect(result.data).toBe(expected);
  });

  it.each([
    ['a body', 'json', () => jsonResponse({ a: 1 }, { status: 201 })],
    ['an empty body', 'json', empty(204)],
    ['an empty body of optional JSON', 'optionalJson', empty(204)],
    ['text', 'text', () => new Response('hi', { status: 203 })],
    ['a body that is not read', 'none', empty(204)],
  ] as const)(
    "makes a 'parse' error of a 2xx without an entry, with %s",
    async (_name, responseType, answer) => {
      const { result } = await callOnce({ responses: { 200: Users }, responseType, answer });
      const { status } = answer();
      expect(result).toMatchObject({ data: null, status, error: { kind: 'parse', status } });
      expect(result.error!.message).toContain(
        `returned ${status}, but responses has no schema for this status`,
      );
    },
  );

  it('puts the data of a 2xx without an entry into body and rawBody of the error', async () => {
    const answer = () => jsonResponse({ a: 1 }, { status: 201 });
    const { result } = await callOnce({ responses: { 200: Users }, answer });
    expect(result.error).toMatchObject({ body: { a: 1 }, rawBody: { a: 1 } });
  });

  it("makes a 'parse' error of every 2xx if it is empty", async () => {
    const { result } = await callOnce({ responses: {}, answer: () => jsonResponse(1) });
    expect(result.error).toMatchObject({ kind: 'parse', rawBody: 1 });
  });

  it.each<ResponseType>(['json', 'optionalJson'])(
    "passes undefined for an empty body to the schema of its status under '%s'",
    async (responseType) => {
      const validate = vi.fn((value: unknown) => ({ value }));
      const responses = { 200: Users, 204: schemaOf(validate) };
      const { result } = await callOnce({ responses, responseType, answer: empty(204) });
      expect(validate.mock.calls).toEqual([[undefined]]);
      expect(result).toMatchObject({ data: undefined, error: null, status: 204 });
    },
  );

  it("passes an empty string for an empty body to the schema of its status under 'text'", async () => {
    const responses = { '2XX': schemaOf((value) => ({ value: [value] })) };
    const { result } = await callOnce({ responses, responseType: 'text', answer: empty(204) });
    expect(result.data).toEqual(['']);
  });

  it("makes a 'parse' error with issues if the schema rejects an empty body", async () => {
    const { result } = await callOnce({ responses: { 200: Users }, answer: empty(200) });
    expect(result.error).toMatchObject({ kind: 'parse', status: 200, issues: [{ path: [] }] });
  });

  it("makes a 'parse' error with issues and rawBody if the schema of the status rejects the data", async () => {
    const body = { jobId: 1 };
    const answer = () => jsonResponse(body, { status: 202 });
    const { result } = await callOnce({ responses: { 200: Users, 202: Job }, answer });
    expect(result.error).toMatchObject({ kind: 'parse', status: 202, rawBody: body });
    expect(result.error!.issues).toMatchObject([{ path: ['jobId'] }]);
  });

  it("makes a 'parse' error of a body that isn't JSON, without running the schema", async () => {
    const validate = vi.fn((value: unknown) => ({ value }));
    const { result } = await callOnce({
      responses: { 200: schemaOf(validate) },
      answer: () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    });
    expect(result.error!.message).toContain("text/html, which isn't JSON");
    expect(validate).not.toHaveBeenCalled();
  });

  it('waits for an asynchronous schema', async () => {
    const responses = { 200: schemaOf(async (value) => ({ value: [value] })) };
    const { result } = await callOnce({ responses, answer: () => jsonResponse(1) });
    expect(result.data).toEqual([1]);
  });

  it('validates a body that is read as text', async () => {
    const responses = { '2XX': z.coerce.number() };
    const { result } = await callOnce({ responses, responseType: 'text', answer: () => new Response('7') });
    expect(result.data).toBe(7);
  });

  it.each([302, 404, 500])('leaves the error body of a %i unchanged', async (status) => {
    const responses = { '2XX': named('range') };
    const { result } = await callOnce({ responses, answer: () => jsonResponse({ a: 1 }, { status }) });
    expect(result).toMatchObject({ status, error: { kind: 'http', body: { a: 1 } } });
  });

  it('works together with errors', async () => {
    const given = { responses: { 200: named('data') }, errors: { '4XX': named('error') } };
    const found = await callOnce({ ...given, answer: () => jsonResponse({}) });
    const failed = await callOnce({ ...given, answer: () => jsonResponse({}, { status: 404 }) });
    expect([found.result.data, failed.result.error!.body]).toEqual(['data', 'error']);
  });

  it('is copied when the client is created', async () => {
    const responses = { 200: named('first') };
    const call = defineRequest()({ method: 'GET', path: '/', responses });
    const api = createApi({ baseUrl: BASE, fetch: stubFetch(), requests: { call } });
    responses[200] = named('second');
    expect((await api.call()).data).toBe('first');
  });

  it('counts only its own properties', async () => {
    const responses = Object.assign(Object.create({ 200: named('inherited') }) as object, {
      202: named('own'),
    });
    const { result } = await callOnce({ responses, answer: () => jsonResponse({}) });
    expect(result.error).toMatchObject({ kind: 'parse' });
  });

  it.each(['100', '300', '404', '2xx', '20', '2000', 'default', '4XX'])(
    'is rejected by createApi with the key "%s"',
    (key) => {
      const responses = { [key]: Users };
      expect(create({ responses })).toThrow(
        `The endpoint "call" has responses for "${key}": pass a Standard Schema for 200 to 299 or '2XX'.`,
      );
    },
  );

  it.each([[undefined], [null], [{}], [{ parse: () => 1 }], [1]])(
    "is rejected by createApi with a value that isn't a schema: %j",
    (schema) => {
      expect(create({ responses: { 200: schema as never } })).toThrow(TypeError);
    },
  );

  it('is rejected by createApi next to a schema', () => {
    const both = create({ responses: { 200: Users }, schema: Job });
    expect(both).toThrow('"call" has both schema and responses: remove one.');
  });

  it('is rejected by createApi next to a reader', () => {
    const both = create({ responses: { 200: Users }, responseType: jsonLines() });
    expect(both).toThrow('"call" has both responses and reader: remove one.');
  });
});

describe('Request.with', () => {
  const of = (config: Partial<RequestConfig>, options: object) => {
    const call = defineRequest()({ method: 'GET', path: '/', ...config } as never) as unknown as Request;
    const fetch = stubFetch({ answer: () => new Response('7') });
    return createApi({ baseUrl: BASE, fetch, requests: { call: call.with(options) } });
  };

  it.each([
    ['responseType', 'text', '7'],
    ['schema', named('schema'), 'schema'],
  ])('removes responses if it sets %s', async (name, value, data) => {
    const result = await of({ responses: { 200: named('old') } }, { [name]: value }).call();
    expect(result).toMatchObject({ data, error: null });
  });

  it('removes schema if it sets responses', async () => {
    const result = await of({ schema: named('old') }, { responses: { 200: named('new') } }).call();
    expect(result).toMatchObject({ data: 'new', error: null });
  });

  it('keeps responses with other options', async () => {
    const result = await of({ responses: { 200: named('kept') } }, { headers: { a: '1' } }).call();
    expect(result).toMatchObject({ data: 'kept', error: null });
  });
});
