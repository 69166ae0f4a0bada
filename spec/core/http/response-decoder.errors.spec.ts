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

  it('reads an error body as text, a Blob, an ArrayBuffer or a form, while the data is JSON', async () => {
    const read = async (errorType: ResponseType, body: RequestInit['body'] = '{"a":1}'): Promise<unknown> =>
      (await callOnce({ answer: () => failure(body), errorType })).result.error!.body;
    expect(await read('text')).toBe('{"a":1}');
    expect(await ((await read('blob')) as Blob).text()).toBe('{"a":1}');
    expect(((await read('arrayBuffer')) as ArrayBuffer).byteLength).toBe(7);
    const form = new FormData();
    form.set('a', '1');
    expect(Array.from((await read('formData', form)) as FormData)).toEqual([['a', '1']]);
  });

  it("doesn't apply to data", async () => {
    const { data } = (await callOnce({ answer: () => new Response('{"a":1}'), errorType: 'text' })).result;
    expect(data).toEqual({ a: 1 });
  });

  it('leaves the body unread when it is none, which frees the connection', async () => {
    const { stream, cancelled } = cancellable();
    const { error } = (await callOnce({ answer: () => failure(stream), errorType: 'none' })).result;
    expect(error).toMatchObject({ kind: 'http', status: 500, body: null });
    expect(cancelled()).toBe(true);
  });

  it.each<ResponseType>(['json', 'formData'])('returns null for a body that is not %s', async (errorType) => {
    const { error } = (await callOnce({ answer: () => failure('<html>'), responseType: 'text', errorType }))
      .result;
    expect(error).toMatchObject({ kind: 'http', body: null });
  });

  it('keeps the text of a body that is not a form (rules.md#errors)', async () => {
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

  it('is json by default under a reader', async () => {
    const responseType = reader({ open: () => 'data' });
    const { error } = (await callOnce({ answer: () => failure('{"a":1}'), responseType })).result;
    expect(error).toMatchObject({ kind: 'http', body: { a: 1 } });
    const asText = (await callOnce({ answer: () => failure('{"a":1}'), responseType, errorType: 'text' }))
      .result;
    expect(asText.error!.body).toBe('{"a":1}');
  });
});

describe('an error body without errorType (rules.md#errors-by-status)', () => {
  const typedAs = (type: string, text: string) => () =>
    new Response(text, { status: 500, headers: { 'content-type': type } });

  it.each<ResponseType>(['text', 'blob', 'arrayBuffer', 'formData'])(
    'is JSON if its Content-Type says so, under responseType %s',
    async (responseType) => {
      for (const type of [
        'application/json',
        'Application/JSON; charset=utf-8',
        'application/problem+json',
      ]) {
        const { error } = (await callOnce({ answer: typedAs(type, '{"a":1}'), responseType })).result;
        expect(error).toMatchObject({ kind: 'http', body: { a: 1 }, rawBody: undefined });
      }
    },
  );

  it('is null with its text as rawBody if its Content-Type says JSON and the text is another format', async () => {
    const answer = typedAs('application/json', '<html>');
    const { error } = (await callOnce({ answer, responseType: 'text' })).result;
    expect(error).toMatchObject({ kind: 'http', body: null, rawBody: '<html>' });
  });

  it.each(['text/plain', 'application/jsonp', 'application/json-seq', ''])(
    'is read as responseType says if its Content-Type is %j',
    async (type) => {
      const { error } = (await callOnce({ answer: typedAs(type, '{"a":1}'), responseType: 'text' })).result;
      expect(error?.body).toBe('{"a":1}');
    },
  );

  it('is JSON under responseType json, whatever its Content-Type', async () => {
    const { error } = (await callOnce({ answer: typedAs('text/plain', '{"a":1}') })).result;
    expect(error?.body).toEqual({ a: 1 });
  });

  it('is read as errorType says if that is set, whatever its Content-Type', async () => {
    const answer = typedAs('application/json', '{"a":1}');
    expect((await callOnce({ answer, errorType: 'text' })).result.error?.body).toBe('{"a":1}');
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

describe("the message for a body that can't be read as data (rules.md#what-a-message-says)", () => {
  it.each<[string, () => Response, string]>([
    ['a body of another type', () => typed('text/html; charset=utf-8'), "with text/html, which isn't JSON"],
    ['a truncated body', () => json('{"a":'), "with application/json, which isn't JSON: SyntaxError"],
    [
      'a body that the parser quotes',
      () => json('{"a":hunter2}'),
      "with application/json, which isn't JSON: SyntaxError",
    ],
    ['a body with an invalid type', () => typed('x'), "with x, which isn't JSON"],
    ['an empty body', () => json(''), "with an empty body: declare responseType 'none' or 'optionalJson'"],
  ])('gives the reason for %s', async (_what, answer, told) => {
    // Only some engines include the position.
    expect((await messageOf(answer))?.replace(/ at position \d+$/, '')).toBe(`returned 200 ${told}`);
  });

  it('gives the code for a body that broke off', async () => {
    const thrown = new TypeError('terminated', { cause: coded('other side closed', 'UND_ERR_SOCKET') });
    expect(await messageOf(() => brokenWith(thrown), {}, 'network')).toBe(
      'returned 200, but the body broke off: UND_ERR_SOCKET',
    );
  });

  it('gives the reason for a body that could not be read', async () => {
    expect(
      await messageOf(() => brokenWith(coded('incorrect header check', 'Z_DATA_ERROR')), {}, 'network'),
    ).toBe('returned 200, but its body could not be read: Z_DATA_ERROR');
    expect(await messageOf(() => brokenWith(new TypeError('network error')), {}, 'network')).toBe(
      'returned 200, but its body could not be read: network error',
    );
  });

  it('gives the reason for a body that is not a form', async () => {
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
  ])('names the error when parseJson %s', async (_what, parseJson) => {
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

describe('the message for data that a schema rejects (rules.md#what-a-message-says)', () => {
  it('contains the number of problems, and the path of the first', async () => {
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
  ])('describes the issues %j as "%s"', async (issues, told) => {
    expect((await errorWith(() => ({ issues }))).message).toBe(
      `GET /items returned 200, but the data has ${told}`,
    );
  });

  it('says that the schema rejected the data if the schema lists no problem', async () => {
    const error = await errorWith(() => ({ issues: [] }));
    expect(error.message).toBe('GET /items returned 200, but its schema rejected it');
    expect([error.kind, error.issues, error.toJSON()['issues']]).toEqual(['parse', [], []]);
  });

  it('contains the name of the error that the validator threw', async () => {
    const error = await errorWith(() => {
      throw new RangeError('hunter2');
    });
    expect(error.message).toBe('GET /items returned 200, but its schema failed: RangeError');
    expect(error.toJSON()['cause']).toEqual([{ name: 'RangeError' }]);
    expect(error.issues).toBeUndefined();
  });
});
