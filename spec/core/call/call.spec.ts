import { describe, expect, it } from '@jest/globals';
import { createApi, defineRequest, Request } from '../../../lib/index.js';
import { jsonResponse, mockFetch } from '../../../lib/testing.js';
import { answering, headersOf, initOf, oneEndpoint } from '../../support/one-endpoint.js';

const stub = mockFetch({
  'GET /users/:id': ({ params }) => jsonResponse({ id: params['id'] }),
  'GET /users': jsonResponse([]),
  'POST /users': jsonResponse({ id: '9' }, { status: 201 }),
});

const api = createApi({
  baseUrl: 'http://api.test',
  fetch: stub.fetch,
  requests: {
    getUser: defineRequest<{ id: string }, { verbose?: boolean }>()({ method: 'GET', path: '/users/:id' }),
    listUsers: defineRequest<unknown[]>()({ method: 'GET', path: '/users' }),
    addUser: new Request<{ name: string }, { id: string }>({ method: 'POST', path: '/users' }),
  },
});

describe('defineRequest, new Request and createApi (rules.md#endpoints)', () => {
  it('make a client with one async function per endpoint', () => {
    expect(Object.keys(api)).toEqual(['getUser', 'listUsers', 'addUser']);
    expect(api.listUsers()).toBeInstanceOf(Promise);
  });

  it('defineRequest gives a Request', () => {
    expect(defineRequest()({ method: 'GET', path: '/x' })).toBeInstanceOf(Request);
  });

  it('a call places path params and query, and gives the data', async () => {
    const { data } = await api.getUser({ id: 7, verbose: true });
    expect(data).toEqual({ id: '7' });
    expect(stub.lastCall('GET /users/:id')?.url).toBe('http://api.test/users/7?verbose=true');
  });

  it('a call of a Request sends its params as a JSON body', async () => {
    const { data } = await api.addUser({ name: 'Ada' });
    expect(data).toEqual({ id: '9' });
    expect(stub.lastCall('POST /users')?.body).toBe('{"name":"Ada"}');
  });

  it.each<[string, [] | [{}] | [undefined]]>([
    ['no arguments', []],
    ['{}', [{}]],
    ['undefined', [undefined]],
  ])('an endpoint without params is called with %s', async (_what, args) => {
    const { data } = await api.listUsers(...args);
    expect(data).toEqual([]);
    expect(stub.lastCall('GET /users')).toMatchObject({ url: 'http://api.test/users', body: null });
  });

  it('one endpoint may stand in several clients', async () => {
    const shared = defineRequest()({ method: 'GET', path: '/x' });
    const urls: string[] = [];
    for (const baseUrl of ['http://a.test', 'http://b.test']) {
      const fetch = answering();
      await createApi({ baseUrl, fetch, requests: { shared } }).shared();
      urls.push(fetch.mock.lastCall![0]);
    }
    expect(urls).toEqual(['http://a.test/x', 'http://b.test/x']);
  });

  it('a function taken off the client still works', async () => {
    const { listUsers } = api;
    expect((await listUsers()).error).toBeNull();
  });
});

describe('authentication (rules.md#middleware)', () => {
  it('nothing is added by itself', async () => {
    const fetch = answering();
    await oneEndpoint({ fetch }).call();
    expect(headersOf(fetch)).toEqual({});
    expect(initOf(fetch)).not.toHaveProperty('credentials');
  });

  it('a per-call credentials undoes the one of the client', async () => {
    const fetch = answering();
    const call = oneEndpoint({ fetch, client: { fetchOptions: { credentials: 'include' } } }).call;
    await call();
    expect(initOf(fetch).credentials).toBe('include');
    await call({}, { fetchOptions: { credentials: 'same-origin' } });
    expect(initOf(fetch).credentials).toBe('same-origin');
  });
});
