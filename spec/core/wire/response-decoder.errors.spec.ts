import { describe, expect, it } from '@jest/globals';
import type { ResponseType } from '../../../lib/index.js';
import { reader } from '../../../lib/stream.js';
import { receive } from '../../support/capture.js';
import { cancellable } from '../../support/streams.js';

const failure = (body: RequestInit['body'], status = 500): Response => new Response(body, { status });

describe('errorType (rules.md#errors-by-status)', () => {
  it.each<[ResponseType, ResponseType]>([
    ['text', 'json'],
    ['blob', 'json'],
    ['none', 'json'],
    ['arrayBuffer', 'json'],
  ])('reads the body of an error under responseType %s as %s', async (responseType, errorType) => {
    const { error } = (await receive(failure('{"a":1}'), { responseType, errorType })).result;
    expect(error).toMatchObject({ kind: 'http', body: { a: 1 } });
  });

  it('reads it as text, a Blob, an ArrayBuffer or a form, beside data that are JSON', async () => {
    const read = async (errorType: ResponseType, body: RequestInit['body'] = '{"a":1}'): Promise<unknown> =>
      (await receive(failure(body), { errorType })).result.error!.body;
    expect(await read('text')).toBe('{"a":1}');
    expect(await ((await read('blob')) as Blob).text()).toBe('{"a":1}');
    expect(((await read('arrayBuffer')) as ArrayBuffer).byteLength).toBe(7);
    const form = new FormData();
    form.set('a', '1');
    expect([...((await read('formData', form)) as FormData)]).toEqual([['a', '1']]);
  });

  it('reads no data', async () => {
    const { data } = (await receive(new Response('{"a":1}'), { errorType: 'text' })).result;
    expect(data).toEqual({ a: 1 });
  });

  it('none leaves the body unread, so that the connection is free again', async () => {
    const { stream, cancelled } = cancellable();
    const { error } = (await receive(failure(stream), { errorType: 'none' })).result;
    expect(error).toMatchObject({ kind: 'http', status: 500, body: null });
    expect(cancelled()).toBe(true);
  });

  it.each<ResponseType>(['json', 'formData'])('gives null for what is no %s', async (errorType) => {
    const { error } = (await receive(failure('<html>'), { responseType: 'text', errorType })).result;
    expect(error).toMatchObject({ kind: 'http', body: null });
  });

  it('is json under optionalJson', async () => {
    const { error } = (await receive(failure('{"a":1}'), { responseType: 'optionalJson' })).result;
    expect(error).toMatchObject({ kind: 'http', body: { a: 1 } });
  });

  it('is json under a reader', async () => {
    const responseType = reader({ open: () => 'data' });
    const { error } = (await receive(failure('{"a":1}'), { responseType })).result;
    expect(error).toMatchObject({ kind: 'http', body: { a: 1 } });
    const asText = (await receive(failure('{"a":1}'), { responseType, errorType: 'text' })).result;
    expect(asText.error!.body).toBe('{"a":1}');
  });
});
