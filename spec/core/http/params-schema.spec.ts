import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  createApi,
  defineRequest,
  Request,
  retryMiddleware,
  type StandardSchemaV1,
} from '../../../lib/index.js';
import { placed } from '../../../lib/entries/openapi.js';
import { BASE, createTestClient, type TestClientOptions, type Untyped } from '../../support/client.js';

const SECRET = 'hunter2-secret';

const AT = new Date('2030-01-02T03:04:05Z');

const Booking = z.object({
  at: z.date().transform((date) => date.toISOString()),
  seats: z.number().default(1),
});

const schemaOf = (validate: (value: unknown) => unknown): StandardSchemaV1 => ({
  '~standard': { version: 1, vendor: 'mine', validate: validate as never },
});

/** A schema with this output. */
const output = (value: unknown): StandardSchemaV1 => schemaOf(() => ({ value }));

/** Calls an endpoint with this params schema once. */
const ask = async (schema: StandardSchemaV1, params?: unknown, options: TestClientOptions = {}) => {
  const { endpoint, ...client } = options;
  const { api, requests, onError } = createTestClient({
    ...client,
    endpoint: { ...endpoint, params: schema },
  });
  const result = await api.call(params);
  return { result, requests, onError, error: result.error! };
};

const POST = { endpoint: { method: 'POST' } } as const;

describe('a params schema', () => {
  it('sends its output in the query of a GET', async () => {
    const { requests } = await ask(Booking, { at: AT });
    expect(requests[0]!.url).toBe(`${BASE}/things?at=2030-01-02T03%3A04%3A05.000Z&seats=1`);
  });

  it('sends its output in the body of a POST', async () => {
    const { requests } = await ask(Booking, { at: AT, seats: 2 }, POST);
    expect(requests[0]!.body).toBe('{"at":"2030-01-02T03:04:05.000Z","seats":2}');
  });

  it('sends only its output: a param that it drops is not sent', async () => {
    const { requests } = await ask(z.object({ a: z.number() }), { a: 1, [SECRET]: SECRET });
    expect(requests[0]!.url).toBe(`${BASE}/things?a=1`);
  });

  it('sends an array as the body of a POST', async () => {
    const { requests } = await ask(z.array(z.number()), [1, 2], POST);
    expect(requests[0]!.body).toBe('[1,2]');
  });

  it('fills the path with its output', async () => {
    const schema = z.object({ id: z.number().transform((id) => `u${id}`), q: z.string() });
    const { requests } = await ask(schema, { id: 7, q: 'x' }, { endpoint: { path: '/users/:id' } });
    expect(requests[0]!.url).toBe(`${BASE}/users/u7?q=x`);
  });

  it('passes its output to place', async () => {
    const place = placed(({ id, q }: Untyped) => ({ path: { id }, query: { q } }));
    const schema = output({ id: 'made', q: 'up' });
    const { requests } = await ask(schema, { id: 'given' }, { endpoint: { path: '/users/:id', place } });
    expect(requests[0]!.url).toBe(`${BASE}/users/made?q=up`);
  });

  it('passes its output to serializeQuery', async () => {
    const serializeQuery = (query: unknown) => `json=${JSON.stringify(query)}`;
    const { requests } = await ask(output({ a: 1 }), {}, { endpoint: { serializeQuery } });
    expect(requests[0]!.url).toContain('json={"a":1}');
  });

  it('receives an empty object if the call has no params', async () => {
    const validate = vi.fn(() => ({ value: { page: 1 } }));
    const { requests } = await ask(schemaOf(validate));
    expect(validate.mock.calls).toEqual([[{}]]);
    expect(requests[0]!.url).toBe(`${BASE}/things?page=1`);
  });

  it("leaves the caller's object as it is, and middleware see it as ctx.request.params", async () => {
    const params = { at: AT };
    const seen: unknown[] = [];
    await ask(Booking, params, {
      middleware: [(ctx, next) => (seen.push(ctx.request.params), next())],
    });
    expect(seen).toEqual([params]);
    expect(params).toEqual({ at: AT });
  });

  it('runs once per call: not for an attempt of RetryPlugin, and not for retry() of the Result', async () => {
    const validate = vi.fn((value: unknown) => ({ value }));
    const { result, requests } = await ask(
      schemaOf(validate),
      { a: 1 },
      {
        middleware: [retryMiddleware({ max: 2, delay: () => 0 })],
        answers: [503, 503, { ok: true }],
      },
    );
    await result.retry();
    expect([requests.length, validate.mock.calls.length]).toEqual([4, 1]);
    expect(new Set(requests.map(({ url }) => url))).toEqual(new Set([`${BASE}/things?a=1`]));
  });

  it('runs when the call starts, before the call returns', () => {
    const validate = vi.fn((value: unknown) => ({ value }));
    const { api } = createTestClient({ endpoint: { params: schemaOf(validate) } });
    void api.call({ a: 1 });
    expect(validate).toHaveBeenCalledTimes(1);
  });

  it('can end with undefined: nothing is sent in the query or the body', async () => {
    const get = await ask(output(undefined), { a: 1 });
    const post = await ask(output(undefined), { a: 1 }, POST);
    expect([get.requests[0]!.url, post.requests[0]!.body ?? null]).toEqual([`${BASE}/things`, null]);
  });
});

describe("params that the schema rejects make a 'network' error", () => {
  const Strict = z.object({ user: z.object({ pin: z.number() }), note: z.string().max(3) });
  const params = { user: { pin: SECRET }, note: `${SECRET}${SECRET}` };

  it.each([
    ['GET', {}],
    ['POST', POST],
  ])('with issues, and nothing is sent: %s', async (_method, options) => {
    const { result, error, requests, onError } = await ask(Strict, params, options);
    expect(result).toMatchObject({ data: null, status: 0, response: null });
    expect(error).toMatchObject({ kind: 'network', attempts: 0 });
    expect(error.issues!.map(({ path }) => path)).toEqual([['user', 'pin'], ['note']]);
    expect(requests).toEqual([]);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('whose message has the number of problems and the first path', async () => {
    const { error } = await ask(Strict, params);
    expect(error.message).toContain(
      'The params object has 2 problems, the first at user.pin: pass what the params schema accepts.',
    );
    const one = await ask(z.object({ a: z.number() }), {});
    expect(one.error.message).toContain('The params object has 1 problem, at a:');
  });

  it.each([
    ['GET', {}],
    ['POST', POST],
    ['a path', { endpoint: { path: '/users/:user/:note' } }],
  ])('without a value of the params in its message, JSON or URL: %s', async (_method, options) => {
    const quoting = schemaOf((value) => ({
      issues: [{ message: `bad ${JSON.stringify(value)}`, path: ['a'] }],
    }));
    for (const schema of [Strict, quoting]) {
      const { error } = await ask(schema, params, options);
      expect(error.message).not.toContain(SECRET);
      expect(error.request.url).not.toContain(SECRET);
      expect(JSON.stringify(error)).not.toContain(SECRET);
    }
  });

  it('also with an empty list of issues', async () => {
    const { error, requests } = await ask(
      schemaOf(() => ({ issues: [] })),
      { a: SECRET },
    );
    expect(error.message).toContain('The params object has a problem: pass what the params schema accepts.');
    expect(requests).toEqual([]);
  });

  it('and retry() of the Result returns the same error again', async () => {
    const { result, requests } = await ask(Strict, params);
    expect((await result.retry()).error).toMatchObject({ kind: 'network', issues: result.error!.issues });
    expect(requests).toEqual([]);
  });

  it('with the path template as URL', async () => {
    const { error } = await ask(Strict, params, { endpoint: { path: '/users/:id' } });
    expect(error.request.url).toBe(`${BASE}/users/:id`);
  });
});

it.each([1, {}, { parse: () => 1 }])(
  'createApi rejects params that are not a Standard Schema: %j',
  (params) => {
    const request = defineRequest()({ method: 'GET', path: '/a', params: params as never });
    expect(() => createApi({ baseUrl: BASE, requests: { call: request } })).toThrow(
      /^The endpoint "call": params is .*: pass a Standard Schema\.$/,
    );
  },
);

describe("a params schema that can't be used makes a 'network' error, and nothing is sent", () => {
  const thenable = { then: (done: (value: unknown) => void) => done({ value: {} }) };

  it.each<[string, StandardSchemaV1]>([
    ['it returns a Promise', schemaOf(async (value) => ({ value }))],
    ['it returns a Promise of issues', schemaOf(async () => ({ issues: [{ message: 'no' }] }))],
    ['it returns a thenable', schemaOf(() => thenable)],
    ['zod with an asynchronous refinement', z.object({}).refine(async () => true)],
    ['it returns undefined', schemaOf(() => undefined)],
    ['it returns null', schemaOf(() => null)],
    ['it returns a string', schemaOf(() => 'ok')],
    ['it returns an object without value', schemaOf(() => ({}))],
    [
      'it throws',
      schemaOf(() => {
        throw new RangeError('out');
      }),
    ],
    [
      'it throws undefined',
      schemaOf(() => {
        throw undefined;
      }),
    ],
    ['its validate is missing', { '~standard': { version: 1, vendor: 'mine' } } as never],
  ])('%s', async (_name, schema) => {
    const { result, error, requests } = await ask(schema, { a: SECRET });
    expect(result).toMatchObject({ data: null, status: 0 });
    expect(error.kind).toBe('network');
    expect(error.message).not.toContain(SECRET);
    expect(requests).toEqual([]);
  });

  it('whose message names a Promise', async () => {
    const { error } = await ask(
      schemaOf(async (value) => ({ value })),
      {},
    );
    expect(error.message).toContain('The result of the params schema is');
    expect(error.message).toContain('Promise');
    expect(error.message).toContain('a synchronous schema');
  });

  it('whose message names the schema if it throws', async () => {
    const thrown = new RangeError('out');
    const { error } = await ask(
      schemaOf(() => {
        throw thrown;
      }),
      {},
    );
    expect(error.message).toContain('The params schema failed: RangeError: out');
    expect(error.issues).toBeUndefined();
  });

  it('without an unhandled rejection of the Promise', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    await ask(
      schemaOf(() => Promise.reject(new Error('late'))),
      {},
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('a path param that the schema does not produce', () => {
  it('is reported as missing, although the caller passed it', async () => {
    const { error, requests } = await ask(output({}), { id: 1 }, { endpoint: { path: '/users/:id' } });
    expect(error.message).toContain('Invalid path params: "id" (missing).');
    expect(requests).toEqual([]);
  });

  it('is an error if the output is no object', async () => {
    const { error, requests } = await ask(output('x'), { id: 1 }, { endpoint: { path: '/users/:id' } });
    expect(error).toMatchObject({ kind: 'network' });
    expect(requests).toEqual([]);
  });
});

describe('a params schema on calls of other features', () => {
  it('checks the params of each call separately under share', async () => {
    const endpoint = { params: z.object({ a: z.coerce.number() }), share: true };
    const { api, requests } = createTestClient({ endpoint, held: true });
    const calls = [api.call({ a: 1 }), api.call({ a: '1' }), api.call({ a: 'no' })];
    const rejected = await calls[2]!;
    requests[0]!.answer({ ok: true });
    const results = await Promise.all(calls.slice(0, 2));
    expect(requests).toHaveLength(1);
    expect(results.map(({ error }) => error)).toEqual([null, null]);
    expect(rejected.error).toMatchObject({ kind: 'network' });
  });

  it('is read when the client is created', async () => {
    const config = { method: 'GET' as const, path: '/', params: output({ a: 1 }) };
    const fetch = vi.fn(async (_url: string) => new Response('1'));
    const api = createApi({ baseUrl: BASE, fetch, requests: { call: new Request<Untyped>(config) } });
    config.params = output({ a: 2 });
    await api.call({});
    expect(fetch.mock.calls[0]![0]).toBe(`${BASE}/?a=1`);
  });
});
