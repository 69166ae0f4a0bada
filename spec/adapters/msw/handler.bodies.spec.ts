import { describe, expect, it } from 'vitest';
import { defineRequest } from '../../../lib/index.js';
import { mswHandler } from '../../../lib/entries/msw.js';
import { mockApi } from '../../../lib/entries/testing.js';

const requests = {
  rename: defineRequest<unknown, { name: string }>()({ method: 'PUT', path: '/users/:id' }),
};

/** As MSW hands it over: the platform's, whose body is a stream. */
const intercepted = (method: string, path: string, body: BodyInit) => {
  const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  return { request: new globalThis.Request(`https://api.example.com${path}`, { method, body, headers }) };
};

describe('mswHandler', () => {
  it('tells the members of a JSON body, and leaves it to be read', async () => {
    const mock = mockApi(requests, {
      rename: async ({ params, request }) => [params, await request.json()],
    });
    const [, resolve] = mswHandler(mock);
    const response = await resolve(intercepted('PUT', '/users/7', '{"name":"Grace"}'));
    expect(await response.json()).toEqual([{ id: '7', name: 'Grace' }, { name: 'Grace' }]);
    expect(mock.lastCall('rename')?.body).toBe('{"name":"Grace"}');
  });

  it('hands on any other request as it is', async () => {
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
