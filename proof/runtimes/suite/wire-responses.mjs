import { fails, ok, same, succeeds } from './expect.mjs';
import { needs } from './kit.mjs';

const SERVER = ['server'];

export const wireResponses = {
  'reads JSON that is cut in the middle of a character': needs(SERVER, async (t) => {
    succeeds(await t.real({ path: '/chunks' }).call(), 'a😀é');
  }),

  'reads JSON behind a byte order mark': needs(SERVER, async (t) => {
    succeeds(await t.real({ path: '/text' }).call({ body: '\ufeff{"a":1}' }), { a: 1 });
  }),

  'reads text as UTF-8': needs(SERVER, async (t) => {
    const params = { body: 'é😀', type: 'text/plain; charset=utf-8' };
    succeeds(await t.real({ path: '/text', responseType: 'text' }).call(params), 'é😀');
  }),

  'reads bytes': needs(SERVER, async (t) => {
    const { data } = await t.real({ path: '/bytes', responseType: 'arrayBuffer' }).call();
    same(new Uint8Array(data).every((byte, at) => byte === at) && data.byteLength, 256);
  }),

  'reads a Blob': needs(SERVER, async (t) => {
    const { data } = await t
      .real({ path: '/text', responseType: 'blob' })
      .call({ body: 'abc', type: 'image/png' });
    same([data.size, data.type], [3, 'image/png']);
  }),

  'reads multipart FormData': needs([...SERVER, 'response.formData'], async (t) => {
    const { data } = await t.real({ path: '/form', responseType: 'formData' }).call();
    const file = data.get('file');
    same([data.get('a'), file.name, await file.text()], ['é', 'x.txt', 'content']);
  }),

  'unpacks zstd': needs(['zstd', ...SERVER], async (t) => {
    succeeds(await t.real({ path: '/zstd' }).call(), { packed: 'é' });
  }),

  'unpacks gzip': needs(SERVER, async (t) => {
    succeeds(await t.real({ path: '/gzip' }).call(), { packed: 'é'.repeat(1000) });
  }),

  'reads a large answer whole': needs(SERVER, async (t) => {
    same((await t.real({ path: '/large/300000' }).call()).data.length, 300_000);
  }),

  'has no data for 204 under none, and a parse error under json': needs(SERVER, async (t) => {
    succeeds(await t.real({ path: '/status/204', responseType: 'none' }).call());
    same(fails(await t.real({ path: '/status/204' }).call(), 'parse').body, '');
  }),

  'leaves the connection usable under none': needs(SERVER, async (t) => {
    for (let n = 0; n < 5; n += 1)
      succeeds(await t.real({ path: '/large/300000', responseType: 'none' }).call());
  }),

  'gives every status that is no success as http': needs(SERVER, async (t) => {
    const { call } = t.real({ path: '/status/:code' });
    for (const code of [300, 400, 401, 403, 404, 409, 410, 422, 429, 500, 502, 503, 504, 599]) {
      const { status, body, headers } = fails(await call({ code, body: '{"a":1}' }), 'http');
      same([status, body, headers.get('x-mark')], [code, { a: 1 }, 'yes']);
    }
  }),

  'has the status text of the response': needs(SERVER, async (t) => {
    same(fails(await t.real({ path: '/status/404' }).call(), 'http').statusText, 'Not Found');
  }),

  'follows a redirect': needs(SERVER, async (t) => {
    const { data, response } = await t.real({ path: '/redirect/there' }).call();
    same([data.path, response.redirected], ['/echo/there', true]);
  }),

  'has no redirect where it is told so': needs(SERVER, async (t) => {
    const { call } = t.real({ path: '/redirect/there' });
    const manual = await call({}, { fetchOptions: { redirect: 'manual' } });
    ok([0, 302].includes(fails(manual, 'http').status), 'the redirect itself, or an opaque response');
  }),

  'calls a redirect that is forbidden a network error': needs(SERVER, async (t) => {
    fails(await t.real({ path: '/redirect/there', fetchOptions: { redirect: 'error' } }).call(), 'network');
  }),

  'calls redirects without an end a network error': needs(SERVER, async (t) => {
    fails(await t.real({ path: '/loop' }).call(), 'network');
  }),

  'talks GraphQL': needs(SERVER, async (t) => {
    const make = (operation) => new t.Operation({ operation });
    const operations = { me: make('query { me }'), no: make('query { fail }') };
    const api = t.createGraphQL({ endpoint: `${t.server}/graphql`, operations, fetch: t.fetch });
    succeeds(await api.me({ id: 1 }), { query: 'query { me }', variables: { id: 1 } });
    same(fails(await api.no(), 'http').partialData, { me: null });
  }),
};
