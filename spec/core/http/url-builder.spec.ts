import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Middleware } from '../../../lib/index.js';
import { BASE, callOnce } from '../../support/client.js';
import { refusal } from '../../support/refusal.js';
import { draws } from '../../support/effort.js';

const PAGE = 'https://page.example';

describe('baseUrl and path (rules.md#urls)', () => {
  it.each([
    ['https://api.example.com', '/users', 'https://api.example.com/users'],
    ['https://api.example.com/', '/users', 'https://api.example.com/users'],
    ['https://api.example.com///', '/users', 'https://api.example.com/users'],
    ['https://api.example.com/', 'users', 'https://api.example.com/users'],
    ['https://api.example.com/v1/', 'users', 'https://api.example.com/v1/users'],
    ['https://api.example.com/v1/?key=k', '/users', 'https://api.example.com/v1/users?key=k'],
    ['https://api.example.com:8443', '/users', 'https://api.example.com:8443/users'],
    ['https://api.example.com', '/users/', 'https://api.example.com/users/'],
    ['https://api.example.com', '/a//b', 'https://api.example.com/a//b'],
    ['', '/users', '/users'],
    ['', 'users', '/users'],
    ['/', '/users', '/users'],
    ['/api/', 'users', '/api/users'],
    ['/api?key=k', '/users', '/api/users?key=k'],
    ['?key=k', '/users', '/users?key=k'],
    ['api', '/users', 'api/users'],
  ])('are joined: %j and %j to %j', async (baseUrl, path, expected) => {
    expect((await callOnce({ path, baseUrl })).url).toBe(expected);
  });

  it('are sent as they are written if they need no param', async () => {
    const { url } = await callOnce({ path: '/a~b/c!d/(e)/f,g/%7Bh%7D/ü' });
    expect(new URL(url).href).toBe(new URL(`${BASE}/a~b/c!d/(e)/f,g/%7Bh%7D/ü`).href);
  });
});

describe('a path that could change the host (rules.md#urls)', () => {
  const hostile = [
    'https://evil.example/x',
    'https:evil.example/x',
    'javascript:alert(1)',
    '//evil.example/x',
    '///evil.example/x',
    '\\\\evil.example\\x',
    '/\\evil.example/x',
    '\\evil.example',
    '@evil.example/x',
    ':pass@evil.example/x',
    ':8443/x',
    '%2F%2Fevil.example',
    '/.//evil.example',
    '/../../evil.example',
    '%2e%2e//evil.example',
    ' //evil.example',
    '\ufeff//evil.example',
    '\uff0f\uff0fevil.example/x',
    '?@evil.example',
  ];
  const params = { pass: 'x', 8443: 'x' };

  it.each(hostile)('is appended to any baseUrl: %j', async (path) => {
    for (const baseUrl of [BASE, `${BASE}/v1/`, '', '/']) {
      const { requests } = await callOnce({ path, params, baseUrl });
      const origin = baseUrl.startsWith(BASE) ? BASE : PAGE;
      expect(requests.map(({ url }) => new URL(url, PAGE).origin)).toEqual([origin]);
    }
  });

  it.each([
    '/\t/evil.example',
    '\t//evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '/\t\\evil.example',
  ])('is rejected if a URL parser would read %j as a host', async (path) => {
    refusal(await callOnce({ path, baseUrl: '' }));
  });
});

describe('trap 8: control characters in a path', () => {
  it.each(['/a\r\nX-Evil: y', '/a\nb', '/a\rb', '/a\0b', '/a\tb', '/a?b=\r\nc'])(
    'are rejected in the path %j',
    async (path) => {
      const error = refusal(await callOnce({ path }));
      expect(error.body.message).toContain('path');
    },
  );

  it('are escaped in a param', async () => {
    const { url } = await callOnce({ path: '/a/:id', params: { id: 'x\r\nX-Evil: y', q: '\r\n' } });
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
  ])('are filled: %j to %j', async (path, expected) => {
    const every: Record<string, unknown> = { id: 7, user_id: 8, ID2: 9 };
    const params = Object.fromEntries(Object.entries(every).filter(([name]) => path.includes(`:${name}`)));
    expect((await callOnce({ path, params })).url).toBe(`${BASE}${expected}`);
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
  ])('start with a colon at the start of a segment: %j is sent as it is written', async (path) => {
    expect((await callOnce({ path })).url).toBe(`${BASE}${path}`);
  });

  it('are not replaced inside a filled value', async () => {
    const { url } = await callOnce({ path: '/:first/:second', params: { first: '/:second', second: 'b' } });
    expect(url).toBe(`${BASE}/%2F%3Asecond/b`);
  });

  it.each(['$&', '$1', "$'", '$$', '$<id>'])(
    'are filled with %j literally, not as a replacement pattern',
    async (id) => {
      expect((await callOnce({ path: '/users/:id', params: { id } })).url).toBe(
        `${BASE}/users/${encodeURIComponent(id)}`,
      );
    },
  );

  it('are not replaced in baseUrl', async () => {
    const { url } = await callOnce({
      path: '/users/:id',
      params: { id: 7 },
      baseUrl: 'https://api.example.com/:tenant',
    });
    expect(url).toBe('https://api.example.com/:tenant/users/7');
  });
});

describe('a param named after a colon inside a segment (rules.md#urls)', () => {
  it.each([
    ['/items/v:version', { version: 2 }, 'version'],
    ['/v1/operations/:name:cancel', { name: 'op1', cancel: true }, 'cancel'],
    ['/time/12:30', { 30: 'x' }, '30'],
    ['/users/:id.:format', { id: 1, format: 'json' }, 'format'],
  ])('is rejected for %j with %j', async (path, params, name) => {
    const error = refusal(await callOnce({ path, params }));
    expect(error.body.message).toContain(`":${name}"`);
    expect(error.request.url).toBe(`${BASE}${path}`);
  });
});

describe('a :name in the query of a path (rules.md#urls)', () => {
  it.each(['/search?q=:term', '/search?:term', '/search?a=1&q=:term', '/search?q=:1'])(
    'is rejected in %j',
    async (path) => {
      const { body, request } = refusal(await callOnce({ path }));
      expect(request.url).toBe(`${BASE}${path}`);
      const name = /:\w+/.exec(path.slice(7))?.[0];
      expect(body.message).toContain(
        `"${name}" in the query of the path is not replaced: pass it as a param`,
      );
      refusal(await callOnce({ path, baseUrl: '' }));
    },
  );

  it('is rejected for all params and methods, and the error has the filled URL', async () => {
    const path = '/users/:id?fields=:fields';
    for (const params of [{ id: 7 }, { id: 7, fields: 'name' }])
      for (const method of ['GET', 'POST'] as const)
        expect(refusal(await callOnce({ method, path, params })).request.url).toBe(
          `${BASE}/users/7?fields=:fields`,
        );
  });
});

describe('fragments (rules.md#urls)', () => {
  it.each(['/users#top', '#', '/users?x=1#top', '/users/:id#top', '/a#b#c'])(
    'are rejected in the path %j before params are filled, and the message has the whole path',
    async (path) => {
      const error = refusal(await callOnce({ path }));
      expect(error.body.message).toContain(`The path "${path}" has a fragment`);
      expect(error.request.url).toContain(BASE);
    },
  );

  it.each(['https://api.example.com#x', 'https://api.example.com/v1?a=1#', '#'])(
    'are rejected in the baseUrl %j',
    async (baseUrl) => {
      expect(refusal(await callOnce({ path: '/users', baseUrl })).body.message).toContain('baseUrl');
    },
  );

  it('are rejected with the baseUrl to edit in the message', async () => {
    const baseUrl = 'https://api.example.com/v1';
    const { message } = refusal(await callOnce({ path: '/users', baseUrl: `${baseUrl}#top` })).body;
    expect(message).toContain(`The baseUrl "${baseUrl}#top" has a fragment`);
  });

  it('are shown with the query of a rejected baseUrl, but without its user', async () => {
    const baseUrl = 'https://ada:pw@api.example.com/v1?a=1#f';
    const { message } = refusal(await callOnce({ path: '/users', baseUrl })).body;
    expect(message).toContain('"https://api.example.com/v1?a=1#f" has a fragment');
  });

  it('are not created by a # in a param value, which is escaped', async () => {
    const { url } = await callOnce({ path: '/tags/:tag', params: { tag: 'c#', like: '#1' } });
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
  ])('are sent before the params: %j with %j as %j', async (path, params, expected) => {
    expect(new URL((await callOnce({ path, params })).url).href).toBe(new URL(expected, BASE).href);
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
  ])('comes first: %j with %j is sent as %j', async (path, params, expected) => {
    expect((await callOnce({ path, params, baseUrl })).url).toBe(`${BASE}${expected}`);
  });

  it('is part of the URL that a middleware can read and change', async () => {
    const seen: string[] = [];
    const vary: Middleware = (ctx, next) => {
      seen.push(ctx.request.url);
      ctx.request.url = ctx.request.url.replace('key=k', 'key=other');
      return next();
    };
    const { url } = await callOnce({ path: '/users', params: { q: 1 }, baseUrl, middleware: [vary] });
    expect([...seen, url]).toEqual([`${BASE}/v1/users?key=k&q=1`, `${BASE}/v1/users?key=other&q=1`]);
  });

  it('is in the URL of an error, but not in its message', async () => {
    const answer = (): Response => new Response(null, { status: 500 });
    const { error } = (await callOnce({ path: '/users', params: { q: 'secret' }, baseUrl, answer })).result;
    expect(error?.request.url).toBe(`${BASE}/v1/users?key=k&q=secret`);
    expect(error?.message).toContain('GET /users');
    expect(error?.message).not.toMatch(/key=|secret/);
  });
});

describe('the URL of an error (rules.md#errors)', () => {
  it.each([
    ['a missing path param', '/users/:id', {}, '/users/:id'],
    ['one of two path params missing', '/users/:id/posts/:post', { id: 7 }, '/users/:id/posts/:post'],
    ['an unusable query param', '/users/:id', { id: 7, at: new Date(0) }, '/users/7'],
    ['a missing path param next to a fixed query', '/users/:id?full=1', {}, '/users/:id?full=1'],
  ])('is built as far as possible for %s', async (_case, path, params, expected) => {
    expect(refusal(await callOnce({ path, params })).request.url).toBe(`${BASE}${expected}`);
  });
});

describe('params in braces (rules.md#urls)', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['/files/{name}.{ext}', { name: 'a/b', ext: 'tar.gz' }, '/files/a%2Fb.tar.gz'],
    ['/f(x={x},y={y})', { x: 1, y: '2,(3)' }, '/f(x=1,y=2%2C(3))'],
    ['/enterprises/{enterprise-team}', { 'enterprise-team': 'é' }, '/enterprises/%C3%A9'],
    ['/jobs/{id}:cancel', { id: 7, cancel: 1 }, '/jobs/7:cancel?cancel=1'],
    ['{tenant}/x', { tenant: 'a' }, '/a/x'],
    ['/at/{at}?fixed=12:30', { at: 1 }, '/at/1?fixed=12:30'],
    ['/{id}?a=:id', { id: 1 }, '/1?a=:id'],
    ['/f(x={id},y={id})', { id: 7, q: 2 }, '/f(x=7,y=7)?q=2'],
    ['/:id/{id}:id', { id: 7 }, '/:id/7:id'],
    ['/{}/:id', { id: 7 }, '/{}/7'],
    ['/{a/b}/:id', { id: 7 }, '/{a/b}/7'],
    ['/{a{b}c}', { b: 7 }, '/{a7c}'],
    ['/{user id}/{$filter}', { 'user id': 1, $filter: 2 }, '/1/2'],
    ['/{a', {}, '/{a'],
  ])('are filled in %s', async (path, params, expected) => {
    expect((await callOnce({ path, params })).url).toBe(BASE + expected);
  });

  it.each([undefined, '', '..', NaN])('are rejected by name when they are %o', async (name) => {
    const { body, request } = refusal(
      await callOnce({ path: '/files/{name}.{ext}', params: { name, ext: 'txt' } }),
    );
    expect(body.message).toContain('"name"');
    expect(request.url).toBe(`${BASE}/files/{name}.{ext}`);
  });
});

describe('braces in the query of a path (rules.md#urls)', () => {
  it.each([
    ['/items?{q}', '{q}'],
    ['/items?q={q}', '{q}'],
    ['/items/{id}?from=1,{to-day}', '{to-day}'],
    ['/items/:id?q={q}', '{q}'],
  ])('make every call of %s fail before sending', async (path, token) => {
    const { body, request } = refusal(await callOnce({ path, params: { id: 7, q: 1 } }));
    expect(body.message).toContain(`"${token}"`);
    expect(request.url).toBe(BASE + path.replace('{id}', '7').replace(':id', '7'));
  });

  it.each(['/items?q={}', '/items?filter={"a":1}', '/items?q={'])('are literal in %s', async (path) => {
    expect((await callOnce({ path })).url).toBe(BASE + path);
  });
});

const usable = fc.string({ unit: 'binary' }).filter((text) => !['', '.', '..'].includes(text));

describe('params in braces with any values', () => {
  it("are read back unchanged by a server's URL parser", async () => {
    await fc.assert(
      fc.asyncProperty(usable, usable, async (name, team) => {
        const { url } = await callOnce({
          path: '/f(x={name})/{the-team}',
          params: { name, 'the-team': team },
        });
        const [, first = '', second = '', ...more] = new URL(url).pathname.split('/');
        expect(more).toEqual([]);
        expect(decodeURIComponent(first)).toBe(`f(x=${name})`);
        expect(decodeURIComponent(second)).toBe(team);
      }),
      draws(100, 500),
    );
  });
});
