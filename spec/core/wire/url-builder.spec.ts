import { describe, expect, it } from '@jest/globals';
import { createApi, defineRequest, type HttpMethod, type Middleware } from '../../../lib/index.js';
import { jsonResponse, mockFetch } from '../../../lib/testing.js';
import { BASE, call, get, post } from '../../support/capture.js';
import { refusal } from '../../support/refusal.js';

const PAGE = 'https://page.example';

describe('joining baseUrl and path (rules.md#urls)', () => {
  it.each([
    ['https://api.example.com', '/users', 'https://api.example.com/users'],
    ['https://api.example.com/', '/users', 'https://api.example.com/users'],
    ['https://api.example.com///', '/users', 'https://api.example.com/users'],
    ['https://api.example.com', 'users', 'https://api.example.com/users'],
    ['https://api.example.com/', 'users', 'https://api.example.com/users'],
    ['https://api.example.com/v1', '/users', 'https://api.example.com/v1/users'],
    ['https://api.example.com/v1/', '/users', 'https://api.example.com/v1/users'],
    ['https://api.example.com/v1/', 'users', 'https://api.example.com/v1/users'],
    ['https://api.example.com/v1/?key=k', '/users', 'https://api.example.com/v1/users?key=k'],
    ['https://api.example.com:8443', '/users', 'https://api.example.com:8443/users'],
    ['https://api.example.com', '/', 'https://api.example.com/'],
    ['https://api.example.com', '/users/', 'https://api.example.com/users/'],
    ['https://api.example.com', '/a//b', 'https://api.example.com/a//b'],
    ['', '/users', '/users'],
    ['', 'users', '/users'],
    ['/', '/users', '/users'],
    ['/api', '/users', '/api/users'],
    ['/api/', 'users', '/api/users'],
    ['/api?key=k', '/users', '/api/users?key=k'],
    ['?key=k', '/users', '/users?key=k'],
  ])('joins %j and %j to %j', async (baseUrl, path, expected) => {
    expect((await get(path, undefined, { baseUrl })).url).toBe(expected);
  });

  it('leaves a baseUrl without a leading slash to the browser', async () => {
    expect((await get('/users', undefined, { baseUrl: 'api' })).url).toBe('api/users');
  });

  it('sends characters of a path that need no param as they are written', async () => {
    const { url } = await get('/a~b/c!d/(e)/f,g/%7Bh%7D/ü');
    expect(new URL(url).href).toBe(new URL(`${BASE}/a~b/c!d/(e)/f,g/%7Bh%7D/ü`).href);
  });

  it.each<HttpMethod>(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])(
    'sends %s as the method',
    async (method) => {
      expect((await call({ method })).method).toBe(method);
    },
  );
});

describe('a path cannot change the host (rules.md#urls)', () => {
  const hostile = [
    'https://evil.example/x',
    'HTTPS://evil.example/x',
    'https:evil.example/x',
    'https:\\\\evil.example',
    'javascript:alert(1)',
    'data:text/plain,x',
    '//evil.example/x',
    '///evil.example/x',
    '////evil.example/x',
    '\\\\evil.example\\x',
    '/\\evil.example/x',
    '\\/evil.example/x',
    '\\evil.example',
    '@evil.example/x',
    ':pass@evil.example/x',
    '/@evil.example',
    '.evil.example/x',
    ':8443/x',
    '%2F%2Fevil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/../../evil.example',
    '%2e%2e//evil.example',
    ' //evil.example',
    '\u00a0//evil.example',
    '\ufeff//evil.example',
    '\u3002evil.example',
    '\uff0f\uff0fevil.example/x',
    '?@evil.example',
  ];
  const params = { pass: 'x', 8443: 'x' };

  it.each(hostile)('appends %j to an absolute base', async (path) => {
    const { sent } = await get(path, params);
    expect(sent.map(({ url }) => new URL(url).origin)).toEqual([BASE]);
  });

  it.each(hostile)('appends %j to a base with a path', async (path) => {
    const { sent } = await get(path, params, { baseUrl: `${BASE}/v1/` });
    expect(sent.map(({ url }) => new URL(url).origin)).toEqual([BASE]);
  });

  it.each(hostile)('keeps the origin of the page with %j on an empty base', async (path) => {
    const { sent } = await get(path, params, { baseUrl: '' });
    expect(sent.map(({ url }) => new URL(url, PAGE).origin)).toEqual([PAGE]);
  });

  it.each(hostile)('keeps the origin of the page with %j on the base "/"', async (path) => {
    const { sent } = await get(path, params, { baseUrl: '/' });
    expect(sent.map(({ url }) => new URL(url, PAGE).origin)).toEqual([PAGE]);
  });

  it.each([
    '/\t/evil.example',
    '\t//evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '/\t\\evil.example',
  ])('refuses %j, which a URL parser would read as a host', async (path) => {
    refusal(await get(path, undefined, { baseUrl: '' }));
  });
});

describe('trap 8: control characters in a path', () => {
  it.each(['/a\r\nX-Evil: y', '/a\nb', '/a\rb', '/a\0b', '/a\tb', '/a?b=\r\nc'])(
    'refuses the path %j',
    async (path) => {
      const error = refusal(await get(path));
      expect(error.body.message).toContain('path');
    },
  );

  it('sends line ends of a param escaped', async () => {
    const { url } = await get('/a/:id', { id: 'x\r\nX-Evil: y', q: '\r\n' });
    expect(url).toBe(`${BASE}/a/x%0D%0AX-Evil%3A%20y?q=%0D%0A`);
  });
});

describe('tokens (rules.md#urls)', () => {
  it.each([
    ['/users/:id', '/users/7'],
    [':id', '/7'],
    ['/:id', '/7'],
    [':id/posts', '/7/posts'],
    ['/users/:id/', '/users/7/'],
    ['/users/:id.json', '/users/7.json'],
    ['/users/:id-card', '/users/7-card'],
    ['/users/:id:cancel', '/users/7:cancel'],
    ['/users/:id?full=1', '/users/7?full=1'],
    ['/users/:id/friends/:id', '/users/7/friends/7'],
    ['/users/:user_id', '/users/8'],
    ['/users/:ID2', '/users/9'],
    ['/users/:id/posts/:user_id/:ID2', '/users/7/posts/8/9'],
  ])('fills %j to %j', async (path, expected) => {
    const every: Record<string, unknown> = { id: 7, user_id: 8, ID2: 9 };
    const params = Object.fromEntries(Object.entries(every).filter(([name]) => path.includes(`:${name}`)));
    expect((await get(path, params)).url).toBe(`${BASE}${expected}`);
  });

  it.each([
    '/time/12:30',
    '/items/v:version',
    '/:',
    '/a:/b',
    '/::',
    '/urn:isbn:1',
    '/a/-:id',
    '/x?at=12:30',
    '/x?to=/users/:id',
  ])('sends %j as it is written: a colon that starts no segment is text', async (path) => {
    expect((await get(path)).url).toBe(`${BASE}${path}`);
  });

  it('fills only the token that starts the segment', async () => {
    const { url } = await post('/v1/operations/:name:cancel', { name: 'op1' });
    expect(url).toBe(`${BASE}/v1/operations/op1:cancel`);
  });

  it('does not look for tokens in a filled value', async () => {
    const { url } = await get('/:first/:second', { first: '/:second', second: 'b' });
    expect(url).toBe(`${BASE}/%2F%3Asecond/b`);
  });

  it.each(['$&', '$1', "$'", '$$', '$<id>'])('fills %j without reading it as a replacement', async (id) => {
    expect((await get('/users/:id', { id })).url).toBe(`${BASE}/users/${encodeURIComponent(id)}`);
  });

  it('does not look for tokens in baseUrl', async () => {
    const { url } = await get('/users/:id', { id: 7 }, { baseUrl: 'https://api.example.com/:tenant' });
    expect(url).toBe('https://api.example.com/:tenant/users/7');
  });
});

describe('a param named after a colon inside a segment (rules.md#urls)', () => {
  it.each([
    ['/items/v:version', { version: 2 }, 'version'],
    ['/v1/operations/:name:cancel', { name: 'op1', cancel: true }, 'cancel'],
    ['/time/12:30', { 30: 'x' }, '30'],
    ['/users/:id.:format', { id: 1, format: 'json' }, 'format'],
  ])('refuses %j with %j', async (path, params, name) => {
    const error = refusal(await get(path, params));
    expect(error.body.message).toContain(`"${name}"`);
    expect(error.request.url).toBe(`${BASE}${path}`);
  });

  it('refuses it in a body as well', async () => {
    expect(refusal(await post('/items/v:version', { version: 2 })).body.message).toContain('version');
  });
});

describe('a :name in the query of a path (rules.md#urls)', () => {
  it.each(['/search?q=:term', '/search?:term', '/search?a=1&:term', '/search?a=1&q=:term', '/search?q=:1'])(
    'refuses %j',
    async (path) => {
      expect(refusal(await get(path)).request.url).toBe(`${BASE}${path}`);
    },
  );

  it.each([[{ id: 7 }], [{ id: 7, fields: 'name' }], [{ id: 7, other: 1 }]])(
    'refuses it when %j is passed, and names the filled URL',
    async (params) => {
      const error = refusal(await get('/users/:id?fields=:fields', params));
      expect(error.request.url).toBe(`${BASE}/users/7?fields=:fields`);
    },
  );

  it('refuses it where params go in the body', async () => {
    const error = refusal(await post('/users/:id?notify=:notify', { id: 7, notify: true }));
    expect(error.request.url).toBe(`${BASE}/users/7?notify=:notify`);
  });
});

describe('fragments (rules.md#urls)', () => {
  it.each(['/users#top', '#', '/users?x=1#top', '/#/users', '/a#b#c'])(
    'refuses the path %j',
    async (path) => {
      const error = refusal(await get(path));
      expect(error.body.message).toContain('path');
      expect(error.request.url).toContain(BASE);
    },
  );

  it.each(['https://api.example.com#x', 'https://api.example.com/v1?a=1#', '#'])(
    'refuses the baseUrl %j',
    async (baseUrl) => {
      expect(refusal(await get('/users', undefined, { baseUrl })).body.message).toContain('baseUrl');
    },
  );

  it('names the path to edit', async () => {
    expect(refusal(await get('/users#top')).body.message).toContain('/users#top');
  });

  it('names the baseUrl to edit', async () => {
    const baseUrl = 'https://api.example.com/v1#top';
    expect(refusal(await get('/users', undefined, { baseUrl })).body.message).toContain(baseUrl);
  });

  it('refuses a fragment before it looks for missing params', async () => {
    const { message } = refusal(await get('/users/:id#top')).body;
    expect(message).toContain('/users/:id#top');
  });

  it('escapes a # of a param value', async () => {
    const { url } = await get('/tags/:tag', { tag: 'c#', like: '#1' });
    expect(url).toBe(`${BASE}/tags/c%23?like=%231`);
  });
});

describe('fixed query strings (rules.md#urls)', () => {
  it.each([
    ['/users?active=true', undefined, '/users?active=true'],
    ['/users?active=true', { page: 2 }, '/users?active=true&page=2'],
    ['/users?active=true', { active: false }, '/users?active=true&active=false'],
    ['/users/:id?full=1', { id: 7, page: 2 }, '/users/7?full=1&page=2'],
    ['?active=true', { page: 2 }, '?active=true&page=2'],
    ['/users?a=1?b=2', { c: 3 }, '/users?a=1?b=2&c=3'],
    ['/users?tags[]=a%20b', { c: 3 }, '/users?tags[]=a%20b&c=3'],
  ])('sends %j with %j as %j', async (path, params, expected) => {
    expect(new URL((await get(path, params)).url).href).toBe(new URL(expected, BASE).href);
  });

  it('stands beside a body', async () => {
    const { url, body } = await post('/users?notify=1', { name: 'Ada' });
    expect([url, body]).toEqual([`${BASE}/users?notify=1`, '{"name":"Ada"}']);
  });
});

describe('a query string of baseUrl (rules.md#urls)', () => {
  const baseUrl = `${BASE}/v1?key=k`;

  it.each([
    ['/users', undefined, '/v1/users?key=k'],
    ['/users', { q: 1 }, '/v1/users?key=k&q=1'],
    ['/users', { key: 'mine' }, '/v1/users?key=k&key=mine'],
    ['/users?a=1', { q: 1 }, '/v1/users?key=k&a=1&q=1'],
    ['/users?key=p', { key: 'c' }, '/v1/users?key=k&key=p&key=c'],
    ['/users/:key', { key: 7 }, '/v1/users/7?key=k'],
  ])('stands first: %j with %j is sent as %j', async (path, params, expected) => {
    expect((await get(path, params, { baseUrl })).url).toBe(`${BASE}${expected}`);
  });

  it('is sent beside a body', async () => {
    expect((await post('/users', { name: 'Ada' }, { baseUrl })).url).toBe(`${BASE}/v1/users?key=k`);
  });

  it('is in the URL that a middleware sees', async () => {
    const seen: string[] = [];
    const spy: Middleware = (ctx, next) => {
      seen.push(ctx.request.url);
      return next();
    };
    await get('/users', { q: 1 }, { baseUrl, middleware: [spy] });
    expect(seen).toEqual([`${BASE}/v1/users?key=k&q=1`]);
  });

  it('can be varied by a middleware', async () => {
    const vary: Middleware = (ctx, next) => {
      ctx.request.url = ctx.request.url.replace('key=k', 'key=other');
      return next();
    };
    expect((await get('/users', { q: 1 }, { baseUrl, middleware: [vary] })).url).toBe(
      `${BASE}/v1/users?key=other&q=1`,
    );
  });

  it('is in the URL of an error', async () => {
    const answer = (): Response => new Response(null, { status: 500 });
    const { result } = await get('/users', { q: 1 }, { baseUrl, answer });
    expect(result.error?.request.url).toBe(`${BASE}/v1/users?key=k&q=1`);
  });

  it('is not in the message of an error', async () => {
    const answer = (): Response => new Response(null, { status: 500 });
    const { result } = await get('/users', { q: 'secret' }, { baseUrl, answer });
    expect(result.error?.message).toContain('GET /users');
    expect(result.error?.message).not.toMatch(/key=|secret/);
  });
});

describe('an endpoint without params (rules.md#endpoints)', () => {
  const stub = mockFetch({ 'GET /users': jsonResponse([]), 'POST /users': jsonResponse([]) });
  const api = createApi({
    baseUrl: BASE,
    fetch: stub.fetch,
    requests: {
      list: defineRequest<unknown[]>()({ method: 'GET', path: '/users' }),
      make: defineRequest<unknown[]>()({ method: 'POST', path: '/users' }),
    },
  });

  it.each(['list', 'make'] as const)('works with no arguments (%s)', async (name) => {
    expect(await api[name]()).toMatchObject({ data: [], error: null });
    expect(stub.calls.at(-1)).toMatchObject({ url: `${BASE}/users`, body: null });
  });

  it.each(['list', 'make'] as const)('works with an empty object (%s)', async (name) => {
    await api[name]({});
    expect(stub.calls.at(-1)).toMatchObject({ url: `${BASE}/users`, body: null });
  });
});

describe('the URL of an error (rules.md#errors)', () => {
  it.each([
    ['a missing path param', '/users/:id', {}, '/users/:id'],
    ['one of two path params missing', '/users/:id/posts/:post', { id: 7 }, '/users/:id/posts/:post'],
    ['an unusable query param', '/users/:id', { id: 7, at: new Date(0) }, '/users/7'],
    ['a missing path param beside a fixed query', '/users/:id?full=1', {}, '/users/:id?full=1'],
  ])('for %s is as far as it could be built', async (_case, path, params, expected) => {
    expect(refusal(await get(path, params)).request.url).toBe(`${BASE}${expected}`);
  });

  it('has the path params filled when the answer is an error', async () => {
    const answer = (): Response => new Response(null, { status: 404 });
    const { result } = await get('/users/:id', { id: 'a/b', q: 1 }, { answer });
    expect(result.error?.request).toMatchObject({ method: 'GET', url: `${BASE}/users/a%2Fb?q=1` });
  });
});
