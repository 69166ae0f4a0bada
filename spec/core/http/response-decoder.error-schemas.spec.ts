import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createApi, defineRequest, Request, type StandardSchemaV1 } from '../../../lib/index.js';
import { reader } from '../../../lib/entries/stream.js';
import { BASE, callOnce } from '../../support/client.js';

const Problem = z.object({ message: z.string() });

const schemaOf = (validate: (value: unknown) => unknown): StandardSchemaV1 => ({
  '~standard': { version: 1, vendor: 'mine', validate: validate as never },
});

/** A schema whose output is its name. */
const named = (name: string): StandardSchemaV1 => schemaOf(() => ({ value: name }));

const answer = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });

describe('errors (rules.md#errors-by-status)', () => {
  it('set the error body to the output of the schema', async () => {
    const Trimmed = z.object({ message: z.string().trim() });
    const { result } = await callOnce({
      answer: () => answer(404, { message: ' gone ', more: 1 }),
      errors: { 404: Trimmed },
    });
    expect(result.error).toMatchObject({ kind: 'http', status: 404, body: { message: 'gone' } });
    expect(result.error!.rawBody).toBeUndefined();
    expect(result.error!.issues).toBeUndefined();
  });

  it.each([
    [404, 'exact'],
    [409, 'range'],
    [499, 'range'],
    [500, 'other range'],
    [302, 'default'],
    [599, 'other range'],
  ])('use for %i the %s schema: the status first, then its range, then default', async (status, expected) => {
    const errors = {
      404: named('exact'),
      '4XX': named('range'),
      '5XX': named('other range'),
      default: named('default'),
    };
    expect((await callOnce({ answer: () => answer(status, {}), errors })).result.error!.body).toBe(expected);
  });

  it('leave a body unchanged if no schema is for its status', async () => {
    const { error } = (
      await callOnce({ answer: () => answer(500, { a: 1 }), errors: { 404: Problem, '4XX': Problem } })
    ).result;
    expect(error).toMatchObject({ kind: 'http', body: { a: 1 } });
    expect(error!.rawBody).toBeUndefined();
  });

  it.each([
    ['a 2xx', () => answer(200, {}), null],
    ['an empty body', () => new Response(null, { status: 404 }), { kind: 'http', body: null }],
    ['a body of null', () => new Response('null', { status: 404 }), { kind: 'http', body: null }],
    ["a body that isn't JSON", () => new Response('<html>', { status: 404 }), { kind: 'http', body: null }],
  ])("don't run for %s, or for a HEAD", async (_name, response, expected) => {
    const validate = vi.fn(() => ({ value: 1 }));
    const errors = { default: schemaOf(validate) };
    const { error } = (await callOnce({ answer: () => response(), errors })).result;
    await callOnce({ method: 'HEAD', answer: () => new Response(null, { status: 404 }), errors });
    if (expected) expect(error).toMatchObject(expected);
    expect({ issues: error?.issues, length: validate.mock.calls.length }).toEqual({
      issues: undefined,
      length: 0,
    });
  });

  it('run again in a retry', async () => {
    let body: unknown = { message: 1 };
    const { result } = await callOnce({ answer: () => answer(404, body), errors: { 404: Problem } });
    expect(result.error!.body).toBeNull();
    body = { message: 'gone' };
    expect((await result.retry()).error!.body).toEqual({ message: 'gone' });
  });

  it('also apply when a reader reads the data', async () => {
    const asked = { responseType: reader({ open: () => 'data' }), errors: { 404: Problem } };
    const { error } = (await callOnce({ answer: () => answer(404, { message: 'gone' }), ...asked })).result;
    expect(error).toMatchObject({ kind: 'http', body: { message: 'gone' } });
  });
});

describe('an error body that its schema rejects (rules.md#errors-by-status)', () => {
  it("is null, while the kind stays 'http' and the error has the issues and the raw body", async () => {
    const { error, response } = (
      await callOnce({ answer: () => answer(404, { message: 7 }), errors: { 404: Problem } })
    ).result;
    expect(error).toMatchObject({ kind: 'http', status: 404, body: null, rawBody: { message: 7 } });
    expect(error!.issues).toMatchObject([{ path: ['message'] }]);
    expect(error!.message).toBe('GET /items returned 404, but the error body has 1 problem, at message');
    expect(error!.toJSON()).toMatchObject({ body: null, rawBody: { message: 7 }, issues: ['message'] });
    expect(response!.status).toBe(404);
  });

  it.each<[string, () => unknown]>([
    ['throws', () => JSON.parse('{')],
    ['rejects', () => Promise.reject(new SyntaxError('no'))],
  ])('is null when the schema %s, and the error has the cause', async (_name, validate) => {
    const { error } = (
      await callOnce({ answer: () => answer(422, { a: 1 }), errors: { 422: schemaOf(validate) } })
    ).result;
    expect(error).toMatchObject({
      kind: 'http',
      body: null,
      rawBody: { a: 1 },
      cause: { name: 'SyntaxError' },
    });
    expect(error!.message).toMatch(
      /^GET \/items returned 422, but its schema failed: SyntaxError( at position 1)?$/,
    );
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['issues that are not an array', { issues: 'x' }],
  ])('is null when the schema returns %s', async (_name, outcome) => {
    const { error } = (
      await callOnce({ answer: () => answer(422, { a: 1 }), errors: { 422: schemaOf(() => outcome) } })
    ).result;
    expect(error).toMatchObject({ kind: 'http', status: 422, body: null, rawBody: { a: 1 } });
    expect(error!.issues).toBeUndefined();
  });

  it('is kept as rawBody, however large, and the message stays short', async () => {
    const rows = Array.from({ length: 100_000 }, (_, id) => ({ id: String(id), text: 'x'.repeat(80) }));
    const Rows = z.object({ rows: z.array(z.object({ id: z.number(), text: z.string() })) });
    const { error } = (await callOnce({ answer: () => answer(404, { rows }), errors: { 404: Rows } })).result;
    expect((error!.rawBody as { rows: unknown[] }).rows).toHaveLength(rows.length);
    expect({
      body: error!.body,
      length: error!.issues!.length,
      issues: error!.toJSON().issues,
    }).toMatchObject({ body: null, length: 100_000, issues: { length: 20 } });
    expect(error!.message).toMatch(/ has 100000 problems, the first at rows\[0\]\.id$/);
  });

  it('is reported once for all callers that share the request', async () => {
    const onError = vi.fn();
    const api = createApi({
      baseUrl: BASE,
      fetch: () => Promise.resolve(answer(404, { message: 7 })),
      onError,
      requests: { get: defineRequest()({ method: 'GET', path: '/', share: true, errors: { 404: Problem } }) },
    });
    const results = await Promise.all([api.get(), api.get()]);
    expect(results.map(({ error }) => error?.kind)).toEqual(['http', 'http']);
    expect(onError).toHaveBeenCalledTimes(1);
  });
});

describe('createApi with errors (rules.md#errors-by-status)', () => {
  const create = (errors: unknown): unknown =>
    createApi({
      baseUrl: BASE,
      requests: { users: { get: new Request({ method: 'GET', path: '/', errors: errors as never }) } },
    });

  it.each(['600', '299', '404.0', '4xx', '2XX', '6XX', 'Default', '', '__proto__'])(
    'throws for the key "%s", and names it',
    (key) => {
      const errors = Object.defineProperty({}, key, { value: Problem, enumerable: true });
      expect(() => create(errors)).toThrow(
        `The endpoint "users.get" has errors for "${key}": pass a Standard Schema for 300 to 599, '3XX', '4XX', '5XX' or default.`,
      );
    },
  );

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a plain object', {}],
  ])('throws for %s as a schema, and names the key', (_name, schema) => {
    expect(() => create({ '5XX': Problem, 404: schema })).toThrow(
      'The endpoint "users.get" has errors for "404": pass a Standard Schema',
    );
  });

  it('accepts a schema that is a function, like a schema from arktype, and ignores inherited keys', () => {
    expect(() => create({ 404: Object.assign(() => 1, named('x')) })).not.toThrow();
    expect(() => create(Object.create({ 404: Problem, foo: 1 }))).not.toThrow();
  });

  it('reads errors once, so that a later change has no effect', async () => {
    const errors: Record<string, StandardSchemaV1> = { 404: named('first') };
    const api = createApi({
      baseUrl: BASE,
      fetch: () => Promise.resolve(answer(404, {})),
      requests: { get: new Request({ method: 'GET', path: '/', errors }) },
    });
    errors['404'] = named('second');
    expect((await api.get()).error!.body).toBe('first');
  });
});
