import { describe, expect, it } from 'vitest';
import { createApi, defineRequest } from '../../lib/index.js';
import { bytes } from '../../lib/entries/stream.js';
import { errorResponse, jsonResponse, mockApi } from '../../lib/entries/testing.js';

interface User {
  id: number;
  name: string;
}

const requests = {
  getUser: defineRequest<User, { fields?: string[] }, { 404: { why: string } }>()({
    method: 'GET',
    path: '/users/:id',
  }),
  getMe: defineRequest<User>()({ method: 'GET', path: '/users/me' }),
  list: defineRequest<string[], { size?: number; tags?: string[] }>()({ method: 'GET', path: '/users' }),
  create: defineRequest<User, { name: string; roles: string[] }>()({
    method: 'POST',
    path: '/teams/:team/users',
  }),
  ping: defineRequest()({ method: 'GET', path: '/ping', responseType: 'none' }),
  note: defineRequest<string>()({ method: 'GET', path: '/note', responseType: 'text' }),
  maybe: defineRequest<User | undefined>()({ method: 'GET', path: '/maybe', responseType: 'optionalJson' }),
  nothing: defineRequest<User | null>()({ method: 'GET', path: '/nothing' }),
  file: defineRequest<Blob>()({ method: 'GET', path: '/file', responseType: 'blob' }),
  data: defineRequest()({ method: 'GET', path: '/data', responseType: bytes() }),
  jobs: { get: defineRequest<User>()({ method: 'GET', path: '/jobs/{id}:status' }) },
};

type Answers = Parameters<typeof mockApi<typeof requests>>[1];

const ADA = { id: 1, name: 'Ada' };

const setUp = (answers: Answers, baseUrl = 'http://api.test', options?: { baseUrl: string }) => {
  const mock = mockApi(requests, answers, options);
  return { mock, api: createApi({ baseUrl, requests, fetch: mock.fetch }) };
};

describe('a value of mockApi', () => {
  it('is returned as data for every call', async () => {
    const { api } = setUp({ getUser: ADA });
    for (const id of [1, 2]) expect(await api.getUser({ id })).toMatchObject({ data: ADA });
  });

  it('can be a sequence, and its last entry repeats', async () => {
    const { api } = setUp({ list: [['a'], new Response(null, { status: 503 }), errorResponse(500)] });
    const results = [await api.list(), await api.list(), await api.list(), await api.list()];
    expect(results.map(({ data, error }) => data ?? error?.status)).toEqual([['a'], 503, 500, 500]);
  });

  it('can be an error status, with the body that the endpoint reads', async () => {
    const { api } = setUp({ getUser: errorResponse(404, { why: 'gone' }) });
    expect((await api.getUser({ id: 1 })).error).toMatchObject({
      kind: 'http',
      status: 404,
      body: { why: 'gone' },
    });
  });

  it('can be a 304, which has no body', async () => {
    const cached = { get: defineRequest()({ method: 'GET', path: '/get' }) };
    const mock = mockApi(cached, { get: errorResponse(304, { a: 1 }) });
    const api = createApi({ baseUrl: 'http://api.test', requests: cached, fetch: mock.fetch });
    expect((await api.get()).error).toMatchObject({ kind: 'http', status: 304, body: null });
  });

  it('can be a function of the sent request', async () => {
    const { api } = setUp({
      getUser: ({ params }) => ({ id: Number(params.id), name: String(params.fields) }),
      create: async ({ params, request }) => ({
        id: params.roles.length,
        name: `${params.name} ${params.team} ${(await request.text()).length}`,
      }),
    });
    expect((await api.getUser({ id: 7, fields: ['a', 'b'] })).data).toEqual({ id: 7, name: 'a,b' });
    expect((await api.create({ team: 'x', name: 'Eva', roles: ['a'] })).data).toEqual({
      id: 1,
      name: 'Eva x 28',
    });
  });

  it('can be a function that returns an error status, or throws, which is a network error', async () => {
    const { api } = setUp({
      getUser: ({ params }) => (params.id === '1' ? errorResponse(404, { why: 'x' }) : ADA),
      getMe: () => {
        throw new Error('no');
      },
    });
    expect((await api.getUser({ id: 1 })).error?.status).toBe(404);
    expect((await api.getMe()).error?.kind).toBe('network');
  });

  it('is sent in the format that the endpoint reads', async () => {
    const { api } = setUp({
      ping: null,
      note: 'hi',
      maybe: null,
      nothing: null,
      file: new Blob(['abc']),
      data: new Response('xyz'),
    });
    expect((await api.ping()).error).toBeNull();
    expect((await api.note()).data).toBe('hi');
    expect(await api.maybe()).toMatchObject({ data: undefined, error: null });
    expect(await api.nothing()).toMatchObject({ data: null, error: null });
    expect((await api.file()).data?.size).toBe(3);
    expect((await api.data()).error).toBeNull();
  });
});

describe('the endpoint that mockApi finds for a request', () => {
  it('is the endpoint with the fixed path, in any order', async () => {
    const { api } = setUp({ getUser: { id: 2, name: 'Any' }, getMe: ADA });
    expect((await api.getMe()).data).toEqual(ADA);
  });

  it('is reported by name if it has no value, and no other endpoint responds', async () => {
    const { api } = setUp({ getUser: ADA });
    const { error } = await api.getMe();
    expect(error?.cause).toMatchObject({ message: 'mockApi has no value for "getMe": add one.' });
    expect(error?.message).toBe('GET /users/me got no response: mockApi has no value for "getMe": add one.');
  });

  it('can be in a group, and can have text in a param segment', async () => {
    const { api, mock } = setUp({ jobs: { get: ADA } });
    expect((await api.jobs.get({ id: 1 })).data).toEqual(ADA);
    expect(mock.callCount('jobs.get')).toBe(1);
    expect(mock.lastCall('jobs.get')?.url).toBe('http://api.test/jobs/1:status');
  });

  it('is found below any baseUrl', async () => {
    for (const baseUrl of ['/', 'http://api.test/v1/', 'https://other.test/a/b'])
      expect((await setUp({ getUser: ADA }, baseUrl).api.getUser({ id: 1 })).data).toEqual(ADA);
  });

  it('is found only below the baseUrl option if one is passed', async () => {
    const options = { baseUrl: 'http://api.test/v1/' };
    expect(
      (await setUp({ getUser: ADA }, 'http://api.test/v1', options).api.getUser({ id: 1 })).data,
    ).toEqual(ADA);
    for (const other of [
      'http://api.test',
      'http://api.test/v1/x',
      'http://api.test/v11',
      'http://other.test/v1',
    ])
      expect((await setUp({ getUser: ADA }, other, options).api.getUser({ id: 1 })).error?.kind).toBe(
        'network',
      );
  });
});

describe('the endpoint that mockApi finds if two match', () => {
  const waiting = {
    get: defineRequest<string>()({ method: 'GET', path: '/jobs/{id}' }),
    wait: defineRequest<string>()({ method: 'GET', path: '/jobs/{id}:wait' }),
    asCsv: defineRequest<string>()({ method: 'GET', path: '/jobs/{id}.{format}' }),
  };
  const mock = mockApi(waiting, { get: 'get', wait: 'wait', asCsv: 'asCsv' });
  const api = createApi({ baseUrl: 'http://api.test', requests: waiting, fetch: mock.fetch });

  it('is the endpoint with text next to the param, in any order', async () => {
    expect((await api.wait({ id: 1 })).data).toBe('wait');
    expect((await api.asCsv({ id: 1, format: 'csv' })).data).toBe('asCsv');
    expect((await api.get({ id: 1 })).data).toBe('get');
  });
});

/** The base of a relative URL: the URL of the page, if there is one. */
const PAGE = (globalThis as { location?: Location }).location?.origin ?? 'http://localhost';

describe('the baseUrl of mockApi', () => {
  const any = { get: defineRequest<string>()({ method: 'GET', path: '/:a/:b' }) };
  const matches = (baseUrl: string, url: string): boolean =>
    mockApi(any, { get: 'it' }, { baseUrl }).matches(new globalThis.Request(url));

  it.each([
    ['HTTP://Api.test', 'http://api.test/a/b'],
    ['https://api.test:443/v1/', 'https://api.test/v1/a/b'],
    ['http://api.test/ü b', 'http://api.test/%C3%BC%20b/a/b'],
    ['/api', `${PAGE}/api/a/b`],
    ['', `${PAGE}/a/b?c=d`],
    ['http://api.test/v1?key=1', 'http://api.test/v1/a/b?key=1'],
  ])('matches the URL of a platform Request: %s', (baseUrl, url) => {
    expect(matches(baseUrl, url)).toBe(true);
  });

  it.each([
    ['http://api.test/v1', 'http://api.test/v10/b'],
    ['http://api.test', 'http://api.test.evil.test/b'],
    ['http://api.test:80', 'http://api.test:8080/b'],
    ['http://api.test', 'http://other.test/a/b'],
    ['/api', `${PAGE}/apis/b`],
    ['/api', 'http://other.test/api/a/b'],
  ])("doesn't match a URL that only starts like it: %s", (baseUrl, url) => {
    expect(matches(baseUrl, url)).toBe(false);
  });

  it('is compared as a string if it is not a URL', async () => {
    const mock = mockApi(any, { get: 'it' }, { baseUrl: 'http://' });
    expect(await (await mock.fetch('http:///a/b')).json()).toBe('it');
    await expect(mock.fetch('https:///a/b')).rejects.toThrow('No route matches');
  });
});

describe('mockApi with an invalid argument', () => {
  it('returns an empty array as data, written as [] or as a sequence', async () => {
    for (const answers of [{ list: [] }, { list: [[]] }] as const) {
      const { api } = setUp(answers as never);
      expect([(await api.list()).data, (await api.list()).data]).toEqual([[], []]);
    }
  });

  it('throws for a value without an endpoint', () => {
    expect(() => setUp({ getUsr: ADA } as never)).toThrow(
      new TypeError('mockApi has a value for "getUsr", not an endpoint: remove it.'),
    );
    expect(() => setUp({ jobs: { gett: ADA } } as never)).toThrow('"jobs.gett"');
  });

  it('throws for a status that is not an error', () => {
    expect(() => errorResponse(200)).toThrow(new RangeError('errorResponse status is 200: pass 300 to 599.'));
    for (const status of [404.5, '404']) expect(() => errorResponse(status as 404)).toThrow(RangeError);
  });

  it('throws for an invalid entry of requests', () => {
    expect(() => mockApi({ get: undefined } as never, {} as never)).toThrow(
      'The endpoint "get" is undefined',
    );
  });
});

it('mockApi replaces the global fetch with install(), like mockFetch', async () => {
  const mock = mockApi(requests, { note: 'hi' });
  mock.install();
  try {
    expect(await (await fetch('http://api.test/note')).text()).toBe('hi');
  } finally {
    mock.restore();
  }
});

it('mockApi responds to each call with a new copy of a plain Response', async () => {
  const { api } = setUp({ getUser: jsonResponse(ADA) });
  const both = await Promise.all([api.getUser({ id: 1 }), api.getUser({ id: 1 })]);
  expect(both.map(({ data }) => data)).toEqual([ADA, ADA]);
});
