import { describe, expect, it } from 'vitest';
import { answer, client, failure } from './host.mjs';

describe('a body over HTTP', () => {
  it('can be split in the middle of a character', async () => {
    expect(await answer(client({ path: '/chunks' }).call())).toBe('a😀é');
  });

  it('is JSON after a byte order mark', async () => {
    expect(await answer(client({ path: '/text' }).call({ body: '\ufeff{"a":1}' }))).toEqual({ a: 1 });
  });

  it('is decoded as UTF-8 text', async () => {
    const params = { body: 'é😀', type: 'text/plain; charset=utf-8' };
    expect(await answer(client({ path: '/text', responseType: 'text' }).call(params))).toBe('é😀');
  });

  it('is read as an ArrayBuffer', async () => {
    const data = await answer(client({ path: '/bytes', responseType: 'arrayBuffer' }).call());
    expect([...new Uint8Array(data)]).toEqual(Array.from({ length: 256 }, (_, byte) => byte));
  });

  it('is read as a Blob', async () => {
    const { call } = client({ path: '/text', responseType: 'blob' });
    expect(await answer(call({ body: 'abc', type: 'image/png' }))).toMatchObject({
      size: 3,
      type: 'image/png',
    });
  });

  it('is read as multipart FormData', async () => {
    const data = await answer(client({ path: '/form', responseType: 'formData' }).call());
    const file = data.get('file');
    expect([data.get('a'), file.name, await file.text()]).toEqual(['é', 'x.txt', 'content']);
  });

  it('is decompressed from gzip', async () => {
    expect(await answer(client({ path: '/gzip' }).call())).toEqual({ packed: 'é'.repeat(1000) });
  });

  it('is decompressed from zstd', async () => {
    expect(await answer(client({ path: '/zstd' }).call())).toEqual({ packed: 'é' });
  });

  it('arrives completely if it is large', async () => {
    expect(await answer(client({ path: '/large/300000' }).call())).toHaveLength(300_000);
  });

  it('is missing for HEAD', async () => {
    const { data, error, response } = await client({ method: 'HEAD', path: '/status/200' }).call();
    expect([data, error, response.headers.get('x-mark')]).toEqual([undefined, null, 'yes']);
  });

  it('of a 204 is undefined under none, and a parse error under json', async () => {
    expect(await answer(client({ path: '/status/204', responseType: 'none' }).call())).toBeUndefined();
    expect(await failure(client({ path: '/status/204' }).call(), 'parse')).toMatchObject({ body: '' });
  });

  it('leaves the connection usable under none', async () => {
    const { call } = client({ path: '/large/300000', responseType: 'none' });
    for (let n = 0; n < 5; n += 1) expect(await answer(call())).toBeUndefined();
  });
});

describe('a status over HTTP', () => {
  it.each([300, 400, 401, 403, 404, 409, 410, 422, 429, 500, 502, 503, 504, 599])(
    'of %d causes an http error',
    async (code) => {
      const error = await failure(client({ path: '/status/:code' }).call({ code, body: '{"a":1}' }), 'http');
      expect([error.status, error.body, error.headers.get('x-mark')]).toEqual([code, { a: 1 }, 'yes']);
    },
  );

  it('has the status text of the response', async () => {
    const error = await failure(client({ path: '/status/404' }).call(), 'http');
    expect(error.statusText).toBe('Not Found');
  });
});

describe('a redirect', () => {
  it('is followed by default', async () => {
    const { data, response } = await client({ path: '/redirect/there' }).call();
    expect([data.path, response.redirected]).toEqual(['/echo/there', true]);
  });

  it("is returned as the redirect or an opaque response under redirect: 'manual'", async () => {
    const options = { fetchOptions: { redirect: 'manual' } };
    const { status } = await failure(client({ path: '/redirect/there' }).call({}, options), 'http');
    expect([0, 302]).toContain(status);
  });

  it("causes a network error under redirect: 'error'", async () => {
    await failure(client({ path: '/redirect/there', fetchOptions: { redirect: 'error' } }).call(), 'network');
  });

  it('without an end causes a network error', async () => {
    await failure(client({ path: '/loop' }).call(), 'network');
  });
});
