import { describe, expect, it } from 'vitest';
import { answer, client, failure } from './host.mjs';

/** The request that the server received for a POST of this value. */
const posted = (value, options) => answer(client({ method: 'POST', path: '/echo' }).call(value, options));

const base64 = (...bytes) => btoa(String.fromCharCode(...bytes));
const { buffer } = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);

describe('a request over HTTP', () => {
  it('has the method, path and query of the call', async () => {
    const { call } = client({ path: '/echo/:name?fixed=1' });
    expect(await answer(call({ name: 'a b/é', q: "a+b c~'é", list: [1, 2] }))).toMatchObject({
      method: 'GET',
      path: '/echo/a%20b%2F%C3%A9',
      search: '?fixed=1&q=a%2Bb+c%7E%27%C3%A9&list=1&list=2',
    });
  });

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('can be a %s', async (method) => {
    expect(await answer(client({ method, path: '/echo' }).call())).toMatchObject({ method });
  });

  it('has the headers of all levels, and the headers of a middleware', async () => {
    const stamp = ({ request }, next) => {
      request.headers.set('Authorization', 'Bearer x');
      return next();
    };
    const { call } = client(
      { path: '/echo', headers: { 'X-B': '2' } },
      { headers: { 'x-a': '1' }, middleware: [stamp] },
    );
    const { headers } = await answer(call({}, { headers: { 'x-c': '3' } }));
    expect(headers).toMatchObject({ 'x-a': '1', 'x-b': '2', 'x-c': '3', authorization: 'Bearer x' });
  });
});

describe('a body over HTTP', () => {
  it.each([
    ['JSON in UTF-8', { a: 'é😀' }, 'application/json', '{"a":"é😀"}'],
    ['nothing without params', {}, undefined, ''],
    ['text for a string', 'é', expect.stringMatching(/^text\/plain/), 'é'],
    [
      'URLSearchParams',
      new URLSearchParams({ a: 'b c', é: '&' }),
      'application/x-www-form-urlencoded',
      'a=b+c&%C3%A9=%26',
    ],
  ])('is sent as %s', async (_what, value, type, text) => {
    const arrived = await posted(value);
    expect([arrived.headers['content-type'], arrived.text]).toEqual([type, text]);
  });

  it.each([
    ['an ArrayBuffer', buffer, [1, 2, 3, 4, 5, 6, 7, 8]],
    ['a view', new Uint8Array(buffer, 2, 3), [3, 4, 5]],
    ['a DataView', new DataView(buffer, 6), [7, 8]],
    ['a view of numbers', new Uint16Array(buffer, 4, 1), [5, 6]],
    ['a Blob', new Blob([new Uint8Array([0, 255])], { type: 'image/png' }), [0, 255]],
  ])('contains the bytes of %s, and no more of its buffer', async (_what, value, bytes) => {
    const arrived = await posted(value);
    expect([arrived.headers['content-type'], arrived.base64]).toEqual([
      'application/octet-stream',
      base64(...bytes),
    ]);
  });

  it('is FormData with a boundary from the runtime', async () => {
    const form = new FormData();
    form.append('a', 'é');
    form.append('file', new Blob(['content'], { type: 'text/plain' }), 'x.txt');
    const { headers, text } = await posted(form);
    const [, boundary] = /^multipart\/form-data; ?boundary="?([^";]+)/.exec(headers['content-type']);
    for (const part of [boundary, 'name="a"', 'é', 'filename="x.txt"', 'content'])
      expect(text).toContain(part);
  });

  it('has the Content-Type that the caller set for a Blob', async () => {
    const options = { headers: { 'content-type': 'image/png' } };
    const { headers } = await posted(new Blob(['x'], { type: 'text/css' }), options);
    expect(headers['content-type']).toBe('image/png');
  });

  it('arrives completely if it is large', async () => {
    expect((await posted({ long: 'é'.repeat(100_000) })).text).toHaveLength(100_011);
  });

  it('is streamed while it is read', async () => {
    let n = 0;
    const stream = new ReadableStream({
      pull(controller) {
        n += 1;
        if (n > 3) controller.close();
        else controller.enqueue(new TextEncoder().encode(`part ${n},`));
      },
    });
    const { headers, text } = await posted(stream);
    expect([headers['content-type'], text]).toEqual(['application/octet-stream', 'part 1,part 2,part 3,']);
  });

  it('causes a network error if its stream fails during the request', async () => {
    const stream = new ReadableStream({ pull: (controller) => controller.error(new Error('source')) });
    await failure(client({ method: 'POST', path: '/echo' }).call(stream), 'network');
  });

  it('of a GET is rejected by the runtime', async () => {
    const { body } = await failure(client({ bodyAs: 'body', path: '/echo' }).call({ a: 1 }), 'network');
    expect(body).toBeInstanceOf(Error);
  });
});
