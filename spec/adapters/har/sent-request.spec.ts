import { describe, expect, it } from 'vitest';
import { sentRequest } from '../../../lib/adapters/har/sent-request.js';
import type { FetchInput } from '../../../lib/features/fetch-wrappers/around-fetch.js';

const URL_ = 'http://a.test/a';
const read = (input: FetchInput, init: RequestInit = {}) => sentRequest(input, init);
const bodyOf = async (body: NonNullable<RequestInit['body']> | null) =>
  (await read(URL_, { method: 'POST', body })).body;

describe('a sent request', () => {
  it('is read from a URL and an init', async () => {
    const init = { method: 'post', headers: { 'X-A': '1', 'content-type': 'a/b' }, body: 'c' };
    expect(await read(URL_, init)).toEqual({
      method: 'POST',
      url: URL_,
      headers: { 'x-a': '1', 'content-type': 'a/b' },
      body: { text: 'c' },
    });
    expect(await read(new URL(URL_))).toEqual({ method: 'GET', url: URL_, headers: {}, body: undefined });
  });

  it('is read from a platform Request, which stays unread', async () => {
    const request = new globalThis.Request(URL_, { method: 'PUT', headers: { a: 'b' }, body: '{}' });
    expect(await read(request)).toEqual({
      method: 'PUT',
      url: URL_,
      headers: Object.fromEntries(request.headers),
      body: { text: '{}' },
    });
    expect(await request.text()).toBe('{}');
  });

  it('is read from a platform Request with the changes of an init', async () => {
    const request = new globalThis.Request(URL_, { method: 'PUT', headers: { a: 'b' }, body: '{}' });
    const { method, headers, body } = await read(request, { method: 'POST', headers: { c: 'd' }, body: 'e' });
    const ofTexts = Object.fromEntries(new Response('e').headers);
    expect([method, headers, body]).toEqual(['POST', { c: 'd', ...ofTexts }, { text: 'e' }]);
  });

  it.each<[string, () => NonNullable<RequestInit['body']> | null, unknown]>([
    ['a string', () => 'é', { text: 'é' }],
    ['a query', () => new URLSearchParams({ a: 'b c' }), { text: 'a=b+c' }],
    ['binary data', () => new Uint8Array([255, 0]), { text: '/wA=', encoding: 'base64' }],
    ['a blob', () => new Blob(['x']), { text: 'x' }],
    ['a stream', () => new ReadableStream(), undefined],
    ['null', () => null, undefined],
  ])('has the body of %s', async (_, make, body) => {
    expect(await bodyOf(make())).toEqual(body);
  });

  it('has the fields of a form, and the names and types of its files', async () => {
    const form = new FormData();
    form.set('a', 'b');
    form.set('file', new File(['x'], 'x.txt', { type: 'text/plain' }));
    const fields = [
      { name: 'a', value: 'b' },
      { name: 'file', fileName: 'x.txt', contentType: expect.stringMatching(/^text\/plain\b/) },
    ];
    const init = { method: 'POST', body: form };
    for (const read_ of [read(URL_, init), read(new globalThis.Request(URL_, init))]) {
      const { body, headers } = await read_;
      expect([body, headers['content-type']]).toEqual([{ fields }, 'multipart/form-data']);
    }
  });
});
