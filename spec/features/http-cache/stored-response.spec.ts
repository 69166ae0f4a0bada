import { describe, expect, it } from 'vitest';
import {
  answerOf,
  gatewayTimeout,
  notModified,
  storedResponse,
} from '../../../lib/features/http-cache/stored-response.js';

const stored = (status = 200, type = 'text/plain', text = 'abc') =>
  storedResponse(
    {
      url: 'https://api.test/a',
      status,
      statusText: 'Fine',
      type: 'basic',
      headers: new Headers({ 'content-type': type, etag: '"a"', 'cache-control': 'max-age=3' }),
      body: new TextEncoder().encode(text),
      requestTime: 0,
      responseTime: 0,
      vary: [],
      personal: false,
      tags: [],
    },
    { shared: false, heuristicFreshness: true },
  );

describe('a response from the cache', () => {
  const answer = () => answerOf(stored(), 2500);

  it('has the same properties as the received response', () => {
    const { url, type, status, statusText, ok, redirected } = answer();
    expect({ url, type, status, statusText, ok, redirected }).toEqual({
      url: 'https://api.test/a',
      type: 'basic',
      status: 200,
      statusText: 'Fine',
      ok: true,
      redirected: false,
    });
    expect(answer() instanceof Response).toBe(true);
  });

  it.each(['arrayBuffer', 'bytes'] as const)(
    'exposes nothing of the surrounding buffer, by %s',
    async (read) => {
      /** A view like Node's Buffer. */
      class View extends Uint8Array<ArrayBuffer> {
        override slice(start?: number, end?: number): Uint8Array<ArrayBuffer> {
          return this.subarray(start, end);
        }
      }
      const larger = new TextEncoder().encode('secret abc secret');
      const body = new View(larger.buffer, 7, 3);
      const given = await answerOf({ ...stored(), body }, undefined)[read]();
      const bytes = new Uint8Array('buffer' in given ? given.buffer : given);
      expect(new TextDecoder().decode(bytes)).toBe('abc');
    },
  );

  it('has an Age in whole seconds, and mutable headers', () => {
    const { headers } = answer();
    headers.set('etag', '"b"');
    expect([headers.get('age'), answer().headers.get('etag')]).toEqual(['2', '"a"']);
  });

  it.each<[string, (response: Response) => Promise<unknown>, unknown]>([
    ['text', (response) => response.text(), 'abc'],
    ['bytes', async (response) => [...new Uint8Array(await response.arrayBuffer())], [97, 98, 99]],
    ['a Blob', async (response) => (await response.blob()).text(), 'abc'],
    ['a stream', (response) => new Response(response.body).text(), 'abc'],
    ['a clone', (response) => response.clone().text(), 'abc'],
    ['a clone of a clone', (response) => response.clone().clone().text(), 'abc'],
  ])('is read as %s, once', async (_what, read, expected) => {
    const response = answer();
    expect(response.bodyUsed).toBe(false);
    expect(await read(response)).toEqual(expected);
  });

  it.each<[string, (response: Response) => unknown]>([
    ['text', (response) => response.text()],
    ['bytes', (response) => response.arrayBuffer()],
    ['a Blob', (response) => response.blob()],
  ])("can't be read again or cloned after it was read as %s", async (_what, read) => {
    const response = answer();
    await read(response);
    expect(response.bodyUsed).toBe(true);
    for (const again of [response.text(), response.arrayBuffer(), response.json(), response.blob()])
      await expect(again).rejects.toMatchObject({ name: 'TypeError' });
    expect(() => response.clone()).toThrow('read');
  });

  it('can be read in parallel with its clone', async () => {
    const response = answer();
    const clone = response.clone();
    expect([await response.text(), await clone.text()]).toEqual(['abc', 'abc']);
  });

  it('returns its own bytes', async () => {
    const one = stored();
    new Uint8Array(await answerOf(one, 0).arrayBuffer()).fill(0);
    expect(await answerOf(one, 0).text()).toBe('abc');
  });

  it('can be read as JSON, and as a form by its type', async () => {
    expect(await answerOf(stored(200, 'application/json', '{"a":1}'), 0).json()).toEqual({ a: 1 });
    const form = await answerOf(stored(200, 'application/x-www-form-urlencoded', 'a=1'), 0).formData();
    expect(form.get('a')).toBe('1');
  });

  it('is text without a byte order mark, as on the platform', async () => {
    expect(await answerOf(stored(200, 'text/plain', '\uFEFFabc'), 0).text()).toBe('abc');
  });

  it.each([204, 205])('has no body with a %i', async (status) => {
    const response = answerOf(stored(status), 0);
    expect([response.body, await response.text()]).toEqual([null, '']);
  });

  it('has no body for a HEAD', async () => {
    expect(await answerOf(stored(), 0, 'HEAD').text()).toBe('');
  });
});

describe('a response without a stored one', () => {
  it('is a 304 with the headers of a 304', () => {
    const { status, headers } = notModified(stored(), 1000);
    expect([status, headers.get('etag'), headers.get('age'), headers.get('content-type')]).toEqual([
      304,
      '"a"',
      '1',
      null,
    ]);
  });

  it('is a 504 with the requested URL', () => {
    expect(gatewayTimeout('https://api.test/a')).toMatchObject({
      status: 504,
      url: 'https://api.test/a',
      ok: false,
    });
  });
});
