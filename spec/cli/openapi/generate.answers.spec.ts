import { describe, expect, it } from 'vitest';
import { answers, NOTHING, param } from '../../support/open-api.js';
import { printed } from '../../support/generated.js';

const TEXT = { type: 'string' };
const COUNT = { type: 'integer' };
const of = async (responses: Record<string, unknown>, method = 'get') => {
  const { types, config, warnings } = await printed({ responses }, { method });
  return {
    types: types.replace('{ [name: string]: never }, ', ''),
    config: config.replace(/\{ method: '\w+', path: '\/things'(, )?/, '').replace(/ ?\}$/, ''),
    warnings,
  };
};

describe('the data of a generated endpoint', () => {
  it.each([
    ['JSON', { 200: answers(TEXT) }, 'string', ''],
    [
      'JSON of several statuses',
      { 200: answers(TEXT), 201: answers(COUNT), 202: answers(TEXT) },
      'string | number, {}, unknown, ResultsByStatus<{ 200: string; 201: number; 202: string }, {}>',
      '',
    ],
    ['equal JSON of several statuses', { 200: answers(TEXT), 201: answers(TEXT) }, 'string', ''],
    ['JSON of a range', { '2XX': answers(TEXT) }, 'string', ''],
    [
      'text or JSON',
      { 200: answers(TEXT, '*/*') },
      'string',
      "headers: { Accept: '*/*' }, parseJson: parseByContentType",
    ],
    [
      'JSON of a vendor',
      { 200: answers(COUNT, 'application/vnd.a+json') },
      'number',
      "headers: { Accept: 'application/vnd.a+json' }",
    ],
    ['JSON with a parameter', { 200: answers(COUNT, 'application/json; charset=utf-8') }, 'number', ''],
    [
      'text or JSON without a schema',
      { 200: { description: '', content: { 'application/*': {} } } },
      'unknown',
      "headers: { Accept: 'application/*' }, parseJson: parseByContentType",
    ],
    [
      'text or JSON of several types',
      { 200: answers({ oneOf: [COUNT, { allOf: [TEXT] }] }, '*/*') },
      'number | string',
      "headers: { Accept: '*/*' }, parseJson: parseByContentType",
    ],
    ['JSON without a specific type', { 200: answers(COUNT, '*/*') }, 'number', ''],
    [
      'composed JSON without a specific type',
      { 200: answers({ allOf: [{ properties: { a: TEXT } }, { description: 'it' }] }, '*/*') },
      '{ a?: string }',
      '',
    ],
    [
      'JSON or nothing if a 204 declares a content',
      { 204: answers(COUNT) },
      'number | undefined',
      "responseType: 'optionalJson'",
    ],
    [
      'binary data under a text type',
      { 200: answers({ type: 'string', format: 'binary' }, 'text/csv') },
      'globalThis.Blob',
      "responseType: 'blob', errorType: 'json'",
    ],
    [
      'JSON without a schema',
      { 200: { description: '', content: { 'application/json': {} } } },
      'unknown',
      '',
    ],
    ['text', { 200: answers(TEXT, 'text/html') }, 'string', "responseType: 'text', errorType: 'json'"],
    [
      'bytes',
      { 200: answers(TEXT, 'image/png') },
      'globalThis.Blob',
      "responseType: 'blob', errorType: 'json'",
    ],
    [
      'binary data of any type',
      { 200: answers({ type: 'string', format: 'binary' }, '*/*') },
      'globalThis.Blob',
      "responseType: 'blob', errorType: 'json'",
    ],
    ['nothing', { 204: NOTHING }, 'undefined', "responseType: 'none'"],
    [
      'JSON or nothing',
      { 200: answers(TEXT), 204: NOTHING },
      'string | undefined, {}, unknown, ResultsByStatus<{ 200: string; 204: undefined }, {}>',
      "responseType: 'optionalJson'",
    ],
    [
      'JSON or text, which have no status of their own',
      { 200: answers(COUNT), 202: answers(TEXT, 'text/plain') },
      'number',
      "headers: { Accept: 'application/json, text/plain' }",
    ],
    ['a redirect', { 302: NOTHING }, 'globalThis.Blob', "responseType: 'blob', errorType: 'json'"],
  ])('has the type of %s', async (_, responses, type, reading) => {
    expect(await of(responses)).toEqual({ types: type, config: reading, warnings: [] });
  });

  it('is undefined for a HEAD, whose responses have no body', async () => {
    expect(await of({ 200: answers(TEXT), 404: answers(TEXT) }, 'head')).toEqual({
      types: 'undefined, { 404: null }',
      config: '',
      warnings: [],
    });
  });

  it('is requested with its content type if there are several', async () => {
    const content = {
      'text/csv': { schema: TEXT },
      'application/vnd.a+json': {},
      'application/json': { schema: COUNT },
    };
    const { types, config } = await of({ 200: { description: '', content } });
    expect([types, config]).toEqual(['number', "headers: { Accept: 'application/json' }"]);
    const { file } = await printed({ responses: { 200: { description: '', content } } }, { docs: true });
    expect(file).toContain(' * Also answers application/vnd.a+json, text/csv\n');
  });

  it('is requested with the content types of all 2xx responses', async () => {
    const content = { 'application/json': { schema: COUNT }, 'application/xml': {} };
    const { config } = await of({
      200: { description: '', content },
      201: answers(COUNT, 'application/vnd.a+json'),
      202: answers(TEXT, 'text/plain'),
    });
    expect(config).toBe("headers: { Accept: 'application/json, application/vnd.a+json, text/plain' }");
  });

  it('is parsed by an imported function, and no endpoint gets the name of that function', async () => {
    const responses = { 200: answers(TEXT, '*/*') };
    const { file } = await printed({ responses, operationId: 'parseByContentType' });
    expect(file).toContain("import { parseByContentType } from 'homing/openapi';\n");
    expect(file).toContain('export const parseByContentType_ = ');
  });

  it('needs no import for a name in a comment', async () => {
    const summary = 'a parseJson: parseByContentType });';
    const { file } = await printed({ responses: { 200: answers(TEXT) }, summary }, { docs: true });
    expect(file).not.toContain('homing/openapi');
  });

  it('has the other type if an event stream is one of several types', async () => {
    const content = { 'text/event-stream': { schema: TEXT }, 'text/html': { schema: TEXT } };
    const { types, warnings } = await of({ 200: { description: '', content } });
    expect({ types, warnings }).toEqual({ types: 'string', warnings: [] });
  });

  it('is unknown for an event stream, with a warning that names the reader', async () => {
    const { types, config, warnings } = await of({ 200: answers(TEXT, 'text/event-stream') });
    expect([types, config]).toEqual(['unknown', "responseType: 'text', errorType: 'json'"]);
    expect(warnings).toEqual([
      expect.stringContaining('with({ responseType: events<T>() }) from homing/sse'),
    ]);
  });

  it('is a Blob if no 2xx response is described, with a warning', async () => {
    const { types, warnings } = await of({ 404: NOTHING });
    expect(types).toBe('globalThis.Blob, { 404: unknown }');
    expect(warnings).toEqual([
      '/paths/~1things/get: no 2xx response is described, so data is a Blob: add one',
    ]);
  });

  it('has the type of a lone default response, and so have the errors', async () => {
    expect(await of({ default: answers(TEXT) })).toMatchObject({
      types: 'string, { default: string }',
      config: '',
    });
  });
});

describe('the response headers of a generated endpoint', () => {
  const withHeaders = (headers: object, schema: object = TEXT) => ({ ...answers(schema), headers });
  const FREE = { schema: TEXT };
  const SURE = { schema: TEXT, required: true };

  it.each([
    ['a required header is text', { 200: withHeaders({ 'X-Total': SURE }) }, "{ 'x-total': string }"],
    ['another header can be missing', { 200: withHeaders({ link: FREE }) }, '{ link: string | null }'],
    [
      'an enum is a union',
      { 200: withHeaders({ state: { required: true, schema: { enum: ['on', 'off'] } } }) },
      "{ state: 'on' | 'off' }",
    ],
    ['numbers are text', { 200: withHeaders({ n: { ...SURE, schema: { enum: [1] } } }) }, '{ n: string }'],
    [
      'a header that one status lacks can be missing',
      { 200: withHeaders({ a: SURE }), 201: withHeaders({ b: SURE, a: SURE }) },
      '{ a: string; b: string | null }',
    ],
  ])('have types: %s', async (_, responses, type) => {
    const { types } = await of(responses);
    expect(types).toContain(`, TypedResponse<${type}>>`);
  });

  it('are next to the status, which a range has as a range', async () => {
    expect((await of({ '2XX': withHeaders({ a: SURE }) })).types).toBe(
      "string, {}, unknown, ResultsByStatus<{ '2XX': string }, {}, TypedResponse<{ a: string }>>",
    );
    expect((await of({ default: withHeaders({ a: SURE }) })).types).toContain("<{ '2XX': string }, ");
  });

  it('are known for a HEAD and for text', async () => {
    expect((await of({ 200: withHeaders({ a: SURE }) }, 'head')).types).toBe(
      'undefined, {}, unknown, ResultsByStatus<{ 200: undefined }, {}, TypedResponse<{ a: string }>>',
    );
    const text = { ...answers(TEXT, 'text/plain'), headers: { a: SURE } };
    expect((await of({ 200: text })).types).toBe(
      'string, {}, unknown, ResultsByStatus<{ 200: string }, {}, TypedResponse<{ a: string }>>',
    );
  });

  it('ignore Content-Type, and a header whose $ref leads nowhere', async () => {
    const headers = { 'Content-Type': SURE, lost: { $ref: '#/components/headers/None' } };
    expect((await of({ 200: withHeaders(headers) })).types).toBe('string');
  });

  it('can have the name of a member of every object', async () => {
    const { types } = await of({
      200: withHeaders(JSON.parse('{"__proto__":{"required":true},"constructor":{}}')),
    });
    expect(types).toContain('TypedResponse<{ __proto__: string; constructor: string | null }>');
  });
});

describe('long types of a generated endpoint that are used twice', () => {
  const LONG = {
    type: 'object',
    properties: Object.fromEntries(
      ['firstName', 'lastName', 'street', 'city', 'country'].map((name) => [name, TEXT]),
    ),
  };

  it('get names', async () => {
    const responses = { 200: answers(LONG), 202: answers(COUNT), 404: answers(LONG) };
    const { file } = await printed({ responses });
    expect(file).toContain('export type CallResponses = { 200: {');
    expect(file).toContain('export type CallErrors = { 404: {');
    expect(file).toContain(
      'CallResponses[keyof CallResponses], CallErrors, unknown, ResultsByStatus<CallResponses, CallErrors>>',
    );
  });

  it('keep their place if the Results say nothing more', async () => {
    const { file } = await printed({ responses: { 200: answers(LONG), 404: answers(LONG) } });
    expect(file).not.toContain('CallResponses');
    expect(file).not.toContain('CallErrors');
  });
});

describe('a schema that operations share', () => {
  const long = {
    properties: Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`field${index}`, TEXT])),
  };
  const response = (name: string): object => ({ $ref: `#/components/responses/${name}` });

  it('becomes a named type if it is long', async () => {
    const responses = { large: answers(long), small: answers(TEXT), 'gone-response': answers(long) };
    const { file, types } = await printed(
      { responses: { 200: response('large'), 400: response('small'), 404: response('gone-response') } },
      { components: { responses, schemas: { LargeResponse: TEXT } } },
    );
    expect(types).toContain('LargeResponse2, { 400: string; 404: GoneResponse }');
    expect(file).toContain('export type LargeResponse2 = {\n  field0?: string;\n');
  });

  it('is named for requests and for params, too', async () => {
    const parameters = { sort: param('query', 'sort', { enum: Object.keys(long.properties) }) };
    const requestBodies = { Form: { content: { 'multipart/form-data': { schema: long } } } };
    const { params } = await printed(
      {
        parameters: [{ $ref: '#/components/parameters/sort' }],
        requestBody: { $ref: '#/components/requestBodies/Form' },
      },
      { method: 'post', components: { parameters, requestBodies } },
    );
    expect(params).toEqual(['sort?: SortParam;', 'body?: FormBody | globalThis.FormData;']);
  });

  it('repeats its description only if the description is short', async () => {
    const words = 'word '.repeat(1000);
    const parameters = { long: param('query', 'long', TEXT, { description: words }) };
    const { file } = await printed(
      {
        parameters: [
          { $ref: '#/components/parameters/long' },
          param('query', 'own', TEXT, { description: words }),
        ],
      },
      { docs: true, components: { parameters } },
    );
    const [shared = '', own = ''] = file.match(/ word .*word.*/g) ?? [];
    expect([shared.length < 1020, shared.includes('word …'), own.length > 4900]).toEqual([true, true, true]);
  });
});

describe('the errors of a generated endpoint', () => {
  it('have the statuses and ranges of the document, and default', async () => {
    const { types } = await of({
      200: answers(TEXT),
      default: answers(COUNT),
      '5xx': answers(COUNT),
      422: answers(TEXT, 'application/problem+json'),
      404: NOTHING,
      304: answers(TEXT),
    });
    expect(types).toBe("string, { 404: unknown; 422: string; '5XX': number; default: number }");
  });

  it('are strings if all error bodies are text', async () => {
    const { types, config } = await of({
      200: answers(TEXT, 'text/plain'),
      400: answers(TEXT, 'text/plain'),
      500: NOTHING,
    });
    expect(types).toBe('string, { 400: string; 500: unknown }');
    expect(config).toBe("responseType: 'text', errorType: 'text'");
  });

  it('are strings next to JSON data', async () => {
    const { types, config } = await of({ 200: answers(TEXT), 400: answers(TEXT, 'text/plain') });
    expect([types, config]).toEqual(['string, { 400: string }', "errorType: 'text'"]);
  });

  it('are unknown if they are text and JSON', async () => {
    const { types, config } = await of({
      200: answers(TEXT),
      400: answers(TEXT, 'text/plain'),
      500: answers(COUNT),
    });
    expect(types).toBe('string, { 400: unknown; 500: number }');
    expect(config).toBe('');
  });
});
