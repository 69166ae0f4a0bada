import { describe, expect, it } from '@jest/globals';
import { defineRequest } from '../../../lib/index.js';
import { mswHandler } from '../../../lib/msw.js';
import { mockApi } from '../../../lib/testing.js';

const requests = {
  rename: defineRequest<unknown, { name: string }>()({ method: 'PUT', path: '/users/:id' }),
  upload: defineRequest<unknown, { id: string }>()({ method: 'POST', path: '/files/:id' }),
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

  it('leaves other bodies as they are', async () => {
    const form = new FormData();
    form.set('name', 'Ada');
    const mock = mockApi(requests, {
      upload: async ({ request }) => [...(await request.formData()).keys()],
    });
    const [, resolve] = mswHandler(mock);
    const response = await resolve(intercepted('POST', '/files/7', form));
    expect(await response.json()).toEqual(['name']);
  });
});
