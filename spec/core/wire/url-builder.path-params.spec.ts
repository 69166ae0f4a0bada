import { describe, expect, it } from '@jest/globals';
import { BASE, call, get, post } from '../../support/capture.js';
import { refusal, unsent } from '../../support/refusal.js';

describe('usable path params (rules.md#urls)', () => {
  it.each<[unknown, string]>([
    ['ada', 'ada'],
    ['0', '0'],
    [0, '0'],
    [-0, '0'],
    [-1.5, '-1.5'],
    [1e21, '1e%2B21'],
    [12345678901234567890n, '12345678901234567890'],
    [true, 'true'],
    [false, 'false'],
    ['undefined', 'undefined'],
    ['null', 'null'],
  ])('fills %p as %j', async (userId, expected) => {
    expect((await get('/users/:userId', { userId })).url).toBe(`${BASE}/users/${expected}`);
  });
});

describe('path values are encoded (trap 5, rules.md#urls)', () => {
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
  ])('sends %j as %s', async (userId, expected) => {
    expect((await get('/users/:userId/posts', { userId })).url).toBe(`${BASE}/users/${expected}/posts`);
  });

  it.each([
    '../admin',
    '..\\admin',
    '%2e%2e',
    '%2e',
    '.%2e',
    '%2E%2E%2Fadmin',
    '..;',
    '...',
    '..%00',
    '. ',
    '\u2024\u2024',
    '\u2025',
    '\uff0e\uff0e',
    '\u3002\u3002',
    '.\t.',
    '.\n',
    '%252e%252e',
    'a/../../b',
  ])('keeps %j in its one segment', async (userId) => {
    const { pathname } = new URL((await get('/users/:userId/posts', { userId })).url);
    expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'users', userId, 'posts']);
  });
});

describe('unusable path params (traps 3, 4, rules.md#urls)', () => {
  const unusable: [string, unknown][] = [
    ['undefined', undefined],
    ['null', null],
    ['an empty string', ''],
    ['an object', {}],
    ['an object with toString', { toString: () => '7' }],
    ['an empty array', []],
    ['an array of one', ['7']],
    ['a Date', new Date(0)],
    ['NaN', NaN],
    ['Infinity', Infinity],
    ['-Infinity', -Infinity],
    ['a function', () => '7'],
    ['a symbol', Symbol('7')],
    ['a Map', new Map([['a', 1]])],
    ['a boxed string', Object('7')],
    ['a boxed number', Object(7)],
    ['.', '.'],
    ['..', '..'],
  ];

  it.each(unusable)('refuses %s in a GET, naming the param', async (_kind, userId) => {
    expect(refusal(await get('/users/:userId', { userId })).body.message).toContain('"userId"');
  });

  it.each(unusable)('refuses %s in a DELETE, which would reach the collection', async (_kind, userId) => {
    const error = refusal(await call({ method: 'DELETE', path: '/users/:userId', params: { userId } }));
    expect(error.request.url).toBe(`${BASE}/users/:userId`);
  });

  it.each(unusable)('refuses %s in a POST beside a body', async (_kind, userId) => {
    expect(refusal(await post('/users/:userId', { userId, name: 'Ada' })).body.message).toContain('"userId"');
  });

  it.each([['\ud800'], ['a\udfff'], ['\udc00\ud800']])(
    'sends nothing for the lone surrogate %j',
    async (userId) => {
      expect(unsent(await get('/users/:userId', { userId })).body).toBeInstanceOf(Error);
    },
  );

  it.each<[string, unknown]>([
    ['no params', undefined],
    ['null', null],
    ['{}', {}],
    ['another name', { id: 7 }],
    ['another case', { userID: 7 }],
  ])('refuses %s when the path has a param', async (_kind, params) => {
    expect(refusal(await get('/users/:userId', params)).body.message).toContain('"userId"');
  });

  it('names every unfilled param', async () => {
    const { message } = refusal(await get('/:org/:repo/:branch', { repo: 'homing' })).body;
    expect(message).toContain('"org"');
    expect(message).toContain('"branch"');
    expect(message).not.toContain('"repo"');
  });

  it('names a repeated param once', async () => {
    const { message } = refusal(await get('/:org/x/:org')).body;
    expect(message.match(/"org"/g)).toHaveLength(1);
  });

  it('does not tell the values of the others', async () => {
    const { result } = await get('/:org/:token', { token: 'hunter2' });
    expect(`${result.error!.message} ${String(result.error!.body)}`).not.toContain('hunter2');
  });
});

describe('only own properties fill a token (rules.md#urls)', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf', 'isPrototypeOf'])(
    'refuses an inherited %s',
    async (name) => {
      expect(refusal(await get(`/users/:${name}`, {})).body.message).toContain(`"${name}"`);
    },
  );

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'])(
    'fills :%s from an own property',
    async (name) => {
      const params = JSON.parse(`{"${name}":"own"}`) as unknown;
      expect((await get(`/users/:${name}`, params)).url).toBe(`${BASE}/users/own`);
    },
  );

  it('refuses a value that stands on the prototype of the params', async () => {
    refusal(await get('/users/:id', Object.create({ id: 7 })));
  });

  it('refuses a getter of the class of the params', async () => {
    class ById {
      q = 1;
      get id(): number {
        return 7;
      }
    }
    refusal(await get('/users/:id', new ById()));
  });
});

describe('a path param goes in the path only (rules.md#urls)', () => {
  it.each([
    ['GET', undefined, '/users/7?q=1', null],
    ['DELETE', undefined, '/users/7?q=1', null],
    ['POST', undefined, '/users/7', '{"q":1}'],
    ['PUT', undefined, '/users/7', '{"q":1}'],
    ['PATCH', undefined, '/users/7', '{"q":1}'],
    ['POST', 'query', '/users/7?q=1', null],
    ['DELETE', 'body', '/users/7', '{"q":1}'],
  ] as const)('%s with bodyAs %s', async (method, bodyAs, url, body) => {
    const sent = await call({ method, bodyAs, path: '/users/:id', params: { id: 7, q: 1 } });
    expect([sent.url, sent.body]).toEqual([`${BASE}${url}`, body]);
  });

  it('is left out once where the token is repeated', async () => {
    expect((await get('/:id/copies/:id', { id: 7, q: 1 })).url).toBe(`${BASE}/7/copies/7?q=1`);
  });

  it.each([
    [
      'a Map',
      new Map<string, unknown>([
        ['id', 7],
        ['q', 1],
      ]),
    ],
    [
      'an instance',
      new (class ById {
        id = 7;
        q = 1;
      })(),
    ],
    ['an object without a prototype', Object.assign(Object.create(null), { id: 7, q: 1 })],
  ])('is taken out of %s', async (_kind, params) => {
    expect((await get('/users/:id', params)).url).toBe(`${BASE}/users/7?q=1`);
    expect((await post('/users/:id', params)).body).toBe('{"q":1}');
  });

  it('stays in the params that the caller passed', async () => {
    const params = Object.freeze({ id: 7, q: 1 });
    await post('/users/:id', params);
    expect(params).toEqual({ id: 7, q: 1 });
  });
});
