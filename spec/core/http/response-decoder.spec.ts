import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { ResponseType, Result, StandardSchemaV1 } from '../../../lib/index.js';
import { callOnce } from '../../support/client.js';
import { broken, cancellable } from '../../support/streams.js';

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
    const { result } = await callOnce({ answer: () => new Response(text) });
    expect(result.error).toBeNull();
    expect(result.data).toEqual(expected);
  });

  it('json requires no Content-Type, and ignores a byte order mark', async () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('{"a":1}')]);
    const response = new Response(bytes, { headers: { 'content-type': 'text/html' } });
    expect((await callOnce({ answer: () => response })).result.data).toEqual({ a: 1 });
  });

  it('json reads null as a success with data null', async () => {
    const response = new Response('null');
    const { result } = await callOnce({ answer: () => response });
    expect(result).toMatchObject({ data: null, error: null });
    expect(result.response).toBe(response);
  });

  it.each([
    ['{"a":1}', { a: 1 }],
    ['null', null],
    ['', undefined],
  ])('optionalJson reads %j', async (text, expected) => {
    const { result } = await callOnce({ answer: () => new Response(text), responseType: 'optionalJson' });
    expect(result.error).toBeNull();
    expect(result.data).toEqual(expected);
  });

  it.each([
    [() => new Response(null, { status: 204 }), { error: null, data: undefined }],
    [() => new Response(' '), { error: { kind: 'parse', status: 200 } }],
    [() => new Response('{"no":1}', { status: 409 }), { error: { kind: 'http', body: { no: 1 } } }],
  ])('optionalJson handles a 204, white space and an error: case %#', async (answer, expected) => {
    expect((await callOnce({ answer: () => answer(), responseType: 'optionalJson' })).result).toMatchObject(
      expected,
    );
  });

  it('optionalJson runs the schema on a body, but not without a body', async () => {
    const schema = z.object({ a: z.number() });
    const read = async (text: string) =>
      (await callOnce({ answer: () => new Response(text), responseType: 'optionalJson', schema })).result;
    expect(await read('')).toMatchObject({ error: null, data: undefined });
    expect((await read('{"a":"x"}')).error?.kind).toBe('parse');
    expect((await read('null')).error?.kind).toBe('parse');
  });

  it('text returns a string, blob a Blob with its type, arrayBuffer the bytes, formData the fields', async () => {
    const read = async (responseType: ResponseType, response: Response): Promise<unknown> =>
      (await callOnce({ answer: () => response, responseType })).result.data;
    expect(await read('text', new Response('{"a":1}'))).toBe('{"a":1}');
    const png = new Response('abc', { headers: { 'content-type': 'image/png' } });
    const blob = (await read('blob', png)) as Blob;
    expect([blob.size, blob.type, await blob.text()]).toEqual([3, 'image/png', 'abc']);
    const bytes = await read('arrayBuffer', new Response(new Uint8Array([0, 255, 128])));
    expect([...new Uint8Array(bytes as ArrayBuffer)]).toEqual([0, 255, 128]);
    expect(Array.from((await read('formData', multipart())) as FormData)).toEqual([['a', '1']]);
  });

  it('none returns undefined for any body, and cancels its stream', async () => {
    const { stream, cancelled } = cancellable();
    const { result } = await callOnce({ answer: () => new Response(stream), responseType: 'none' });
    expect(result).toMatchObject({ data: undefined, error: null });
    expect(cancelled()).toBe(true);
  });

  it.each<[string, () => Promise<void>]>([
    ['never ends', () => new Promise(() => {})],
    ['fails', () => Promise.reject(new Error('no'))],
  ])('none succeeds with a cancel() that %s', async (_how, cancel) => {
    const response = new Response(new ReadableStream({ cancel }));
    expect((await callOnce({ answer: () => response, responseType: 'none' })).result.error).toBeNull();
  });

  it.each([200, 201, 299])('treats the status %i as a success', async (status) => {
    const { result } = await callOnce({ answer: () => new Response('{"a":1}', { status }) });
    expect(result).toMatchObject({ data: { a: 1 }, error: null });
    expect(result.response!.status).toBe(status);
  });
});

describe('empty 2xx bodies (trap 33, rules.md#responses)', () => {
  const empty: [string, () => Response][] = [
    ['a 204', () => new Response(null, { status: 204 })],
    ['a 205', () => new Response(null, { status: 205 })],
    ['a 200 without a body', () => new Response(null)],
    ['a 200 with an empty string', () => new Response('')],
    ['a 201 with no bytes', () => new Response(new Uint8Array(0), { status: 201 })],
  ];

  it.each(empty)(
    'are a parse error under json, and data under all other types: %s',
    async (_case, answer) => {
      const { result } = await callOnce({ answer });
      expect(result).toMatchObject({ data: null, error: { kind: 'parse', body: '' } });
      expect(result.error!.status).toBe(result.response!.status);
      const read = async (responseType: ResponseType): Promise<Result<unknown>> =>
        (await callOnce({ answer, responseType })).result;
      expect(await read('text')).toMatchObject({ data: '', error: null });
      expect(await read('blob')).toMatchObject({ data: { size: 0 }, error: null });
      expect(await read('arrayBuffer')).toMatchObject({ data: { byteLength: 0 }, error: null });
      expect(await read('none')).toMatchObject({ data: undefined, error: null });
    },
  );
});

describe('HEAD (rules.md#responses)', () => {
  it.each(TYPES)('returns undefined under %s, and runs no schema', async (responseType) => {
    const schema = z.object({ a: z.number() });
    const { result } = await callOnce({
      answer: () => new Response(null),
      method: 'HEAD',
      responseType,
      schema,
    });
    expect(result).toMatchObject({ data: undefined, error: null });
  });

  it('returns an http error with body null for a 404', async () => {
    const { result } = await callOnce({ answer: () => new Response(null, { status: 404 }), method: 'HEAD' });
    expect(result.error).toMatchObject({ kind: 'http', status: 404, body: null });
  });
});

describe('non-2xx responses (trap 32, rules.md#which-kind-it-is)', () => {
  it.each([300, 302, 400, 404, 500, 599])('are http errors with the decoded body (%i)', async (status) => {
    const { result } = await callOnce({
      answer: () => new Response('{"code":7}', { status, statusText: 'Oh' }),
    });
    expect(result).toMatchObject({
      data: null,
      error: { kind: 'http', status, statusText: 'Oh', body: { code: 7 } },
    });
    expect(result.response!.status).toBe(status);
  });

  it.each(TYPES)('have body null for an empty body under %s', async (responseType) => {
    const { result } = await callOnce({ answer: () => new Response('', { status: 500 }), responseType });
    expect(result.error).toMatchObject({ kind: 'http', body: null });
  });

  it.each(['<h1>502 Bad Gateway</h1>', '{bad', 'null', ' ', 'undefined'])(
    'have body null under json when the body is %j',
    async (text) => {
      const { result } = await callOnce({ answer: () => new Response(text, { status: 502 }) });
      expect(result.error).toMatchObject({ kind: 'http', status: 502, body: null });
    },
  );

  it.each([0, false, '', 'no', [], { '': 0 }, { length: 0, size: 0, byteLength: 0 }])(
    'keep the JSON value %j, which only looks empty',
    async (value) => {
      const response = new Response(JSON.stringify(value), { status: 500 });
      expect((await callOnce({ answer: () => response })).result.error!.body).toEqual(value);
    },
  );

  it('have a string, a Blob, bytes or fields as body, like data', async () => {
    const read = async (responseType: ResponseType, body: RequestInit['body'] = 'abc'): Promise<unknown> =>
      (await callOnce({ answer: () => new Response(body, { status: 500 }), responseType })).result.error!
        .body;
    expect(await read('text')).toBe('abc');
    expect(await ((await read('blob')) as Blob).text()).toBe('abc');
    expect(((await read('arrayBuffer')) as ArrayBuffer).byteLength).toBe(3);
    expect(Array.from((await read('formData', new URLSearchParams('a=1'))) as FormData)).toEqual([
      ['a', '1'],
    ]);
    expect(await read('formData')).toBeNull();
    expect(await read('none', '{"code":7}')).toEqual({ code: 7 });
  });

  it.each(TYPES)('stay http errors when the body breaks off, or was already read, under %s', async (type) => {
    const read = new Response('{"code":7}', { status: 500 });
    await read.text();
    for (const response of [new Response(broken(new Error('reset')), { status: 500 }), read]) {
      const { result } = await callOnce({ answer: () => response, responseType: type });
      expect(result).toMatchObject({ data: null, error: { kind: 'http', status: 500, body: null } });
    }
  });
});

describe("2xx bodies that can't be used (trap 32, rules.md#which-kind-it-is)", () => {
  it.each<[string, ResponseType, string]>([
    ...['{bad', '<h1>Hello</h1>', ' ', 'undefined', '{"a":1}{', "{'a':1}"].map(
      (text): [string, ResponseType, string] => [text, 'json', 'SyntaxError'],
    ),
    ['{"a":1}', 'formData', 'TypeError'],
  ])('are parse errors: %j under %s', async (text, responseType, name) => {
    const { result } = await callOnce({ answer: () => new Response(text), responseType });
    expect(result).toMatchObject({ data: null, error: { kind: 'parse', status: 200, body: { name } } });
    expect(result.error!.cause).toBe(result.error!.body);
  });

  it.each(READ_TYPES)(
    'are network errors under %s when they break off, with the error of the reader',
    async (type) => {
      const reset = new Error('reset');
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const response = new Response(broken(reset), { status: 201, headers });
      const { result } = await callOnce({ answer: () => response, responseType: type });
      expect(result).toMatchObject({ data: null, response: null, error: { kind: 'network', status: 0 } });
      expect({ cause: result.error!.cause, body: result.error!.body }).toEqual({ cause: reset, body: reset });
    },
  );

  it.each(READ_TYPES)('are parse errors when they were already read, under %s', async (responseType) => {
    const response = new Response('{"a":1}');
    await response.text();
    const { result } = await callOnce({ answer: () => response, responseType });
    expect(result.error).toMatchObject({ kind: 'parse', status: 200, body: { name: 'TypeError' } });
  });

  it("don't matter under none", async () => {
    const { result } = await callOnce({
      answer: () => new Response(broken(new Error('reset'))),
      responseType: 'none',
    });
    expect(result).toMatchObject({ data: undefined, error: null });
  });

  it("leave response and headers on the Result, and don't appear in the message", async () => {
    const { error, response } = (
      await callOnce({ answer: () => new Response('hunter2', { headers: { 'x-id': '7' } }) })
    ).result;
    expect([response!.status, error!.headers.get('x-id')]).toEqual([200, '7']);
    expect(error!.message).toContain('GET /items');
    expect(error!.message).not.toContain('hunter2');
  });
});

describe('schemas (rules.md#responses)', () => {
  type Validate = StandardSchemaV1['~standard']['validate'];
  const schemaOf = (validate: Validate): StandardSchemaV1 => ({
    '~standard': { version: 1, vendor: 'spec', validate },
  });
  const issues = [{ message: 'no number', path: ['a'] }];
  const thrown = new RangeError('validator broke');

  it.each<[string, Validate, object]>([
    ['the output', (value) => ({ value: { seen: value } }), { data: { seen: { a: 1 } }, error: null }],
    ['undefined as output', () => ({ value: undefined }), { data: undefined, error: null }],
    [
      'a parse error with the issues',
      () => ({ issues }),
      { data: null, error: { kind: 'parse', body: issues } },
    ],
  ])('return %s, synchronously or asynchronously', async (_what, validate, expected) => {
    for (const each of [validate, async (value: unknown) => validate(value)]) {
      const { result } = await callOnce({
        answer: () => new Response('{"a":1}', { status: 201 }),
        schema: schemaOf(each),
      });
      expect(result).toMatchObject(expected);
      expect(result.response!.status).toBe(201);
    }
  });

  it.each<[string, Validate]>([
    [
      'throws',
      () => {
        throw thrown;
      },
    ],
    ['rejects', () => Promise.reject(thrown)],
  ])('cause a parse error when a validator %s', async (_kind, validate) => {
    const { error } = (await callOnce({ answer: () => new Response('{}'), schema: schemaOf(validate) }))
      .result;
    expect(error).toMatchObject({ kind: 'parse', status: 200 });
    expect(error!.body).toBe(thrown);
    expect(error!.cause).toBe(thrown);
  });

  it.each([undefined, null])('cause a parse error when a validator returns %o', async (outcome) => {
    const schema = schemaOf(() => outcome as never);
    expect((await callOnce({ answer: () => new Response('{}'), schema })).result.error!.kind).toBe('parse');
  });

  it("don't run on a response other than 2xx, or on an empty body under json", async () => {
    const validate = vi.fn(() => ({ value: 'made up' }));
    const schema = schemaOf(validate);
    for (const [body, status] of [[null, 304] as const, ['{"code":7}', 422] as const])
      expect(
        (await callOnce({ answer: () => new Response(body, { status }), schema })).result.error?.kind,
      ).toBe('http');
    expect((await callOnce({ answer: () => new Response(''), schema })).result.error).toMatchObject({
      kind: 'parse',
      body: '',
    });
    expect(validate).not.toHaveBeenCalled();
  });

  it('run on a literal null and on a string, once for each attempt', async () => {
    const validate = vi.fn<Validate>((value) => ({ value: [value] }));
    const schema = schemaOf(validate);
    expect((await callOnce({ answer: () => new Response('null'), schema })).result.data).toEqual([null]);
    const asked = { schema, responseType: 'text', answer: () => new Response('42') } as const;
    const { result } = await callOnce(asked);
    expect([result.data, (await result.retry()).data]).toEqual([['42'], ['42']]);
    expect(validate).toHaveBeenCalledTimes(3);
  });

  it('transform the data and return their issues when they come from zod', async () => {
    const schema = z.object({ at: z.string().transform((text) => text.length) });
    expect((await callOnce({ answer: () => new Response('{"at":"four"}'), schema })).result.data).toEqual({
      at: 4,
    });
    const { error } = (await callOnce({ answer: () => new Response('{"at":4}'), schema })).result;
    expect(error).toMatchObject({ kind: 'parse', body: [{ path: ['at'] }] });
  });
});
