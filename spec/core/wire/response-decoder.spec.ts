import { describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import type { ApiError, OpenBody, ResponseType, Result, StandardSchemaV1 } from '../../../lib/index.js';
import { reader } from '../../../lib/stream.js';
import { BASE, call, receive } from '../../support/capture.js';
import { broken, cancellable, endless } from '../../support/streams.js';

const TYPES: ResponseType[] = ['json', 'optionalJson', 'text', 'blob', 'arrayBuffer', 'formData', 'none'];
const READ_TYPES = TYPES.filter((type) => type !== 'none');

const multipart = (): Response => {
  const form = new FormData();
  form.set('a', '1');
  return new Response(form);
};

describe('responseType (rules.md#responses)', () => {
  it.each<[string, unknown]>([
    ['{"a":[1,null]}', { a: [1, null] }],
    ['[]', []],
    ['"text"', 'text'],
    ['0', 0],
    ['false', false],
    [' {"a":1}\n', { a: 1 }],
    ['{"a":"é😀"}', { a: 'é😀' }],
  ])('json, the default, parses %s', async (text, expected) => {
    const { result } = await receive(new Response(text));
    expect(result.error).toBeNull();
    expect(result.data).toEqual(expected);
  });

  it('json does not ask for a Content-Type', async () => {
    const response = new Response('{"a":1}', { headers: { 'content-type': 'text/html' } });
    expect((await receive(response)).result.data).toEqual({ a: 1 });
  });

  it('json ignores a byte order mark', async () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('{"a":1}')]);
    expect((await receive(new Response(bytes))).result.data).toEqual({ a: 1 });
  });

  it('json reads a __proto__ member as data', async () => {
    const { data } = (await receive(new Response('{"__proto__":{"admin":true}}'))).result;
    expect(Object.keys(data as object)).toEqual(['__proto__']);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('json reads null as data null, a success', async () => {
    const { result } = await receive(new Response('null'));
    expect(result).toMatchObject({ data: null, error: null });
    expect(result.response!.status).toBe(200);
  });

  it.each([
    ['{"a":1}', { a: 1 }],
    ['null', null],
    ['', undefined],
  ])('optionalJson reads %j', async (text, expected) => {
    const { result } = await receive(new Response(text), { responseType: 'optionalJson' });
    expect(result.error).toBeNull();
    expect(result.data).toEqual(expected);
  });

  it('optionalJson reads a 204 without a body as undefined', async () => {
    const { result } = await receive(new Response(null, { status: 204 }), { responseType: 'optionalJson' });
    expect([result.error, result.data]).toEqual([null, undefined]);
  });

  it('optionalJson is a parse error for what is no JSON', async () => {
    const { error } = (await receive(new Response(' '), { responseType: 'optionalJson' })).result;
    expect(error).toMatchObject({ kind: 'parse', status: 200 });
  });

  it('optionalJson asks the schema about a body, and not about none', async () => {
    const schema = z.object({ a: z.number() });
    const read = async (text: string) =>
      (await receive(new Response(text), { responseType: 'optionalJson', schema })).result;
    expect(await read('')).toMatchObject({ error: null, data: undefined });
    expect((await read('{"a":"x"}')).error?.kind).toBe('parse');
    expect((await read('null')).error?.kind).toBe('parse');
  });

  it('optionalJson reads an error as JSON', async () => {
    const { error } = (
      await receive(new Response('{"no":1}', { status: 409 }), { responseType: 'optionalJson' })
    ).result;
    expect(error).toMatchObject({ kind: 'http', body: { no: 1 } });
  });

  it('text gives the text', async () => {
    expect((await receive(new Response('{"a":1}'), { responseType: 'text' })).result.data).toBe('{"a":1}');
  });

  it('blob gives a Blob with the type of the response', async () => {
    const response = new Response('abc', { headers: { 'content-type': 'image/png' } });
    const { data } = (await receive(response, { responseType: 'blob' })).result;
    expect([data.size, data.type, await data.text()]).toEqual([3, 'image/png', 'abc']);
  });

  it('arrayBuffer gives the bytes', async () => {
    const response = new Response(new Uint8Array([0, 255, 128]));
    const { data } = (await receive(response, { responseType: 'arrayBuffer' })).result;
    expect([...new Uint8Array(data as ArrayBuffer)]).toEqual([0, 255, 128]);
  });

  it('formData gives the fields', async () => {
    const { data } = (await receive(multipart(), { responseType: 'formData' })).result;
    expect([...(data as FormData)]).toEqual([['a', '1']]);
  });

  it('none gives undefined, whatever the body is', async () => {
    const { result } = await receive(new Response('{"a":1}'), { responseType: 'none' });
    expect(result).toMatchObject({ data: undefined, error: null });
  });

  it('none cancels the stream of the body', async () => {
    const { stream, cancelled } = cancellable();
    await receive(new Response(stream), { responseType: 'none' });
    expect(cancelled()).toBe(true);
  });

  it('none does not wait for a cancel that never ends', async () => {
    const stream = new ReadableStream({ cancel: () => new Promise(() => {}) });
    expect((await receive(new Response(stream), { responseType: 'none' })).result.error).toBeNull();
  });

  it('none succeeds when the cancel fails', async () => {
    const stream = new ReadableStream({ cancel: () => Promise.reject(new Error('no')) });
    expect((await receive(new Response(stream), { responseType: 'none' })).result.error).toBeNull();
  });

  it.each([200, 201, 202, 203, 206, 226, 299])('takes the status %i as a success', async (status) => {
    const { result } = await receive(new Response('{"a":1}', { status }));
    expect(result).toMatchObject({ data: { a: 1 }, error: null });
    expect(result.response!.status).toBe(status);
  });

  it('gives the response that fetch gave', async () => {
    const response = new Response('{}');
    expect((await receive(response)).result.response).toBe(response);
  });
});

describe('empty 2xx bodies (trap 33, rules.md#responses)', () => {
  const empty: [string, () => Response][] = [
    ['a 204', () => new Response(null, { status: 204 })],
    ['a 205', () => new Response(null, { status: 205 })],
    ['a 200 without a body', () => new Response(null)],
    ['a 200 with an empty text', () => new Response('')],
    ['a 201 with no bytes', () => new Response(new Uint8Array(0), { status: 201 })],
  ];

  it.each(empty)('are a parse error under json: %s', async (_case, answer) => {
    const { result } = await call({ answer });
    expect(result).toMatchObject({ data: null, error: { kind: 'parse', body: '' } });
    expect(result.error!.status).toBe(result.response!.status);
  });

  it.each(empty)('are an empty text under text: %s', async (_case, answer) => {
    expect((await call({ answer, responseType: 'text' })).result).toMatchObject({ data: '', error: null });
  });

  it.each(empty)('are an empty Blob under blob: %s', async (_case, answer) => {
    expect((await call({ answer, responseType: 'blob' })).result.data.size).toBe(0);
  });

  it.each(empty)('are no bytes under arrayBuffer: %s', async (_case, answer) => {
    expect((await call({ answer, responseType: 'arrayBuffer' })).result.data.byteLength).toBe(0);
  });

  it.each(empty)('are undefined under none: %s', async (_case, answer) => {
    const { result } = await call({ answer, responseType: 'none' });
    expect(result).toMatchObject({ data: undefined, error: null });
  });

  it('leave retry() on the error', async () => {
    const { result, sent } = await receive(new Response(''));
    await result.retry();
    expect(sent).toHaveLength(2);
  });
});

describe('HEAD (rules.md#responses)', () => {
  it.each(TYPES)('gives undefined under %s', async (responseType) => {
    const { result } = await receive(new Response(null), { method: 'HEAD', responseType });
    expect(result).toMatchObject({ data: undefined, error: null });
  });

  it('runs no schema', async () => {
    const schema = z.object({ a: z.number() });
    const { result } = await receive(new Response(null), { method: 'HEAD', schema });
    expect(result).toMatchObject({ data: undefined, error: null });
  });

  it.each([404, 500])('answered %i is an http error with body null', async (status) => {
    const { result } = await receive(new Response(null, { status }), { method: 'HEAD' });
    expect(result.error).toMatchObject({ kind: 'http', status, body: null });
  });
});

describe('non-2xx responses (trap 32, rules.md#which-kind-it-is)', () => {
  it.each([300, 301, 302, 303, 307, 308, 400, 401, 403, 404, 409, 418, 422, 429, 500, 502, 503, 504, 599])(
    'are http errors with the decoded body (%i)',
    async (status) => {
      const { result } = await receive(new Response('{"code":7}', { status, statusText: 'Oh' }));
      expect(result).toMatchObject({
        data: null,
        error: { kind: 'http', status, statusText: 'Oh', body: { code: 7 } },
      });
      expect(result.response!.status).toBe(status);
    },
  );

  it('carry the headers of the response', async () => {
    const { result } = await receive(new Response('{}', { status: 429, headers: { 'retry-after': '7' } }));
    expect(result.error!.headers.get('retry-after')).toBe('7');
  });

  it('name the request', async () => {
    const { result } = await receive(new Response('{}', { status: 404 }), {
      path: '/users/:id',
      params: { id: 7 },
    });
    expect(result.error!.request).toEqual({ method: 'GET', url: `${BASE}/users/7`, params: { id: 7 } });
  });

  it.each([304, 400, 404, 500])('have body null when it is empty (%i)', async (status) => {
    const { result } = await receive(new Response(null, { status }));
    expect(result.error).toMatchObject({ kind: 'http', status, body: null });
  });

  it.each(TYPES)('have body null when it is empty under %s', async (responseType) => {
    const { result } = await receive(new Response('', { status: 500 }), { responseType });
    expect(result.error).toMatchObject({ kind: 'http', body: null });
  });

  it.each(['<h1>502 Bad Gateway</h1>', '{bad', 'null', ' ', 'undefined'])(
    'have body null under json when it is %j',
    async (text) => {
      const { result } = await receive(new Response(text, { status: 502 }));
      expect(result.error).toMatchObject({ kind: 'http', status: 502, body: null });
    },
  );

  it.each<[string, unknown]>([
    ['0', 0],
    ['false', false],
    ['""', ''],
    ['"no"', 'no'],
    ['[]', []],
    ['{"":0}', { '': 0 }],
    ['{"length":0,"size":0,"byteLength":0}', { length: 0, size: 0, byteLength: 0 }],
  ])('keep the JSON value %s, which only looks empty', async (text, expected) => {
    expect((await receive(new Response(text, { status: 500 }))).result.error!.body).toEqual(expected);
  });

  it('have their text as body under text', async () => {
    const { result } = await receive(new Response('{"code":7}', { status: 500 }), { responseType: 'text' });
    expect(result.error!.body).toBe('{"code":7}');
  });

  it('have a Blob as body under blob', async () => {
    const { result } = await receive(new Response('abc', { status: 500 }), { responseType: 'blob' });
    expect(await (result.error!.body as Blob).text()).toBe('abc');
  });

  it('have their bytes as body under arrayBuffer', async () => {
    const { result } = await receive(new Response('abc', { status: 500 }), { responseType: 'arrayBuffer' });
    expect((result.error!.body as ArrayBuffer).byteLength).toBe(3);
  });

  it('have their fields as body under formData', async () => {
    const response = new Response('a=1', {
      status: 500,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const { result } = await receive(response, { responseType: 'formData' });
    expect([...(result.error!.body as FormData)]).toEqual([['a', '1']]);
  });

  it('have body null under formData when it is no form', async () => {
    const { result } = await receive(new Response('{"code":7}', { status: 500 }), {
      responseType: 'formData',
    });
    expect(result.error).toMatchObject({ kind: 'http', body: null });
  });

  it('have their JSON as body under none', async () => {
    const { result } = await receive(new Response('{"code":7}', { status: 500 }), { responseType: 'none' });
    expect(result.error).toMatchObject({ kind: 'http', body: { code: 7 } });
  });

  it.each(TYPES)('stay http errors when the body breaks off under %s', async (responseType) => {
    const response = new Response(broken(new Error('reset')), { status: 500 });
    const { result } = await receive(response, { responseType });
    expect(result).toMatchObject({ data: null, error: { kind: 'http', status: 500, body: null } });
  });

  it.each(TYPES)('stay http errors when the body was read already, under %s', async (responseType) => {
    const response = new Response('{"code":7}', { status: 500 });
    await response.text();
    const { result } = await receive(response, { responseType });
    expect(result.error).toMatchObject({ kind: 'http', status: 500, body: null });
  });
});

describe('2xx bodies that can not be used (trap 32, rules.md#which-kind-it-is)', () => {
  it.each(['{bad', '<h1>Hello</h1>', ' ', 'undefined', '{"a":1}{', "{'a':1}"])(
    'are parse errors under json: %j',
    async (text) => {
      const { result } = await receive(new Response(text));
      expect(result).toMatchObject({
        data: null,
        error: { kind: 'parse', status: 200, body: { name: 'SyntaxError' } },
      });
      expect(result.error!.cause).toBe(result.error!.body);
    },
  );

  it('are parse errors under formData when they are no form', async () => {
    const { result } = await receive(new Response('{"a":1}'), { responseType: 'formData' });
    expect(result).toMatchObject({
      data: null,
      error: { kind: 'parse', status: 200, body: { name: 'TypeError' } },
    });
  });

  describe.each(READ_TYPES)('that break off under %s', (responseType) => {
    const breakOff = async (reset: Error): Promise<Result<unknown>> => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const response = new Response(broken(reset), { status: 201, headers });
      return (await receive(response, { responseType })).result;
    };

    it('are network errors (rules.md#which-kind-it-is)', async () => {
      const result = await breakOff(new Error('reset'));
      expect(result).toMatchObject({ data: null, response: null, error: { kind: 'network', status: 0 } });
      expect(result.error!.cause).toBe(result.error!.body);
    });

    it('say what the reader threw', async () => {
      const reset = new Error('reset');
      const { error } = await breakOff(reset);
      expect(error!.cause).toBe(reset);
    });
  });

  it.each(READ_TYPES)('are parse errors when they were read already, under %s', async (responseType) => {
    const response = new Response('{"a":1}');
    await response.text();
    const { result } = await receive(response, { responseType });
    expect(result.error).toMatchObject({ kind: 'parse', status: 200, body: { name: 'TypeError' } });
  });

  it('do not matter under none', async () => {
    const { result } = await receive(new Response(broken(new Error('reset'))), { responseType: 'none' });
    expect(result).toMatchObject({ data: undefined, error: null });
  });

  it('leave the response and its headers on the Result', async () => {
    const { result } = await receive(new Response('{bad', { headers: { 'x-id': '7' } }));
    expect([result.response!.status, result.error!.headers.get('x-id')]).toEqual([200, '7']);
  });

  it('do not show in the message', async () => {
    const { result } = await receive(new Response('hunter2'));
    expect(result.error!.message).toContain('GET /items');
    expect(result.error!.message).not.toContain('hunter2');
  });
});

describe('a signal or deadline while the body is read (rules.md#which-kind-it-is)', () => {
  it.each([200, 201, 404, 500])('a signal gives abort (%i)', async (status) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const answer = (): Response =>
      new Response(
        endless(() => controller.abort(reason)),
        { status },
      );
    const { result } = await call({ answer, options: { signal: controller.signal } });
    expect(result).toMatchObject({ data: null, response: null, error: { kind: 'abort', status: 0 } });
    expect(result.error!.body).toBe(reason);
  });

  it.each([200, 404, 500])('a deadline gives timeout (%i)', async (status) => {
    const answer = (): Response => new Response(endless(), { status });
    const { result } = await call({ answer, options: { timeout: 1 } });
    expect(result).toMatchObject({ data: null, error: { kind: 'timeout', body: { name: 'TimeoutError' } } });
  });
});

describe('schemas (rules.md#responses)', () => {
  type Validate = StandardSchemaV1['~standard']['validate'];
  const schemaOf = (validate: Validate): StandardSchemaV1 => ({
    '~standard': { version: 1, vendor: 'spec', validate },
  });
  const issues = [{ message: 'no number', path: ['a'] }];
  const thrown = new RangeError('validator broke');

  it('give their output as data', async () => {
    const schema = schemaOf((value) => ({ value: { seen: value } }));
    expect((await receive(new Response('{"a":1}'), { schema })).result.data).toEqual({ seen: { a: 1 } });
  });

  it('may be async', async () => {
    const schema = schemaOf(async () => ({ value: 'later' }));
    expect((await receive(new Response('{}'), { schema })).result.data).toBe('later');
  });

  it('may give undefined as their output', async () => {
    const schema = schemaOf(() => ({ value: undefined }));
    expect((await receive(new Response('{}'), { schema })).result).toMatchObject({
      data: undefined,
      error: null,
    });
  });

  it.each<[string, Validate]>([
    ['a sync', () => ({ issues })],
    ['an async', async () => ({ issues })],
  ])('make a parse error of the issues of %s validator', async (_kind, validate) => {
    const { result } = await receive(new Response('{}', { status: 201 }), { schema: schemaOf(validate) });
    expect(result).toMatchObject({ data: null, error: { kind: 'parse', status: 201, body: issues } });
    expect(result.response!.status).toBe(201);
  });

  it.each<[string, Validate]>([
    [
      'throws',
      () => {
        throw thrown;
      },
    ],
    ['rejects', () => Promise.reject(thrown)],
  ])('make a parse error of what a validator %s', async (_kind, validate) => {
    const { error } = (await receive(new Response('{}'), { schema: schemaOf(validate) })).result;
    expect(error).toMatchObject({ kind: 'parse', status: 200 });
    expect(error!.body).toBe(thrown);
    expect(error!.cause).toBe(thrown);
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    [
      'a revoked proxy',
      (() => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      })(),
    ],
  ])('make a parse error when a validator throws %s', async (_kind, value) => {
    const schema = schemaOf(() => {
      throw value;
    });
    expect((await receive(new Response('{}'), { schema })).result.error!.kind).toBe('parse');
  });

  it.each([undefined, null])('make a parse error when a validator gives %p', async (outcome) => {
    const schema = schemaOf(() => outcome as never);
    expect((await receive(new Response('{}'), { schema })).result.error!.kind).toBe('parse');
  });

  it.each([400, 404, 500, 304])('are not run on a %i', async (status) => {
    let runs = 0;
    const schema = schemaOf((value) => ({ value: [value, (runs += 1)] }));
    const { result } = await receive(new Response(null, { status }), { schema });
    expect(result.error).toMatchObject({ kind: 'http', status, body: null });
    expect(runs).toBe(0);
  });

  it('are not run on the decoded body of an error', async () => {
    const schema = schemaOf(() => ({ issues }));
    const { result } = await receive(new Response('{"code":7}', { status: 422 }), { schema });
    expect(result.error).toMatchObject({ kind: 'http', body: { code: 7 } });
  });

  it('are not run on an empty body under json', async () => {
    const schema = schemaOf(() => ({ value: 'made up' }));
    expect((await receive(new Response(''), { schema })).result.error).toMatchObject({
      kind: 'parse',
      body: '',
    });
  });

  it('are run on a literal null', async () => {
    const schema = schemaOf((value) => ({ value: value === null ? 'was null' : 'was not' }));
    expect((await receive(new Response('null'), { schema })).result.data).toBe('was null');
  });

  it('are run on a text', async () => {
    const schema = schemaOf((value) => ({ value: Number(value) }));
    const { result } = await receive(new Response('42'), { schema, responseType: 'text' });
    expect(result.data).toBe(42);
  });

  it('are run once for each attempt', async () => {
    let runs = 0;
    const schema = schemaOf(() => ({ value: (runs += 1) }));
    const { result } = await call({ schema });
    expect([result.data, (await result.retry()).data]).toEqual([1, 2]);
  });

  it('of zod transform the data', async () => {
    const schema = z.object({ at: z.string().transform((text) => text.length) });
    expect((await receive(new Response('{"at":"four"}'), { schema })).result.data).toEqual({ at: 4 });
  });

  it('of zod give their issues', async () => {
    const schema = z.object({ a: z.number() });
    const { error } = (await receive(new Response('{"a":"x"}'), { schema })).result;
    expect(error).toMatchObject({ kind: 'parse', body: [{ path: ['a'] }] });
  });
});

describe('a response, decoded by a reader', () => {
  it('is what open gives, once', async () => {
    const open = jest.fn(async (_body: OpenBody) => 'data');
    const response = new Response('a');
    const { result } = await receive(response, { responseType: reader({ open }) });
    expect([result.data, open.mock.calls.length, open.mock.calls[0]?.[0].response]).toEqual([
      'data',
      1,
      response,
    ]);
  });

  it.each([new Error('no'), 'text', undefined])(
    "is a 'parse' error with what open throws: %s",
    async (thrown) => {
      const open = (): never => {
        throw thrown;
      };
      const { result } = await receive(new Response('a'), { responseType: reader({ open }) });
      expect(result.error).toMatchObject({ kind: 'parse', body: thrown ?? null });
    },
  );

  it('is the error that body.error() made, as it is', async () => {
    const made: ApiError[] = [];
    const open = (body: OpenBody): never => {
      made.push(body.error('network', null));
      throw made[0];
    };
    const { result } = await receive(new Response('a'), { responseType: reader({ open }) });
    expect(result.error).toBe(made[0]);
  });

  it.each([
    ['{"a":1}', { body: { a: 1 } }],
    ['<p>', { body: null, rawBody: '<p>' }],
  ])('is an error with its body as JSON when the status is no 2xx: %s', async (text, told) => {
    const open = jest.fn();
    const { result } = await receive(new Response(text, { status: 404 }), { responseType: reader({ open }) });
    expect(result.error).toMatchObject({ kind: 'http', ...told });
    expect(open).not.toHaveBeenCalled();
  });
});
