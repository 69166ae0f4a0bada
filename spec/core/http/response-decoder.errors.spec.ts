import { describe, expect, it } from 'vitest';
import type { ResponseType, StandardSchemaV1 } from '../../../lib/index.js';
import { reader } from '../../../lib/entries/stream.js';
import { callOnce, type CallOnceOptions } from '../../support/client.js';
import { cancellable } from '../../support/streams.js';

const failure = (body: RequestInit['body'], status = 500): Response => new Response(body, { status });

describe('errorType (rules.md#errors-by-status)', () => {
  it.each<[ResponseType, ResponseType]>([
    ['text', 'json'],
    ['blob', 'json'],
    ['none', 'json'],
    ['arrayBuffer', 'json'],
  ])('reads the body of an error under responseType %s as %s', async (responseType, errorType) => {
    const { error } = (await callOnce({ answer: () => failure('{"a":1}'), responseType, errorType })).result;
    expect(error).toMatchObject({ kind: 'http', body: { a: 1 } });
  });

  it('reads it as text, a Blob, an ArrayBuffer or a form, beside data that are JSON', async () => {
    const read = async (errorType: ResponseType, body: RequestInit['body'] = '{"a":1}'): Promise<unknown> =>
      (await callOnce({ answer: () => failure(body), errorType })).result.error!.body;
    expect(await read('text')).toBe('{"a":1}');
    expect(await ((await read('blob')) as Blob).text()).toBe('{"a":1}');
    expect(((await read('arrayBuffer')) as ArrayBuffer).byteLength).toBe(7);
    const form = new FormData();
    form.set('a', '1');
    expect(Array.from((await read('formData', form)) as FormData)).toEqual([['a', '1']]);
  });

  it('reads no data', async () => {
    const { data } = (await callOnce({ answer: () => new Response('{"a":1}'), errorType: 'text' })).result;
    expect(data).toEqual({ a: 1 });
  });

  it('none leaves the body unread, so that the connection is free again', async () => {
    const { stream, cancelled } = cancellable();
    const { error } = (await callOnce({ answer: () => failure(stream), errorType: 'none' })).result;
    expect(error).toMatchObject({ kind: 'http', status: 500, body: null });
    expect(cancelled()).toBe(true);
  });

  it.each<ResponseType>(['json', 'formData'])('gives null for what is no %s', async (errorType) => {
    const { error } = (await callOnce({ answer: () => failure('<html>'), responseType: 'text', errorType }))
      .result;
    expect(error).toMatchObject({ kind: 'http', body: null });
  });

  it('keeps the text of what is no form (rules.md#errors)', async () => {
    const read = async (config: object): Promise<unknown> =>
      (await callOnce({ answer: () => failure('{"a":1}'), ...config })).result.error!.rawBody;
    expect(await read({ responseType: 'text', errorType: 'formData' })).toBe('{"a":1}');
    expect(await read({ responseType: 'formData' })).toBe('{"a":1}');
    expect(
      (await callOnce({ answer: () => failure(''), responseType: 'formData' })).result.error,
    ).toMatchObject({
      body: null,
      rawBody: undefined,
    });
  });

  it('is json under a reader', async () => {
    const responseType = reader({ open: () => 'data' });
    const { error } = (await callOnce({ answer: () => failure('{"a":1}'), responseType })).result;
    expect(error).toMatchObject({ kind: 'http', body: { a: 1 } });
    const asText = (await callOnce({ answer: () => failure('{"a":1}'), responseType, errorType: 'text' }))
      .result;
    expect(asText.error!.body).toBe('{"a":1}');
  });
});

const json = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'application/json; charset=utf-8' } });

const typed = (type: string): Response => new Response('<p>', { headers: { 'content-type': type } });

const brokenWith = (thrown: unknown): Response =>
  new Response(new ReadableStream({ start: (controller) => controller.error(thrown) }));

const coded = (message: string, code: string): Error => Object.assign(new Error(message), { code });

const messageOf = async (
  answer: () => Response,
  more: CallOnceOptions = {},
  kind = 'parse',
): Promise<string | undefined> => {
  const { error } = (await callOnce({ ...more, answer })).result;
  expect(error?.kind).toBe(kind);
  return error?.message.replace('GET /items ', '');
};

describe('what is told of a body that is no data (rules.md#what-a-message-says)', () => {
  it.each<[string, () => Response, string]>([
    ['of another type', () => typed('text/html; charset=utf-8'), "with text/html, which isn't JSON"],
    ['that was cut', () => json('{"a":'), "with application/json, which isn't JSON: SyntaxError"],
    [
      'that quotes itself',
      () => json('{"a":hunter2}'),
      "with application/json, which isn't JSON: SyntaxError",
    ],
    ['with a type that is none', () => typed('x'), "with x, which isn't JSON"],
    ['that is empty', () => json(''), "with an empty body: declare responseType 'none' or 'optionalJson'"],
  ])('%s', async (_what, answer, told) => {
    // Engines differ in whether they tell the position.
    expect((await messageOf(answer))?.replace(/ at position \d+$/, '')).toBe(`returned 200 ${told}`);
  });

  it('that broke off, with the code', async () => {
    const thrown = new TypeError('terminated', { cause: coded('other side closed', 'UND_ERR_SOCKET') });
    expect(await messageOf(() => brokenWith(thrown), {}, 'network')).toBe(
      'returned 200, but the body broke off: UND_ERR_SOCKET',
    );
  });

  it('that could not be read for another reason', async () => {
    expect(
      await messageOf(() => brokenWith(coded('incorrect header check', 'Z_DATA_ERROR')), {}, 'network'),
    ).toBe('returned 200, but its body could not be read: Z_DATA_ERROR');
    expect(await messageOf(() => brokenWith(new TypeError('network error')), {}, 'network')).toBe(
      'returned 200, but its body could not be read: network error',
    );
  });

  it('that is no form', async () => {
    expect(await messageOf(() => json('{}'), { responseType: 'formData' })).toBe(
      "returned 200, but its body could not be read: it isn't form data",
    );
  });

  it.each([
    [
      'throws',
      () => {
        throw new RangeError('hunter2');
      },
    ],
    ['rejects', () => Promise.reject(new RangeError('hunter2'))],
  ])('of which a parseJson of the user’s %s', async (_what, parseJson) => {
    expect(await messageOf(() => json('{}'), { client: { parseJson } })).toBe(
      "returned 200 with application/json, which isn't data: RangeError",
    );
  });
});

const errorWith = async (validate: () => unknown) => {
  const schema: StandardSchemaV1 = {
    '~standard': { version: 1, vendor: 'mine', validate: validate as never },
  };
  return (await callOnce({ schema })).result.error!;
};

const issue = (...path: (string | number)[]) => ({ message: 'Expected 2, got "hunter2"', path });

describe('what is told of data that a schema refuses (rules.md#what-a-message-says)', () => {
  it('is how many problems there are, and where the first is', async () => {
    const issues = [issue('items', 2, 'price'), issue('total'), issue()];
    const error = await errorWith(() => ({ issues }));
    expect(error.message).toBe(
      'GET /items returned 200, but the data has 3 problems, the first at items[2].price',
    );
    expect(error.issues).toBe(issues);
    expect(error.toJSON()['issues']).toEqual(['items[2].price', 'total', '']);
  });

  it.each([
    [[issue('a')], '1 problem, at a'],
    [[issue()], '1 problem, at the root'],
  ])('%j: %s', async (issues, told) => {
    expect((await errorWith(() => ({ issues }))).message).toBe(
      `GET /items returned 200, but the data has ${told}`,
    );
  });

  it('is that it was refused, where the schema lists no problem', async () => {
    const error = await errorWith(() => ({ issues: [] }));
    expect(error.message).toBe('GET /items returned 200, but its schema rejected it');
    expect([error.kind, error.issues, error.toJSON()['issues']]).toEqual(['parse', [], []]);
  });

  it('is the name of what the validator threw', async () => {
    const error = await errorWith(() => {
      throw new RangeError('hunter2');
    });
    expect(error.message).toBe('GET /items returned 200, but its schema failed: RangeError');
    expect(error.toJSON()['cause']).toEqual([{ name: 'RangeError' }]);
    expect(error.issues).toBeUndefined();
  });
});
