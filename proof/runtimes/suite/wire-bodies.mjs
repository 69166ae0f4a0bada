import { fails, includes, ok, same, succeeds } from './expect.mjs';
import { needs } from './kit.mjs';

const SERVER = ['server'];

/** What the server got for a POST of this value. */
const posted = async (t, value, options) => {
  const result = await t.real({ method: 'POST', path: '/echo' }).call(value, options);
  succeeds(result);
  return result.data;
};

const base64 = (bytes) => btoa(String.fromCharCode(...bytes));

export const wireBodies = {
  'sends method, path and query as they were built': needs(SERVER, async (t) => {
    const api = t.real({ path: '/echo/:name?fixed=1' });
    const { data } = await api.call({ name: 'a b/é', q: "a+b c~'é", list: [1, 2] });
    same(
      [data.method, data.path, data.search],
      ['GET', '/echo/a%20b%2F%C3%A9', '?fixed=1&q=a%2Bb+c%7E%27%C3%A9&list=1&list=2'],
    );
  }),

  'sends every method': needs(SERVER, async (t) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      same((await t.real({ method, path: '/echo' }).call()).data.method, method);
  }),

  'has no body to read for HEAD': needs(SERVER, async (t) => {
    const { data, error, response } = await t.real({ method: 'HEAD', path: '/status/200' }).call();
    same([data, error, response.headers.get('x-mark')], [undefined, null, 'yes']);
  }),

  'sends JSON in UTF-8': needs(SERVER, async (t) => {
    const { headers, text } = await posted(t, { a: 'é😀' });
    same([headers['content-type'], text], ['application/json', '{"a":"é😀"}']);
  }),

  'sends no Content-Type without a body': needs(SERVER, async (t) => {
    const { headers, text } = await posted(t, {});
    same([headers['content-type'], text], [undefined, '']);
  }),

  'sends a string as text': needs(SERVER, async (t) => {
    const { headers, text } = await posted(t, 'é');
    includes(headers['content-type'], 'text/plain');
    same(text, 'é');
  }),

  'sends URLSearchParams': needs(SERVER, async (t) => {
    const { headers, text } = await posted(t, new URLSearchParams({ a: 'b c', é: '&' }));
    same([headers['content-type'], text], ['application/x-www-form-urlencoded', 'a=b+c&%C3%A9=%26']);
  }),

  'sends FormData with a boundary of the runtime': needs(SERVER, async (t) => {
    const form = new FormData();
    form.append('a', 'é');
    form.append('file', new Blob(['content'], { type: 'text/plain' }), 'x.txt');
    const { headers, text } = await posted(t, form);
    const [, boundary] = /^multipart\/form-data; ?boundary="?([^";]+)/.exec(headers['content-type']);
    for (const part of [boundary, 'name="a"', 'é', 'filename="x.txt"', 'content']) includes(text, part);
  }),

  'sends a Blob as octets': needs(SERVER, async (t) => {
    const { headers, base64: sent } = await posted(
      t,
      new Blob([new Uint8Array([0, 255])], { type: 'image/png' }),
    );
    same([headers['content-type'], sent], ['application/octet-stream', base64([0, 255])]);
  }),

  'sends the Content-Type that the caller set for a Blob': needs(SERVER, async (t) => {
    const options = { headers: { 'content-type': 'image/png' } };
    same(
      (await posted(t, new Blob(['x'], { type: 'text/css' }), options)).headers['content-type'],
      'image/png',
    );
  }),

  'sends the bytes of a view, and no more of its buffer': needs(SERVER, async (t) => {
    const { buffer } = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const [value, expected] of [
      [buffer, [1, 2, 3, 4, 5, 6, 7, 8]],
      [new Uint8Array(buffer, 2, 3), [3, 4, 5]],
      [new DataView(buffer, 6), [7, 8]],
      [new Uint16Array(buffer, 4, 1), [5, 6]],
    ]) {
      const { headers, base64: sent } = await posted(t, value);
      same([headers['content-type'], sent], ['application/octet-stream', base64(expected)]);
    }
  }),

  'sends a stream as it is read': needs([...SERVER, 'ReadableStream', 'streaming upload'], async (t) => {
    let n = 0;
    const stream = new ReadableStream({
      pull(controller) {
        n += 1;
        if (n > 3) controller.close();
        else controller.enqueue(new TextEncoder().encode(`part ${n},`));
      },
    });
    const { headers, text } = await posted(t, stream);
    same([headers['content-type'], text], ['application/octet-stream', 'part 1,part 2,part 3,']);
  }),

  'calls a stream that fails while it is sent a network error': needs(
    [...SERVER, 'ReadableStream', 'streaming upload', 'failing upload'],
    async (t) => {
      const stream = new ReadableStream({ pull: (controller) => controller.error(new Error('source')) });
      fails(await t.real({ method: 'POST', path: '/echo' }).call(stream), 'network');
    },
  ),

  'sends headers of all levels, and those of a middleware': needs(SERVER, async (t) => {
    const stamp = ({ request }, next) => {
      request.headers.set('Authorization', 'Bearer x');
      return next();
    };
    const api = t.real(
      { path: '/echo', headers: { 'X-B': '2' } },
      { headers: { 'x-a': '1' }, middleware: [stamp] },
    );
    const { headers } = (await api.call({}, { headers: { 'x-c': '3' } })).data;
    same(
      [headers['x-a'], headers['x-b'], headers['x-c'], headers.authorization],
      ['1', '2', '3', 'Bearer x'],
    );
  }),

  'sends a large body whole': needs(SERVER, async (t) => {
    const { text } = await posted(t, { long: 'é'.repeat(100_000) });
    ok(text.length === 100_011, `${text.length} characters came in`);
  }),

  'refuses a body for GET as the runtime does': needs(SERVER, async (t) => {
    const error = fails(await t.real({ bodyAs: 'body', path: '/echo' }).call({ a: 1 }), 'network');
    ok(error.body instanceof Error, 'the body is what fetch threw');
  }),
};
