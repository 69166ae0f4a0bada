import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import nock from 'nock';
import { createApi, defineRequest } from '../../lib/index.js';

const api = createApi({
  baseUrl: 'http://api.test/v1?key=k',
  requests: {
    get: defineRequest<unknown, { tags?: string[] }>()({ method: 'GET', path: '/users/:id' }),
    update: defineRequest<unknown, { name: string }>()({ method: 'PATCH', path: '/users/:id' }),
  },
});

const server = (): nock.Scope => nock('http://api.test');

beforeAll(() => {
  nock.disableNetConnect();
});

afterEach(() => {
  expect(nock.pendingMocks()).toEqual([]);
  nock.cleanAll();
});

afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

describe('calls through an intercepted global fetch (rules.md#results)', () => {
  it('send the query of the baseUrl, then the params of the call, with arrays as repeated keys', async () => {
    server().get('/v1/users/7?key=k&tags=a&tags=b').reply(200, { id: 7 });
    expect((await api.get({ id: 7, tags: ['a', 'b'] })).data).toEqual({ id: 7 });
  });

  it('send a JSON body without the path param', async () => {
    server()
      .patch('/v1/users/7?key=k', { name: 'Ada' })
      .matchHeader('content-type', 'application/json')
      .reply(200, {});
    expect((await api.update({ id: 7, name: 'Ada' })).error).toBeNull();
  });

  it("return a 'network' error with the value that fetch threw", async () => {
    server()
      .get('/v1/users/7?key=k')
      .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    const { error } = await api.get({ id: 7 });
    expect(error).toMatchObject({ kind: 'network', status: 0, body: expect.any(Error) });
  });

  it("return a 'network' error for a host that is not intercepted, without rejecting", async () => {
    const other = createApi({
      baseUrl: 'http://other.test',
      requests: { get: defineRequest()({ method: 'GET', path: '/' }) },
    });
    expect((await other.get()).error?.kind).toBe('network');
  });
});
