import { describe, expect, it } from '@jest/globals';
import { BASE, call, get, post } from '../../support/capture.js';
import { refusal } from '../../support/refusal.js';

const search = async (params: unknown): Promise<string> =>
  (await get('/items', params)).url.slice(`${BASE}/items`.length);

describe('query string encoding (rules.md#queries)', () => {
  it.each<[string, unknown, string]>([
    ['a string', { q: 'ada' }, '?q=ada'],
    ['an empty string', { q: '' }, '?q='],
    ['a number', { q: 1.5 }, '?q=1.5'],
    ['zero', { q: 0 }, '?q=0'],
    ['a negative number', { q: -7 }, '?q=-7'],
    ['a boolean', { a: true, b: false }, '?a=true&b=false'],
    ['a bigint', { q: 12345678901234567890n }, '?q=12345678901234567890'],
    ['an array as a repeated key', { q: ['a', 'b', 'a'] }, '?q=a&q=b&q=a'],
    ['an array of mixed elements', { q: ['a', 1, true, 2n] }, '?q=a&q=1&q=true&q=2'],
    ['an array of one', { q: ['a'] }, '?q=a'],
    ['an empty element', { q: ['', 'a'] }, '?q=&q=a'],
    ['params in their order', { z: 1, a: [2, 3], m: 4 }, '?z=1&a=2&a=3&m=4'],
    ['an empty name', { '': 'x' }, '?=x'],
  ])('sends %s', async (_case, params, expected) => {
    expect(await search(params)).toBe(expected);
  });

  it.each<[string, unknown, string]>([
    ['null', { q: null }, ''],
    ['undefined', { q: undefined }, ''],
    ['null beside a value', { a: null, b: 1 }, '?b=1'],
    ['undefined beside a value', { a: 1, b: undefined }, '?a=1'],
    ['an empty array', { q: [] }, ''],
    ['null elements', { q: ['a', null, 'b'] }, '?q=a&q=b'],
    ['undefined elements', { q: [undefined, 'a'] }, '?q=a'],
    ['an array of nothing else', { q: [null, undefined] }, ''],
    // eslint-disable-next-line no-sparse-arrays -- a hole is the case
    ['holes of an array', { q: ['a', , 'b'] }, '?q=a&q=b'],
    ['everything when there are no params', {}, ''],
  ])('leaves out %s', async (_case, params, expected) => {
    expect(await search(params)).toBe(expected);
  });

  it('ends without a question mark when nothing is left', async () => {
    expect((await get('/items', { a: null, b: [] })).url).toBe(`${BASE}/items`);
  });

  it('adds nothing to a fixed query when nothing is left', async () => {
    expect((await get('/items?x=1', { a: null })).url).toBe(`${BASE}/items?x=1`);
  });
});

describe('refused query values (rules.md#queries)', () => {
  const refused: [string, unknown][] = [
    ['an object', { a: 1 }],
    ['an empty object', {}],
    ['an object without a prototype', Object.create(null)],
    ['an object with toString', { toString: () => 'x' }],
    ['a Date', new Date(0)],
    ['an invalid Date', new Date(NaN)],
    ['a Map', new Map()],
    ['a Set', new Set(['a'])],
    ['a typed array', new Uint8Array(2)],
    ['an ArrayBuffer', new ArrayBuffer(2)],
    ['a Blob', new Blob(['x'])],
    ['a URLSearchParams', new URLSearchParams('a=1')],
    ['a URL', new URL(BASE)],
    ['a RegExp', /x/],
    ['a boxed string', Object('x')],
    ['a boxed number', Object(1)],
    ['an Error', new Error('x')],
    ['a Promise', Promise.resolve('x')],
    ['a function', () => 'x'],
    ['a symbol', Symbol('x')],
    ['NaN', NaN],
    ['Infinity', Infinity],
    ['-Infinity', -Infinity],
  ];

  it.each(refused)('refuses %s, naming the param', async (_kind, filter) => {
    expect(refusal(await get('/items', { q: 1, filter })).body.message).toContain('"filter"');
  });

  it.each(refused)('refuses %s as an element, naming the param', async (_kind, element) => {
    expect(refusal(await get('/items', { filter: ['a', element] })).body.message).toContain('"filter"');
  });

  it.each([[['a']], [[]], [[[1]]]])('refuses the nested array %j', async (nested) => {
    expect(refusal(await get('/items', { filter: [nested] })).body.message).toContain('"filter"');
  });

  it('refuses them where bodyAs sends params in the query', async () => {
    const error = refusal(await post('/items', { filter: {} }, { bodyAs: 'query' }));
    expect(error.body.message).toContain('"filter"');
  });

  it('sends no part of the query', async () => {
    const error = refusal(await get('/users/:id', { id: 7, a: 1, b: {} }));
    expect(error.request.url).toBe(`${BASE}/users/7`);
  });

  it('keeps values out of the message', async () => {
    const { message, body } = refusal(await get('/items', { auth: { token: 'hunter2' }, key: 'hunter2' }));
    expect(message + body.message).not.toContain('hunter2');
  });

  it.each<[string, unknown]>([
    ['Date', new Date(0)],
    ['Set', new Set()],
    ['Object', {}],
    [
      'Point',
      new (class Point {
        x = 1;
      })(),
    ],
  ])('says that the value is a %s', async (name, filter) => {
    expect(refusal(await get('/items', { filter })).body.message).toMatch(
      new RegExp(`\\ban? ${name}\\b`, 'i'),
    );
  });
});

describe('query names and values are encoded as URLSearchParams does (rules.md#queries)', () => {
  const texts = [
    'a b',
    'a+b',
    'a&b',
    'a=b',
    'a?b',
    'a#b',
    'a/b',
    'a%b',
    '%20',
    'filter[name]',
    "!'()*~-._",
    'é',
    '😀',
    '\r\n',
    '\n',
    '\0',
    '\t',
    '\\',
    '"<>`',
    '{|}^',
    ',;:@$',
    '\ud800',
    'a\udc00b',
    '\udc00\udc00',
    '\ud800\ud800\udc00😀\udc00',
    '\ufeff',
    '\u2028',
  ];

  it.each(texts)('writes the value %j', async (text) => {
    expect(await search({ q: text })).toBe(`?${String(new URLSearchParams([['q', text]]))}`);
  });

  it.each(texts)('writes the name %j', async (text) => {
    expect(await search({ [text]: 'v' })).toBe(`?${String(new URLSearchParams([[text, 'v']]))}`);
  });

  it('writes a space as a plus', async () => {
    expect(await search({ 'a b': ['c d', 'e'] })).toBe('?a+b=c+d&a+b=e');
  });
});

describe('where params go (rules.md#queries)', () => {
  const params = { a: 1, b: 'x' };
  const [query, body] = ['?a=1&b=x', '{"a":1,"b":"x"}'];

  it.each([
    ['GET', undefined, query, null, null],
    ['DELETE', undefined, query, null, null],
    ['HEAD', undefined, query, null, null],
    ['OPTIONS', undefined, query, null, null],
    ['POST', undefined, '', body, 'application/json'],
    ['PUT', undefined, '', body, 'application/json'],
    ['PATCH', undefined, '', body, 'application/json'],
    ['GET', 'query', query, null, null],
    ['POST', 'body', '', body, 'application/json'],
    ['POST', 'query', query, null, null],
    ['PUT', 'query', query, null, null],
    ['PATCH', 'query', query, null, null],
    ['DELETE', 'body', '', body, 'application/json'],
    ['GET', 'body', '', body, 'application/json'],
  ] as const)('%s with bodyAs %s', async (method, bodyAs, expectedQuery, expectedBody, type) => {
    const sent = await call({ method, bodyAs, params });
    expect(sent.url).toBe(`${BASE}/items${expectedQuery}`);
    expect([sent.body, sent.contentType]).toEqual([expectedBody, type]);
  });
});

describe('whole params in the query (rules.md#queries)', () => {
  it('sends a URLSearchParams as the query', async () => {
    expect(await search(new URLSearchParams('b=2&a=1&a=x y'))).toBe('?b=2&a=1&a=x+y');
  });

  it('puts a URLSearchParams behind the fixed queries', async () => {
    const { url } = await get('/items?p=1', new URLSearchParams('c=1'), { baseUrl: `${BASE}?k=1` });
    expect(url).toBe(`${BASE}/items?k=1&p=1&c=1`);
  });

  it('adds nothing for an empty URLSearchParams', async () => {
    expect(await search(new URLSearchParams())).toBe('');
  });

  it('sends a URLSearchParams as the query of a POST with bodyAs query', async () => {
    const { url, body } = await post('/items', new URLSearchParams('a=1'), { bodyAs: 'query' });
    expect([url, body]).toEqual([`${BASE}/items?a=1`, null]);
  });

  const whole: [string, RegExp, unknown][] = [
    ['a string', /string/i, 'a=1'],
    ['a FormData', /FormData/, new FormData()],
    ['a Blob', /Blob/, new Blob(['x'])],
    ['an ArrayBuffer', /ArrayBuffer/, new ArrayBuffer(2)],
    ['a Uint8Array', /Uint8Array/, new Uint8Array(2)],
    ['an Int16Array', /Int16Array/, new Int16Array(2)],
    ['a DataView', /DataView/, new DataView(new ArrayBuffer(2))],
    ['a Buffer', /Buffer/, Buffer.from('x')],
    ['a ReadableStream', /ReadableStream/, new ReadableStream()],
    ['an array', /array/i, [1, 2]],
    [
      'an instance with nothing but toJSON',
      /Money/,
      new (class Money {
        toJSON(): object {
          return { a: 1 };
        }
      })(),
    ],
  ];

  it.each(whole)('refuses %s in a GET, naming the type', async (_kind, name, params) => {
    expect(refusal(await get('/items', params)).body.message).toMatch(name);
  });

  it.each(whole)('refuses %s in a POST with bodyAs query', async (_kind, name, params) => {
    expect(refusal(await post('/items', params, { bodyAs: 'query' })).body.message).toMatch(name);
  });
});
