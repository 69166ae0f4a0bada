import { describe, expect, it } from 'vitest';
import { policyOf, readDate } from '../../../lib/features/http-cache/freshness.js';

const NOW = Date.UTC(2030, 0, 1);
const at = (seconds: number): string => new Date(NOW + seconds * 1000).toUTCString();

const policy = (
  headers: Record<string, string>,
  { status = 200, shared = false, heuristicFreshness = true, sent = NOW, came = NOW } = {},
) =>
  policyOf(
    { status, headers: new Headers(headers), requestTime: sent, responseTime: came },
    { shared, heuristicFreshness },
  );

const lifetime = (...given: Parameters<typeof policy>): number => policy(...given).lifetime / 1000;

describe('readDate (rules.md#http-cache)', () => {
  it.each([
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'sun, 06 nov 1994 08:49:37 gmt',
    'SUNDAY, 06-NOV-94 08:49:37 GMT',
    'sun nov  6 08:49:37 1994',
  ])('ignores the case of letters: %s', (text) => {
    expect(readDate(text, NOW)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
  });

  it.each(['Sun, 06 Nov 1994 08:49:37 UTC', 'Sun, 31 Feb 1994 08:49:37 GMT', '0', null, undefined])(
    'rejects %o',
    (text) => {
      expect(readDate(text, NOW)).toBeUndefined();
    },
  );
});

describe('the freshness of a response (rules.md#http-cache)', () => {
  const all = {
    'cache-control': 's-maxage=4, max-age=3',
    expires: at(2),
    date: at(0),
    'last-modified': at(-10),
  };

  it.each([
    ['s-maxage of a shared cache, before all others', all, { shared: true }, 4],
    ['max-age, before Expires', all, {}, 3],
    ['Expires minus Date', { ...all, 'cache-control': 'public' }, {}, 2],
    ['0 for an invalid Expires', { expires: '0', 'last-modified': at(-100) }, {}, 0],
    ['a year for immutable', { 'cache-control': 'immutable', 'last-modified': at(-100) }, {}, 31_536_000],
    ['unaffected by immutable for another status', { 'cache-control': 'immutable' }, { status: 404 }, 0],
    ['a tenth of the age by Last-Modified', { date: at(0), 'last-modified': at(-100) }, {}, 10],
    ['at most 7 days by Last-Modified', { 'last-modified': 'Sun, 06 Nov 1994 08:49:37 GMT' }, {}, 604_800],
    ['unknown without heuristicFreshness', { 'last-modified': at(-100) }, { heuristicFreshness: false }, 0],
    [
      "unknown for a status that isn't cacheable by default",
      { 'last-modified': at(-100) },
      { status: 201 },
      0,
    ],
    [
      'a tenth of the age for such a status that is public',
      { 'cache-control': 'public', 'last-modified': at(-100) },
      { status: 201 },
      10,
    ],
    ['0 for a future Last-Modified', { 'last-modified': at(100) }, {}, 0],
    ['0 without headers', {}, {}, 0],
  ])('is %s', (_rule, headers, setting, expected) => {
    expect(lifetime(headers as Record<string, string>, setting)).toBe(expected);
  });
});

describe('the age of a new response (rules.md#http-cache)', () => {
  const age = (...given: Parameters<typeof policy>): number => policy(...given).initialAge / 1000;

  it.each([
    ['the value of Age', { age: '7' }, {}, 7],
    ['the first member of Age', { age: '7, 9' }, {}, 7],
    ['0 for an Age that is not a number', { age: '7s' }, {}, 0],
    ['0 for a negative Age', { age: '-7' }, {}, 0],
    ['0 for a fraction', { age: '7.5' }, {}, 0],
    ['2^31 for more', { age: '99999999999' }, {}, 2 ** 31],
    ['the time since Date', { date: at(-9), age: '7' }, {}, 9],
    ['0 for a future Date', { date: at(9) }, {}, 0],
    ['Age plus the duration of the request', { age: '7' }, { sent: NOW - 2000 }, 9],
  ])('is %s', (_rule, headers, setting, expected) => {
    expect(age(headers as Record<string, string>, setting)).toBe(expected);
  });
});
