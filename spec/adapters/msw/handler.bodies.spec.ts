import { describe, expect, it } from 'vitest';
import { createApi, defineRequest } from '../../../lib/index.js';
import { mswHandler } from '../../../lib/entries/msw.js';
import { places } from '../../../lib/entries/openapi.js';
import { jsonResponse, mockApi, mockFetch } from '../../../lib/entries/testing.js';

const requests = {
  subscribe: defineRequest<unknown, { fields: object }>()({
    method: 'POST',
    path: '/subscribe',
    place: places({ fields: 'form' }),
  }),
  upload: defineRequest<unknown, { fields: object }>()({
    method: 'POST',
    path: '/upload',
    place: places({ fields: 'multipart' }),
  }),
  feed: defineRequest<unknown, { fields: string }>()({
    method: 'POST',
    path: '/feed',
    place: places({ fields: { in: 'raw', type: 'application/atom+xml' } }),
  }),
  rename: defineRequest<unknown, { name: string }>()({ method: 'PUT', path: '/users/:id' }),
};

/** A platform Request with a stream as its body, as MSW passes it. */
const intercepted = (method: string, path: string, body: BodyInit) => {
  const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  return { request: new globalThis.Request(`https://api.example.com${path}`, { method, body, headers }) };
};

describe('mswHandler', () => {
  it('reads the members of a JSON body as params, and keeps the body readable', async () => {
    const mock = mockApi(requests, {
      rename: async ({ params, request }) => [params, await request.json()],
    });
    const [, resolve] = mswHandler(mock);
    const response = await resolve(intercepted('PUT', '/users/7', '{"name":"Grace"}'));
    expect(await response.json()).toEqual([{ id: '7', name: 'Grace' }, { name: 'Grace' }]);
    expect(mock.lastCall('rename')?.body).toBe('{"name":"Grace"}');
  });

  it('reads the fields of forms and the text of XML, as a client sends them', async () => {
    const answer = ({ params }: { params: unknown }) => params as object;
    const mock = mockApi(requests, { subscribe: answer, upload: answer, feed: answer });
    const [, resolve] = mswHandler(mock);
    const api = createApi({
      baseUrl: 'https://api.example.com',
      requests,
      fetch: (url, init) => resolve({ request: new globalThis.Request(url, init) }),
    });
    const fields = { topic: 'a b', of: { id: 1 } };
    expect([
      await api.subscribe({ fields: { topic: 'a b' } }),
      await api.upload({ fields }),
      await api.feed({ fields: '<a/>' }),
    ]).toMatchObject([
      { data: { fields: { topic: 'a b' } } },
      { data: { fields } },
      { data: { fields: '<a/>' } },
    ]);
  });

  it('keeps a form readable, and passes on a body that only claims to be a form', async () => {
    const form = new FormData();
    form.append('topic', 'a');
    const mock = mockApi(requests, {
      upload: [
        async ({ request }) => [...(await request.formData())],
        async ({ request }) => [await request.text()],
      ],
    });
    const [, resolve] = mswHandler(mock);
    const first = await resolve(intercepted('POST', '/upload', form));
    expect(await first.json()).toEqual([['topic', 'a']]);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const url = 'https://api.example.com/upload';
    const second = await resolve({ request: new Request(url, { method: 'POST', body: 'no form', headers }) });
    expect(await second.json()).toEqual(['no form']);
  });

  it.each(['application/problem+json', 'text/plain', 'text/csv; charset=utf-8'])(
    'passes a body of the type %s to the stub as text, with its headers',
    async (type) => {
      const mock = mockFetch({ 'POST /notes': jsonResponse(null) });
      const [, resolve] = mswHandler(mock);
      const headers = { 'content-type': type, 'x-own': '1' };
      const url = 'https://api.example.com/notes';
      await resolve({ request: new globalThis.Request(url, { method: 'POST', body: 'a', headers }) });
      const call = mock.lastCall('POST /notes');
      expect(call?.body).toBe('a');
      expect(Object.fromEntries(call!.headers)).toEqual(headers);
    },
  );

  it('passes any other request on unchanged', async () => {
    const seen: unknown[] = [];
    const fetch = (request: unknown) => {
      seen.push(request);
      return Promise.resolve(new Response());
    };
    const [, resolve] = mswHandler({ fetch, matches: () => true });
    const upload = intercepted('POST', '/files/7', new Uint8Array([1, 2]));
    await resolve(upload);
    expect(seen[0]).toBe(upload.request);
  });
});
