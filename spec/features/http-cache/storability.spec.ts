import { describe, expect, it } from 'vitest';
import { cached, isHit } from '../../support/http-cached.js';

type Headers_ = Record<string, string>;

const fresh = (headers: Headers_ = {}, status = 200) => ({
  status,
  headers: { 'cache-control': 'max-age=9', ...headers },
});

/** Whether an equal call uses the response again. */
const isStored = async (
  answer: Parameters<typeof cached>[1],
  headers: Headers_ = {},
  mode: 'private' | 'shared' = 'private',
): Promise<boolean> => {
  const { get, seen } = cached({ mode }, answer);
  await get({ headers });
  await get({ headers });
  return seen.length === 1;
};

const like = (fields: Partial<Response>): Response =>
  Object.defineProperties(
    new Response('1', fresh()),
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }])),
  );

describe("the HTTP cache doesn't store (rules.md#http-cache)", () => {
  it.each([
    ['status 206', fresh({}, 206)],
    ['status 304 for a request without a condition', fresh({}, 304)],
    ['no-store', { headers: { 'cache-control': 'max-age=9, no-store' } }],
    ['no-store in capitals', { headers: { 'cache-control': 'max-age=9, NO-STORE' } }],
    [
      "no-store with an argument, which it doesn't have",
      { headers: { 'cache-control': 'max-age=9, no-store=1' } },
    ],
    ['Vary: *', fresh({ vary: '*' })],
    ['Vary with * among others', fresh({ vary: 'x-a, *' })],
    ['Vary with an invalid header name', fresh({ vary: 'accept, "x-a"' })],
    ['Vary with a member that is not a name', fresh({ vary: 'x-a, accept language' })],
    ['Vary: Cookie, which the platform adds', fresh({ vary: 'cookie' })],
    [
      'must-understand with an unknown status',
      { status: 599, headers: { 'cache-control': 'max-age=9, must-understand' } },
    ],
    [
      "a status that isn't cacheable by default, without freshness",
      { status: 201, headers: { 'last-modified': 'Sun, 06 Nov 1994 08:49:37 GMT' } },
    ],
    ['a body shorter than Content-Length', fresh({ 'content-length': '99' })],
    ['a body larger than maxEntrySize', { ...fresh(), body: 'x'.repeat(5_000_001) }],
  ])('a response with %s, which is passed to the caller', async (_what, answer) => {
    const { get, seen } = cached({}, answer);
    const { status, data } = await get();
    if (status === 200) expect(data).toBe((answer as { body?: string }).body ?? 'body 1');
    await get();
    expect(seen).toHaveLength(2);
  });

  it.each<[string, Partial<Response>]>([
    ['a redirected response', { redirected: true }],
    ['an opaque response', { type: 'opaque' }],
    ['an opaque redirect', { type: 'opaqueredirect' }],
  ])('%s', async (_what, fields) => {
    expect(await isStored(like(fields))).toBe(false);
  });

  it('a response to a HEAD', async () => {
    const { call, seen } = cached({}, fresh());
    await call('HEAD');
    await call('HEAD');
    await call('GET');
    expect(seen).toHaveLength(3);
  });

  it('a response whose body breaks off, and the call fails as it would without the cache', async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('ab')),
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    const { get, seen } = cached({}, new Response(body, fresh()), fresh());
    expect((await get()).kind).toBe('network');
    expect((await get()).data).toBe('body 2');
    expect(seen).toHaveLength(2);
  });
});

describe('a stored response (rules.md#http-cache)', () => {
  it.each([
    [
      'can have no-store together with must-understand',
      { headers: { 'cache-control': 'max-age=9, no-store, must-understand' } },
    ],
    ['can have any status, with a lifetime', fresh({}, 599)],
    ['can be fresh by heuristicFreshness', { headers: { 'last-modified': 'Sun, 06 Nov 1994 08:49:37 GMT' } }],
    ['can have Vary: Accept-Encoding, which the platform decodes', fresh({ vary: 'accept-encoding' })],
    ['can have the length of its encoding', fresh({ 'content-length': '99', 'content-encoding': 'gzip' })],
  ])('%s', async (_what, answer) => {
    expect(await isStored(answer)).toBe(true);
  });

  it('has no Set-Cookie and no headers of the connection', async () => {
    const answer = fresh({
      'set-cookie': 'a=1',
      connection: 'x-hop',
      'x-hop': '1',
      'keep-alive': '1',
      'x-a': '1',
    });
    const { get } = cached({}, answer);
    expect((await get()).headers?.get('set-cookie')).toBe('a=1');
    const { headers } = await get();
    expect(
      ['set-cookie', 'connection', 'x-hop', 'keep-alive', 'x-a'].filter((name) => headers?.has(name)),
    ).toEqual(['x-a']);
  });

  it('has no fields that no-cache names', async () => {
    const { get } = cached(
      {},
      { headers: { 'cache-control': 'max-age=9, no-cache="x-a, x-b"', 'x-a': '1', 'x-c': '1' } },
    );
    expect((await get()).headers?.has('x-a')).toBe(true);
    const { headers } = await get();
    expect([headers?.has('x-a'), headers?.has('x-c')]).toEqual([false, true]);
  });

  it('is kept until it is stale', async () => {
    expect([await isHit({}, 8, 'max-age=9'), await isHit({}, 9, 'max-age=9')]).toEqual([true, false]);
  });

  it("doesn't exist if it could never be used", async () => {
    const { cache, get } = cached({}, { headers: {} });
    await get();
    expect(cache.stats).toMatchObject({ entries: 0, stored: 0 });
  });
});

describe('a shared cache (rules.md#http-cache)', () => {
  it.each<[string, Headers_, Headers_, boolean]>([
    ['nothing private', { 'cache-control': 'max-age=9, private' }, {}, false],
    ['private with an invalid list', { 'cache-control': 'max-age=9, private="x y"' }, {}, false],
    [
      'a response that is private except for some fields',
      { 'cache-control': 'max-age=9, private="x-a"' },
      {},
      true,
    ],
    ['no response to Authorization', {}, { authorization: 'a' }, false],
    ['no response to Cookie', {}, { cookie: 'a' }, false],
    ['a public response', { 'cache-control': 'max-age=9, public' }, { authorization: 'a' }, true],
    ['a response with s-maxage', { 'cache-control': 's-maxage=9' }, { authorization: 'a' }, true],
    [
      'a response with must-revalidate',
      { 'cache-control': 'max-age=9, must-revalidate' },
      { cookie: 'a' },
      true,
    ],
    ['no Set-Cookie', { 'set-cookie': 'a=1' }, {}, false],
    ['a public response', { 'set-cookie': 'a=1', 'cache-control': 'max-age=9, public' }, {}, true],
  ])('stores %s: %j to %j', async (_what, answer, request, expected) => {
    expect(await isStored(fresh(answer), request, 'shared')).toBe(expected);
  });

  it('removes the fields that private names', async () => {
    const { get } = cached(
      { mode: 'shared' },
      { headers: { 'cache-control': 'max-age=9, private="x-a"', 'x-a': '1' } },
    );
    await get();
    expect((await get()).headers?.has('x-a')).toBe(false);
  });

  it('serves all users the same response', async () => {
    const { get, seen } = cached({ mode: 'shared' }, 'max-age=9');
    await get({ headers: { 'x-session': 'a' } });
    await get({ headers: { 'x-session': 'b' } });
    expect(seen).toHaveLength(1);
  });
});

describe("a directive with an argument that isn't allowed (rules.md#http-cache)", () => {
  it.each(['public=0', 'public="x"', 'must-revalidate=0'])(
    'gives a shared cache no permission: %s',
    async (directive) => {
      const answer = { headers: { 'cache-control': `max-age=9, ${directive}` } };
      expect(await isStored(answer, { authorization: 'x' }, 'shared')).toBe(false);
    },
  );
});

describe('a private cache (rules.md#http-cache)', () => {
  it('stores private responses', async () => {
    expect(await isStored({ headers: { 'cache-control': 'max-age=9, private' } })).toBe(true);
  });

  it.each([
    'authorization',
    'cookie',
    'x-auth-token',
    'x-session-id',
    'x-api-key',
    'apikey',
    'client-secret',
    'ocp-apim-subscription-key',
    'x-jwt',
    'x-goog-iap-jwt-assertion',
    'x-credentials',
    'x-user-id',
    'x-uid',
    'x-tenant',
    'x-account',
    'openai-organization',
    'x-org-id',
    'x-on-behalf-of',
    'x-impersonate',
    'cf-access-client-id',
    'x-email',
    'from',
    'x-forwarded-for',
    'x-real-ip',
  ])('separates users by %s', async (name) => {
    const { get, seen } = cached({}, 'max-age=9');
    for (const value of ['a', 'b', 'a']) await get({ headers: { [name]: value } });
    await get();
    expect(seen).toHaveLength(3);
  });

  it.each(['user-agent', 'accept-language', 'x-requested-with', 'x-version', 'x-request-id'])(
    'serves all users the same response with any %s, unless the response varies by it',
    async (name) => {
      const { get, seen } = cached({}, 'max-age=9');
      for (const value of ['a', 'b']) await get({ headers: { [name]: value } });
      expect(seen).toHaveLength(1);
    },
  );

  it.each<[string, unknown]>([
    ['a Promise', Promise.resolve('a')],
    ['an object', { id: 'a' }],
    ['a function', () => 'a'],
    ['a symbol', Symbol('a')],
    ['a bigint', 1n],
    ['true, which is not a string', true],
    ['not a number', NaN],
  ])('sends nothing for an identity that is %s, as it could be equal for all users', async (_what, given) => {
    const { api, seen } = cached({ userKey: () => given as string }, 'max-age=9');
    const { error } = await api['GET']!({ id: 'a' });
    expect([error?.kind, error?.message, seen.length]).toEqual([
      'network',
      expect.stringContaining('userKey is invalid'),
      0,
    ]);
  });

  it.each([null, undefined])('counts an identity that is %o as none', async (identity) => {
    const { get, seen } = cached({ userKey: () => identity as undefined }, 'max-age=9');
    await get();
    expect({ hit: (await get()).cache?.hit, length: seen.length }).toEqual({ hit: true, length: 1 });
  });

  it('reports a rejected Promise as an identity', async () => {
    const { get } = cached({ userKey: () => Promise.reject(new Error('x')) as never }, 'max-age=9');
    expect((await get()).kind).toBe('network');
  });

  it('separates users by identity', async () => {
    const { get, seen } = cached({ userKey: ({ request }) => request.getHeader('x-shop') }, 'max-age=9');
    for (const shop of ['a', 'b', 'a']) await get({ headers: { 'x-shop': shop } });
    expect(seen).toHaveLength(2);
  });

  it.each<[string, object]>([
    ['credentials', { credentials: 'omit' }],
    ['mode', { mode: 'same-origin' }],
    ['redirect', { redirect: 'manual' }],
  ])('separates requests by %s', async (_what, fetchOptions) => {
    const { get, seen } = cached({}, 'max-age=9');
    await get();
    await get({ fetchOptions });
    expect(seen).toHaveLength(2);
  });
});

describe('Vary (rules.md#http-cache)', () => {
  const varied = fresh({ vary: 'X-A, accept-language' });

  it('separates the values of a header, without regard to white space', async () => {
    const { get, seen } = cached({}, varied);
    const languages = ['de, en', 'en', 'de ,en', ' en ', 'de,  en'];
    for (const language of languages) await get({ headers: { 'accept-language': language } });
    expect(seen).toHaveLength(2);
  });

  it('separates a header that was not sent from a header that was', async () => {
    const { get, seen } = cached({}, varied);
    await get();
    await get({ headers: { 'x-a': '' } });
    expect((await get({ headers: { 'x-a': '1' } })).cache?.fwd).toBe('vary-miss');
    expect(seen).toHaveLength(3);
  });
});
