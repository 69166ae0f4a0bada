import { describe, expect, it } from 'vitest';
import {
  difference,
  keysBy,
  nearest,
  type TapeMatch,
  type TapeRequest,
} from '../../../lib/adapters/har/match.js';
import { type Exchange, harEntry } from '../../../lib/features/archive/archive.js';

type Sent = Partial<Exchange['request']>;

const keyOf = (sent: Sent, match: TapeMatch = {}, normalize?: (request: TapeRequest) => TapeRequest) =>
  keysBy(
    match,
    normalize,
  )(harEntry({ request: { method: 'GET', url: 'http://a.test/', headers: {}, ...sent } }).request);

const text = (body: string): Sent => ({ body: { text: `[${JSON.stringify(body)}]` } });

describe('two requests match (rules.md#tapes)', () => {
  it.each<[string, Sent, Sent]>([
    ['their origins', { url: 'http://a.test/x' }, { url: 'https://b.test:8/x' }],
    ['the order of the query', { url: '/x?a=1&b=2&a=0' }, { url: '/x?b=2&a=0&a=1' }],
    ['their headers', { headers: { accept: 'a/b' } }, { headers: {} }],
    ['their users', { url: 'http://ada:pw@a.test/' }, { url: 'http://a.test/' }],
    ['their fragments', { url: '/x#a' }, { url: '/x' }],
    ['a redacted body of the same length', { body: { text: 'a' } }, { body: { text: 'b' } }],
    [
      'the literals of their GraphQL documents',
      { body: { text: '{"query":"{ a(b: \\"c\\") }"}' } },
      { body: { text: '{"query":"{ a(b: \\"d\\") }"}' } },
    ],
    [
      'their secrets',
      { url: '/x?sig=1', body: { text: '{"pin":1}' } },
      { url: '/x?sig=2', body: { text: '{"pin":2}' } },
    ],
  ])('even if they differ in %s', (_, one, other) => {
    expect(keyOf(one)).toEqual(keyOf(other));
  });
});

describe("two requests don't match", () => {
  it.each<[string, Sent, Sent]>([
    ['method', { method: 'GET' }, { method: 'POST' }],
    ['URL', { url: '/x' }, { url: '/y' }],
    ['URL', { url: '/x?a=1' }, { url: '/x?a=1&a=1' }],
    ['body', text('a'), text('b')],
    [
      'body',
      { body: { fields: [{ name: 'a', value: '1' }] } },
      { body: { fields: [{ name: 'a', value: '2' }] } },
    ],
    ['body', { body: { text: 'a' } }, { body: { text: 'ab' } }],
    ['method and body', { method: 'PUT', ...text('a') }, text('b')],
  ])('if they differ in %s', (which, one, other) => {
    expect(difference(keyOf(one), keyOf(other))).toBe(which);
  });

  it('if they differ in their origin and match.origin is true', () => {
    const match = { origin: true };
    expect(keyOf({ url: 'http://b.test/' }, match)).not.toEqual(keyOf({}, match));
  });

  it('for match.body: false, but only if they differ in more than their body', () => {
    const match = { body: false };
    expect(keyOf(text('a'), match)).toEqual(keyOf(text('b'), match));
  });

  it('if they differ in a header of match.headers, after redaction', () => {
    const match = { headers: ['Accept', 'X-Own'] };
    const key = (headers: Record<string, string>) => keyOf({ headers }, match);
    expect(key({ accept: 'a/b' })).not.toEqual(key({ accept: 'a/c' }));
    expect(key({ 'x-own': '1' })).toEqual(key({ 'x-own': '2' }));
    expect(difference(key({ 'x-own': '1' }), key({}))).toBe('headers');
  });
});

describe('normalize', () => {
  it('receives the redacted request, and returns the compared one', () => {
    const seen: TapeRequest[] = [];
    const key = keyOf(
      { url: 'http://a.test/x?at=12&token=x', headers: { 'x-own': '1' }, ...text('a') },
      {},
      (request) => {
        seen.push(request);
        return { ...request, url: request.url.replace(/at=\d+/, 'at=0'), body: '' };
      },
    );
    expect(seen).toEqual([
      {
        method: 'GET',
        url: 'http://a.test/x?at=12&token=REDACTED',
        headers: { 'x-own': 'REDACTED' },
        body: '["a"]',
      },
    ]);
    expect(key).toEqual(keyOf({ url: '/x?token=y&at=0' }));
  });
});

describe('the nearest of several requests', () => {
  it('has the most in common, with the URL first', () => {
    const others = [
      keyOf({ url: '/orders' }),
      keyOf({ url: '/users/2', method: 'POST' }),
      keyOf({ url: '/x' }),
    ];
    expect(nearest(keyOf({ url: '/users/1' }), others)).toBe(others[1]);
    expect(nearest(keyOf({}), [])).toBeUndefined();
  });
});
