import { describe, expect, it } from 'vitest';
import { BASE, callOnce } from '../../support/client.js';
import { refusal, unsent } from '../../support/refusal.js';

describe('valid path params (rules.md#urls)', () => {
  it.each<[unknown, string]>([
    ['ada', 'ada'],
    ['0', '0'],
    [0, '0'],
    [-0, '0'],
    [-1.5, '-1.5'],
    [1e21, '1e%2B21'],
    [12345678901234567890n, '12345678901234567890'],
    ['undefined', 'undefined'],
  ])('fill the path: %o as %j', async (userId, expected) => {
    expect((await callOnce({ path: '/users/:userId', params: { userId } })).url).toBe(
      `${BASE}/users/${expected}`,
    );
  });
});

describe('path values (trap 5, rules.md#urls)', () => {
  it.each([
    ['a/b?x#y', 'a%2Fb%3Fx%23y'],
    ['a b', 'a%20b'],
    ['a+b', 'a%2Bb'],
    ['a&b=c', 'a%26b%3Dc'],
    ['100%', '100%25'],
    ['a\\b', 'a%5Cb'],
    ['//evil.example', '%2F%2Fevil.example'],
    ['@evil.example', '%40evil.example'],
    [':name', '%3Aname'],
    ['\r\nX-Evil: y', '%0D%0AX-Evil%3A%20y'],
    ['a\0b', 'a%00b'],
    ['a\tb', 'a%09b'],
    [' ', '%20'],
    ['é', '%C3%A9'],
    ['😀', '%F0%9F%98%80'],
    ["it's-(a)*_.!~", "it's-(a)*_.!~"],
    ['[1]', '%5B1%5D'],
  ])('are encoded: %j as %s', async (userId, expected) => {
    expect((await callOnce({ path: '/users/:userId/posts', params: { userId } })).url).toBe(
      `${BASE}/users/${expected}/posts`,
    );
  });

  it.each([
    '../admin',
    '..\\admin',
    '%2e%2e',
    '%2e',
    '%2E%2E%2Fadmin',
    '..;',
    '...',
    '. ',
    '\uff0e\uff0e',
    '.\t.',
  ])('stay in one segment: %j', async (userId) => {
    const { pathname } = new URL((await callOnce({ path: '/users/:userId/posts', params: { userId } })).url);
    expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'users', userId, 'posts']);
  });
});

describe('invalid path params (traps 3, 4, rules.md#urls)', () => {
  const unusable: [string, unknown][] = [
    ['undefined', undefined],
    ['null', null],
    ['an empty string', ''],
    ['an object', {}],
    ['an empty array', []],
    ['a Date', new Date(0)],
    ['NaN', NaN],
    ['a function', () => '7'],
    ['.', '.'],
    ['..', '..'],
  ];

  it.each(unusable)('are rejected by name, with or without a body: %s', async (_kind, userId) => {
    expect(refusal(await callOnce({ path: '/users/:userId', params: { userId } })).body.message).toContain(
      '"userId"',
    );
    const error = refusal(await callOnce({ method: 'DELETE', path: '/users/:userId', params: { userId } }));
    expect(error.request.url).toBe(`${BASE}/users/:userId`);
    expect(
      refusal(await callOnce({ method: 'POST', path: '/users/:userId', params: { userId, name: 'Ada' } }))
        .body.message,
    ).toContain('"userId"');
  });

  it.each([['\ud800'], ['a\udfff'], ['\udc00\ud800']])(
    'prevent sending when they contain the lone surrogate %j',
    async (userId) => {
      expect(unsent(await callOnce({ path: '/users/:userId', params: { userId } })).body).toBeInstanceOf(
        Error,
      );
    },
  );

  it.each<[string, unknown]>([
    ['no params', undefined],
    ['null', null],
    ['{}', {}],
    ['another case', { userID: 7 }],
  ])('are rejected for a path with a param: %s', async (_kind, params) => {
    expect(refusal(await callOnce({ path: '/users/:userId', params })).body.message).toContain('"userId"');
  });

  it.each<[unknown, string]>([
    [undefined, 'missing'],
    [null, 'null'],
    ['', 'an empty string'],
    ['..', '".."'],
    [[1], 'an Array'],
    [NaN, 'NaN'],
    ['a.\uD800', 'a string'],
  ])('are described in the message: %o as "%s"', async (id, told) => {
    const takes = 'Pass a non-empty string, finite number, bigint or boolean.';
    const { message } = refusal(await callOnce({ path: '/users/:id', params: { id } })).body;
    expect(message).toBe(`Invalid path params: "id" (${told}). ${takes}`);
  });

  it('are each named once in the message', async () => {
    const { message } = refusal(
      await callOnce({ path: '/:org/:repo/:branch/:org', params: { repo: 'homing' } }),
    ).body;
    expect(message).toMatch(/^Invalid path params: "org" \(missing\), "branch" \(missing\)\. /);
  });

  it.each(['...', '.env', 'a..'])(
    "don't include names that start or end with dots: %j is sent",
    async (name) => {
      expect((await callOnce({ path: '/f/:name', params: { name } })).url).toBe(`${BASE}/f/${name}`);
    },
  );

  it("don't put the values of other params in the message", async () => {
    const { result } = await callOnce({ path: '/:org/:token', params: { token: 'hunter2' } });
    expect(`${result.error!.message} ${String(result.error!.body)}`).not.toContain('hunter2');
  });
});

describe('a path param of an object (rules.md#urls)', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
    'is filled from an own property %s, but not from an inherited one',
    async (name) => {
      expect(refusal(await callOnce({ path: `/users/:${name}`, params: {} })).body.message).toContain(
        `"${name}"`,
      );
      const params = JSON.parse(`{"${name}":"own"}`) as unknown;
      expect((await callOnce({ path: `/users/:${name}`, params })).url).toBe(`${BASE}/users/own`);
    },
  );

  it('is not filled from a getter of a class', async () => {
    class ById {
      q = 1;
      get id(): number {
        return 7;
      }
    }
    refusal(await callOnce({ path: '/users/:id', params: new ById() }));
  });
});

describe('a param that fills the path (rules.md#urls)', () => {
  it.each([
    ['GET', undefined, '/users/7?q=1', null],
    ['DELETE', undefined, '/users/7?q=1', null],
    ['POST', undefined, '/users/7', '{"q":1}'],
    ['PUT', undefined, '/users/7', '{"q":1}'],
    ['PATCH', undefined, '/users/7', '{"q":1}'],
    ['POST', 'query', '/users/7?q=1', null],
    ['DELETE', 'body', '/users/7', '{"q":1}'],
  ] as const)('is left out of query and body for a %s with bodyAs %s', async (method, bodyAs, url, body) => {
    const sent = await callOnce({ method, bodyAs, path: '/users/:id', params: { id: 7, q: 1 } });
    expect({ url: sent.url, body: sent.body }).toEqual({ url: `${BASE}${url}`, body });
  });

  it.each([
    ['a Map', new Map(Object.entries({ id: 7, q: 1 }))],
    [
      'an instance',
      new (class ById {
        id = 7;
        q = 1;
      })(),
    ],
    ['an object without a prototype', Object.assign(Object.create(null), { id: 7, q: 1 })],
  ])('is removed from %s', async (_kind, params) => {
    expect((await callOnce({ path: '/users/:id', params })).url).toBe(`${BASE}/users/7?q=1`);
    expect((await callOnce({ method: 'POST', path: '/users/:id', params })).body).toBe('{"q":1}');
  });
});
