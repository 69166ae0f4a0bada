import { describe, expect, it } from 'vitest';
import { readRequest } from '../../../lib/features/http-cache/cache-request.js';
import { decide, canServeStale } from '../../../lib/features/http-cache/decision.js';
import { storedResponse } from '../../../lib/features/http-cache/stored-response.js';

const NOW = Date.UTC(2030, 0, 1);

const stored = (cacheControl: string, headers: Record<string, string> = {}, shared = false) =>
  storedResponse(
    {
      url: 'https://api.test/a',
      status: 200,
      statusText: '',
      type: 'default',
      headers: new Headers({ 'cache-control': cacheControl, ...headers }),
      body: new Uint8Array(),
      requestTime: NOW,
      responseTime: NOW,
      vary: [],
      personal: false,
      tags: [],
    },
    { shared, heuristicFreshness: true },
  );

const asked = (headers: Record<string, string> = {}, init: RequestInit = {}) =>
  readRequest(
    'https://api.test/a',
    { headers, ...init },
    { namespace: '', shared: false, identity: undefined },
  )!;

type Given = Parameters<typeof decide>;

/** The decision for a request, this number of seconds after the response. */
const act = (request: Given[0], response: Given[1], seconds = 0): string => {
  const decision = decide(request, response, NOW + seconds * 1000);
  return decision.act === 'serve' && decision.behind ? 'serve, and validate behind' : decision.act;
};

describe('the decision for a request (trap 35, rules.md#http-cache)', () => {
  const cc = (field: string) => asked({ 'cache-control': field });

  it.each<[string, Given[0], Given[1], number, string]>([
    ['a fresh response is served', asked(), stored('max-age=3'), 2, 'serve'],
    ['a stale response is validated', asked(), stored('max-age=3'), 3, 'validate'],
    ['a response of unknown age is validated', asked(), stored('max-age=3'), -1, 'validate'],
    ['a request without a stored response is forwarded', asked(), undefined, 0, 'forward'],
    ['no-cache of the response: always validated', asked(), stored('max-age=3, no-cache'), 0, 'validate'],
    [
      'no-cache of some fields: served without these fields',
      asked(),
      stored('max-age=3, no-cache="x"'),
      0,
      'serve',
    ],
    ['no-cache of the request: validated', cc('no-cache'), stored('max-age=3'), 0, 'validate'],
    ['max-age of the request, older: validated', cc('max-age=1'), stored('max-age=3'), 2, 'validate'],
    ['max-age of the request, younger: served', cc('max-age=2'), stored('max-age=3'), 1, 'serve'],
    ['max-age of the request, just as old: served', cc('max-age=2'), stored('max-age=3'), 2, 'serve'],
    ['min-fresh, less: validated', cc('min-fresh=2'), stored('max-age=3'), 2, 'validate'],
    ['min-fresh, more: served', cc('min-fresh=2'), stored('max-age=3'), 1, 'serve'],
    ['max-stale: a stale response is served', cc('max-stale'), stored('max-age=3'), 9, 'serve'],
    ['max-stale with a number: served up to that number', cc('max-stale=1'), stored('max-age=3'), 4, 'serve'],
    ['max-stale with a number: not served beyond it', cc('max-stale=1'), stored('max-age=3'), 5, 'validate'],
    ['must-revalidate beats max-stale', cc('max-stale'), stored('max-age=3, must-revalidate'), 4, 'validate'],
    [
      'stale-while-revalidate: stale now',
      asked(),
      stored('max-age=3, stale-while-revalidate=2'),
      4,
      'serve, and validate behind',
    ],
    [
      'stale-while-revalidate: no further',
      asked(),
      stored('max-age=3, stale-while-revalidate=2'),
      5,
      'validate',
    ],
    [
      'must-revalidate beats stale-while-revalidate',
      asked(),
      stored('max-age=3, must-revalidate, stale-while-revalidate=2'),
      4,
      'validate',
    ],
    [
      'proxy-revalidate beats stale-while-revalidate in a shared cache',
      asked(),
      stored('max-age=3, proxy-revalidate, stale-while-revalidate=2', {}, true),
      4,
      'validate',
    ],
    [
      "proxy-revalidate doesn't affect a private cache",
      asked(),
      stored('max-age=3, proxy-revalidate, stale-while-revalidate=2'),
      4,
      'serve, and validate behind',
    ],
    [
      's-maxage beats stale-while-revalidate in a shared cache',
      asked(),
      stored('s-maxage=3, stale-while-revalidate=2', {}, true),
      4,
      'validate',
    ],
    ['only-if-cached without a response: rejected', cc('only-if-cached'), undefined, 0, 'refuse'],
    ['only-if-cached, stale: refused', cc('only-if-cached'), stored('max-age=3'), 4, 'refuse'],
    ['only-if-cached, fresh: served', cc('only-if-cached'), stored('max-age=3'), 1, 'serve'],
    [
      "cache: 'only-if-cached' serves a stale response",
      asked({}, { cache: 'only-if-cached' }),
      stored('max-age=3'),
      4,
      'serve',
    ],
    [
      "cache: 'only-if-cached' without a response: rejected",
      asked({}, { cache: 'only-if-cached' }),
      undefined,
      0,
      'refuse',
    ],
    [
      "cache: 'force-cache' serves a stale response",
      asked({}, { cache: 'force-cache' }),
      stored('max-age=3'),
      4,
      'serve',
    ],
    ["cache: 'reload' is forwarded", asked({}, { cache: 'reload' }), stored('max-age=3'), 0, 'forward'],
    ["cache: 'no-cache' is validated", asked({}, { cache: 'no-cache' }), stored('max-age=3'), 0, 'validate'],
    [
      "cache: 'no-cache' serves a fresh immutable response",
      asked({}, { cache: 'no-cache' }),
      stored('max-age=3, immutable'),
      0,
      'serve',
    ],
    [
      "cache: 'no-cache' validates a stale immutable response",
      asked({}, { cache: 'no-cache' }),
      stored('max-age=3, immutable'),
      4,
      'validate',
    ],
  ])('%s', (_rule, request, response, seconds, expected) => {
    expect(act(request, response, seconds)).toBe(expected);
  });
});

describe('a condition of the caller (rules.md#http-cache)', () => {
  const date = new Date(NOW).toUTCString();
  const tagged = stored('max-age=3', { etag: '"a"', 'last-modified': date });

  it.each<[string, Record<string, string>, string]>([
    ['its tag', { 'if-none-match': '"a"' }, 'not modified'],
    ['its tag as a weak tag', { 'if-none-match': 'W/"a"' }, 'not modified'],
    ['its tag among others', { 'if-none-match': '"b", "a"' }, 'not modified'],
    ['any tag', { 'if-none-match': '*' }, 'not modified'],
    ['another tag', { 'if-none-match': '"b"' }, 'forward'],
    ['another tag, whatever the date', { 'if-none-match': '"b"', 'if-modified-since': date }, 'forward'],
    ['its date', { 'if-modified-since': date }, 'not modified'],
    ['an earlier date', { 'if-modified-since': 'Sun, 06 Nov 1994 08:49:37 GMT' }, 'forward'],
    ['an invalid date', { 'if-modified-since': 'soon' }, 'forward'],
  ])('with %s is compared with a fresh response', (_what, headers, expected) => {
    expect(act(asked(headers), tagged, 1)).toBe(expected);
  });

  it('is forwarded to the server if the response is stale', () => {
    expect(act(asked({ 'if-none-match': '"a"' }), tagged, 4)).toBe('forward');
  });
});

describe('a response that replaces a failure (rules.md#http-cache)', () => {
  const after = (field: string, status: number | undefined, seconds = 4): boolean =>
    canServeStale(asked(), stored(field), status, NOW + seconds * 1000);

  it.each([undefined, 500, 502, 503, 504])('is a stale response with stale-if-error, for %o', (status) => {
    expect(after('max-age=3, stale-if-error=2', status)).toBe(true);
  });

  it.each([200, 404, 429, 501])('is missing for a %o', (status) => {
    expect(after('max-age=3, stale-if-error=2', status)).toBe(false);
  });

  it('is not a response that is stale for longer or must be validated', () => {
    expect(after('max-age=3, stale-if-error=2', 503, 5)).toBe(false);
    expect(after('max-age=3', 503)).toBe(false);
    expect(after('max-age=3, stale-if-error=2, must-revalidate', 503)).toBe(false);
    expect(after('max-age=3, stale-if-error=2, no-cache', 503)).toBe(false);
  });

  it('is not a fresh response that had to be validated, unless it has stale-if-error', () => {
    expect(after('max-age=9', 503)).toBe(false);
    expect(after('max-age=9, stale-if-error=0', 503)).toBe(false);
    expect(after('max-age=9, stale-if-error=1', 503)).toBe(true);
  });

  it('is a response that the request allows', () => {
    const request = asked({ 'cache-control': 'stale-if-error=2' });
    expect(canServeStale(request, stored('max-age=3'), 503, NOW + 4000)).toBe(true);
  });
});

describe('a request in the HTTP cache (rules.md#http-cache)', () => {
  it('has both values of a header that is set in two cases, as fetch sends both', () => {
    const of = (user: string) => asked({ Authorization: user, authorization: 'key' });
    expect(of('a').headers['authorization']).toBe('a, key');
    expect(of('a').key).not.toBe(of('b').key);
  });
});
