import { describe, expect, it, vi } from 'vitest';
import {
  createGraphQL,
  type GraphQLError,
  matchError,
  Operation,
  type StandardSchemaV1,
} from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { receiving } from '../../support/one-operation.js';
import { broken } from '../../support/streams.js';

const errors = [{ message: 'no such thing', path: ['thing'] }];

const schemaOf = (validate: StandardSchemaV1['~standard']['validate']): StandardSchemaV1 => ({
  '~standard': { version: 1, vendor: 'test', validate },
});

describe('a 2xx with data (rules.md#graphql)', () => {
  it.each<[string, unknown, unknown]>([
    ['an object', { data: { thing: { id: 1 } } }, { thing: { id: 1 } }],
    ['an empty object', { data: {} }, {}],
    ['next to an empty errors array', { data: { a: 1 }, errors: [] }, { a: 1 }],
    ['next to null errors', { data: { a: 1 }, errors: null }, { a: 1 }],
    ['next to extensions', { data: { a: null }, extensions: { cost: 1 } }, { a: null }],
  ])('is a success: %s', async (_what, body, data) => {
    const result = await receiving(jsonResponse(body));
    expect(result).toMatchObject({ data, error: null, response: { status: 200 } });
  });

  it.each(['application/json', 'application/graphql-response+json', 'text/plain', ''])(
    'is a success with Content-Type "%s"',
    async (type) => {
      const response = new Response('{"data":{"a":1}}', { headers: { 'content-type': type } });
      expect((await receiving(response)).data).toEqual({ a: 1 });
    },
  );

  it('can start with a byte order mark', async () => {
    expect((await receiving(new Response('\uFEFF\uFEFF{"data":{"a":1}}'))).data).toEqual({ a: 1 });
  });
});

describe('a 2xx with errors (rules.md#graphql)', () => {
  it("is 'http' with the response's status, 'GraphQL Error' and the array as body", async () => {
    const { data, error, response } = await receiving(jsonResponse({ errors }, { status: 203 }));
    expect(error).toMatchObject({ kind: 'http', status: 203, statusText: 'GraphQL Error', body: errors });
    expect({ data, status: response?.status }).toEqual({ data: null, status: 203 });
  });

  it('has the partial data as partialData, and not as data', async () => {
    const { data, error } = await receiving(jsonResponse({ data: { a: 1, thing: null }, errors }));
    expect(error?.partialData).toEqual({ a: 1, thing: null });
    expect(data).toBeNull();
  });

  it.each<[string, object]>([
    ['none', { errors }],
    ['null', { data: null, errors }],
  ])('has no partialData if the data is %s', async (_what, body) => {
    expect((await receiving(jsonResponse(body))).error?.partialData).toBeUndefined();
  });

  it("names the operation and the first error's message in its message", async () => {
    const { error } = await receiving(jsonResponse({ errors: [{ message: 'Who are you?' }] }));
    expect(error?.request).toMatchObject({ method: 'POST', url: 'http://api.test/graphql' });
    expect(error?.message).toBe(
      'POST http://api.test/graphql query call returned 200 GraphQL Error: Who are you?',
    );
  });

  it('is not validated by the schema', async () => {
    const validate = vi.fn<StandardSchemaV1['~standard']['validate']>((value) => ({ value }));
    await receiving(jsonResponse({ data: { a: 1 }, errors }), { schema: schemaOf(validate) });
    expect(validate).not.toHaveBeenCalled();
  });
});

describe("a 2xx without data or errors is a 'parse' error with the raw text (rules.md#graphql)", () => {
  it.each([
    '{}',
    '{"data":null}',
    '{"errors":[]}',
    '{"errors":{}}',
    'null',
    '"text"',
    '[{"data":{}}]',
    '<html>oops</html>',
    '{"data":{"a":1}',
    '',
  ])('for %j', async (text) => {
    const { error, response } = await receiving(new Response(text));
    expect(error).toMatchObject({ kind: 'parse', status: 200, body: text });
    expect(response?.status).toBe(200);
  });

  it("but a 2xx that breaks off is a 'network' error, with the thrown error as its body and cause", async () => {
    const reset = new TypeError('reset');
    const { error } = await receiving(new Response(broken(reset)));
    expect(error).toMatchObject({ kind: 'network', status: 0 });
    expect({ body: error?.body, cause: error?.cause }).toEqual({ body: reset, cause: reset });
  });
});

describe('a response that is not 2xx (rules.md#which-kind-it-is)', () => {
  it.each<[string, string | null, unknown]>([
    ['JSON', JSON.stringify({ errors }), { errors }],
    ['JSON null', 'null', null],
    ['JSON that is false', 'false', false],
    ['HTML', '<html>oops</html>', null],
    ['nothing', null, null],
  ])("is an 'http' error with the decoded body: %s", async (_what, text, body) => {
    const { error } = await receiving(new Response(text, { status: 400, statusText: 'Bad Request' }));
    expect(error).toMatchObject({ kind: 'http', status: 400, statusText: 'Bad Request', body });
  });

  it('has no partialData, even if its body contains data', async () => {
    const { error } = await receiving(jsonResponse({ data: { a: 1 }, errors }, { status: 500 }));
    expect(error).toMatchObject({ kind: 'http', body: { data: { a: 1 }, errors } });
    expect(error?.partialData).toBeUndefined();
  });

  it("is an 'http' error with a null body if the body breaks off", async () => {
    const response = new Response(broken(new TypeError('reset')), { status: 502 });
    expect((await receiving(response)).error).toMatchObject({ kind: 'http', status: 502, body: null });
  });
});

describe('a schema (rules.md#responses)', () => {
  it('validates the data, and its output is the data of the Result', async () => {
    const validate = vi.fn<StandardSchemaV1['~standard']['validate']>(async () => ({ value: 'output' }));
    const { data } = await receiving(jsonResponse({ data: { a: 1 } }), { schema: schemaOf(validate) });
    expect(data).toBe('output');
    expect(validate).toHaveBeenCalledWith({ a: 1 });
  });

  it("turns invalid data into a 'parse' error whose body is the issues", async () => {
    const issues = [{ message: 'no', path: ['a'] }];
    const { error } = await receiving(jsonResponse({ data: {} }), { schema: schemaOf(() => ({ issues })) });
    expect(error).toMatchObject({ kind: 'parse', status: 200, body: issues });
  });
});

describe('an operation with error types (rules.md#graphql)', () => {
  interface Problem {
    title: string;
  }

  const told = async (response: Response): Promise<string | undefined> => {
    const { query } = createGraphQL({
      endpoint: '/graphql',
      fetch: async () => Promise.resolve(response),
      queries: {
        thing: new Operation<{ id: number }, unknown, { 200: GraphQLError[]; 401: Problem }>({
          operation: 'query thing($id: ID!) { thing(id: $id) { id } }',
        }),
      },
    });
    const { error } = await query.thing({ id: 1 });
    if (!error) return undefined;
    return matchError(error, {
      200: ({ body }) => body?.map(({ message }) => message).join(),
      401: ({ body }) => body?.title,
      default: ({ kind }) => kind,
    });
  };

  it("has its GraphQL errors under their 2xx status, and the server's body under its status", async () => {
    expect(await told(jsonResponse({ data: { thing: null }, errors }))).toBe('no such thing');
    expect(await told(jsonResponse({ title: 'Who are you?' }, { status: 401 }))).toBe('Who are you?');
    expect(await told(jsonResponse(null, { status: 500 }))).toBe('http');
    expect(await told(jsonResponse({ data: null }))).toBe('parse');
  });
});
