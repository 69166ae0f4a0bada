import { describe, expect, it, vi, type Mock } from 'vitest';
import {
  ApiError,
  cacheMiddleware,
  type CallOptions,
  createApi,
  createGraphQL,
  type Middleware,
  nextLink,
  Operation,
  paginate,
  Request,
  type RequestConfig,
  type Result,
} from '../../../lib/index.js';
import { placed, type PlaceMap, places } from '../../../lib/entries/openapi.js';
import { jsonResponse, successResult } from '../../../lib/entries/testing.js';
import type { Fetch } from '../../support/client.js';

type Params = Record<string, unknown>;

/** Responds to each request with the next of these links, and then without a link. */
const linking = (...links: readonly string[]) => {
  const left = [...links];
  return vi.fn<Fetch>(async () => {
    const link = left.shift();
    return jsonResponse([], link === undefined ? {} : { headers: { link: `<${link}>; rel="next"` } });
  });
};

const listOf = (fetch: Fetch, config: Partial<RequestConfig> = {}, baseUrl = 'http://api.test') => {
  const list = new Request<Params, unknown[]>({ method: 'GET', path: '/things', ...config });
  return createApi({ baseUrl, fetch, requests: { list } }).list;
};

const walk = async (
  list: (params: never, options: CallOptions) => Promise<Result<unknown>>,
  params: unknown = {},
  options: CallOptions = {},
) => {
  for await (const { error } of paginate(list, params as never, { ...options, next: nextLink }))
    if (error) throw error;
};

const urls = (fetch: Mock<Fetch>): string[] =>
  fetch.mock.calls.map(([url]) => url.replace('http://api.test', ''));

describe('a pagination by links (rules.md#pagination)', () => {
  it('requests the query of each link, until a page has no link', async () => {
    const fetch = linking('http://api.test/things?page=2', 'http://api.test/things?page=3');
    await walk(listOf(fetch));
    expect(urls(fetch)).toEqual(['/things', '/things?page=2', '/things?page=3']);
  });

  it.each([
    '?page=2',
    '/things?page=2',
    'things?page=2#top',
    '//api.test/things?page=2',
    'HTTP://API.test:80/v2?page=2',
    'http://ada:secret@api.test?page=2',
  ])('accepts a link that is relative to the page or spelled differently: %s', async (link) => {
    const fetch = linking(link);
    await walk(listOf(fetch));
    expect(urls(fetch)).toEqual(['/things', '/things?page=2']);
  });

  it.each([
    ['?&&a&b=&c=x=y', '?a=&b=&c=x%3Dy'],
    ['?q=a+b%20c&%C3%A4=%26', '?q=a+b+c&%C3%A4=%26'],
    ['?a=1?2#b?c=3', '?a=1%3F2'],
    ['?a=1&b=2&a=3', '?a=1&a=3&b=2'],
    ['?a=%E9&b=100%', '?a=%25E9&b=100%25'],
  ])('reads the query of %s', async (link, sent) => {
    const fetch = linking(link);
    await walk(listOf(fetch));
    expect(urls(fetch)).toEqual(['/things', `/things${sent}`]);
  });

  it('overrides the params of the page with the query of the link', async () => {
    const fetch = linking('?page=2&tag=b&tag=c');
    await walk(listOf(fetch), { page: 1, size: 50, tag: 'a' });
    expect(urls(fetch)).toEqual(['/things?page=1&size=50&tag=a', '/things?page=2&size=50&tag=b&tag=c']);
  });

  it.each<[string, unknown]>([
    ['a Map', new Map([['q', 'a b']])],
    ['a URLSearchParams', new URLSearchParams({ q: 'a b' })],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { q: 'a b' })],
  ])('also overrides the entries of %s', async (_what, params) => {
    const fetch = linking('?page=2');
    await walk(listOf(fetch), params);
    expect(urls(fetch)[1]).toBe('/things?q=a+b&page=2');
  });

  it('follows the first link of several header fields, and ends without a link', async () => {
    const headers = new Headers({ link: '</things?page=9>; rel="last"' });
    headers.append('link', '</things?page=2>; rel="next prefetch"');
    const fetch = vi.fn<Fetch>(async (url) => jsonResponse([], url.includes('page') ? {} : { headers }));
    await walk(listOf(fetch));
    expect(urls(fetch)).toEqual(['/things', '/things?page=2']);
  });
});

describe("a part of the link that doesn't become a param", () => {
  it.each<[string, string]>([
    ['/users/:id/things', '/users/7/things'],
    [':id/things', '/7/things'],
    ['/users/{id}/things', '/users/7/things'],
    ['/v1/users-{id}.json', '/v1/users-7.json'],
  ])('is the name of a path param in any position: %s', async (path, sent) => {
    const fetch = linking('/users/8/things?id=9&page=2');
    await walk(listOf(fetch, { path }), { id: 7 });
    expect(urls(fetch)).toEqual([sent, `${sent}?page=2`]);
  });

  it('is the name of a path param from a table of places', async () => {
    const fetch = linking('?user=bob&page=2');
    const place = places({ who: { in: 'path', name: 'user' } });
    await walk(listOf(fetch, { path: '/users/{user}/things', place }), { who: 'ada' });
    expect(urls(fetch)).toEqual(['/users/ada/things', '/users/ada/things?page=2']);
  });

  it('is __proto__, in contrast to constructor, which is a normal param', async () => {
    const link = '<?__proto__=1&__proto__=2&constructor=3&toString=4>;rel=next';
    const page = { ...successResult([]), response: jsonResponse([], { headers: { link } }) };
    const next = nextLink(page, { q: 'a' }) as object;
    expect(Object.entries(next)).toEqual([
      ['q', 'a'],
      ['constructor', '3'],
      ['toString', '4'],
    ]);
    expect(Object.getPrototypeOf(next)).toBe(Object.prototype);
  });

  it('is a query name that the path has in addition to the param of the same name', async () => {
    const fetch = linking('?tag=b&tag=a&tag=b&page=2', '?tag=b&tag=a&tag=b&page=3');
    await walk(listOf(fetch, { path: '/things?tag=b' }), { tag: ['a', 'b'] });
    expect(urls(fetch).map((url) => url.replace('/things', ''))).toEqual([
      '?tag=b&tag=a&tag=b',
      '?tag=b&tag=a&tag=b&page=2',
      '?tag=b&tag=a&tag=b&page=3',
    ]);
  });

  it('is the fixed query of baseUrl and path, the option query, and the query of a middleware', async () => {
    const sign: Middleware = (ctx, next) => {
      ctx.request.url += '&key=s';
      return next();
    };
    const fetch = linking('?a=1&b=2&c=3&c=4&key=s&page=2');
    await walk(
      listOf(fetch, { path: '/things?b=2', middleware: [sign] }, 'http://api.test?a=1'),
      {},
      { query: { c: [3, 4] } },
    );
    expect(urls(fetch)).toEqual(['/things?a=1&b=2&c=3&c=4&key=s', '/things?a=1&b=2&page=2&c=3&c=4&key=s']);
  });
});

describe('a value of a link whose text the params schema rejects', () => {
  const kinds: Params = { page: 'number', ids: 'number', all: 'boolean', after: 'bigint', q: 'string' };
  const isFitting = ([name, value]: [string, unknown]): boolean =>
    [value].flat().every((each) => typeof each === kinds[name]);
  const params: RequestConfig['params'] = {
    '~standard': {
      version: 1,
      vendor: 'spec',
      validate: (value) =>
        Object.entries(value as Params).every(isFitting)
          ? { value }
          : { issues: [{ message: 'Wrong type' }] },
    },
  };

  it('is a number, a boolean or a bigint with the same text, and other values stay strings', async () => {
    const link = '?page=2&ids=1&ids=3&all=true&after=9007199254740993&q=7';
    const fetch = linking(link);
    await walk(listOf(fetch, { params }), {});
    expect(urls(fetch)).toEqual(['/things', `/things${link}`]);
  });

  it.each(['02', '1e3', ' 2', 'x', ''])(
    'ends the pagination if no other type has its text: %o',
    async (text) => {
      const fetch = linking(`?q=a&page=${text}`);
      expect(await refusals(walk(listOf(fetch, { params }), {}))).toContain('sets "page"');
    },
  );

  it('ends the pagination if more than 16 values need another type', async () => {
    const names = Array.from({ length: 17 }, (_, index) => `n${index}`);
    const all = { ...params, '~standard': { ...params['~standard'], validate: allNumbers } };
    const fetch = linking(`?${names.map((name) => `${name}=1`).join('&')}`);
    expect(await refusals(walk(listOf(fetch, { params: all }), {}))).toContain('sets "n16"');
    const some = linking(
      `?${names
        .slice(1)
        .map((name) => `${name}=1`)
        .join('&')}`,
    );
    await walk(listOf(some, { params: all }), {});
    expect(some).toHaveBeenCalledTimes(2);
  });
});

const allNumbers = (value: unknown) =>
  Object.values(value as Params).every((each) => typeof each === 'number')
    ? { value }
    : { issues: [{ message: 'Wrong type' }] };

/** The message of the error Result that ends a pagination. `walk` throws its error. */
const refusals = async (walking: Promise<void>): Promise<string> => {
  const thrown: unknown = await walking.catch((caught: unknown) => caught);
  expect(thrown).toBeInstanceOf(ApiError);
  const { kind, sent, body } = thrown as ApiError;
  expect({ kind, sent }).toEqual({ kind: 'network', sent: false });
  expect(body).toBeInstanceOf(TypeError);
  return (body as Error).message;
};

describe('an error Result with a TypeError as its body ends the pagination', () => {
  it.each<[string, string]>([
    ['https://api.test/things?page=2', 'https://api.test'],
    ['http://api.test:81/things?page=2', 'http://api.test:81'],
    ['//ada:secret@evil.test/things?page=2', 'http://evil.test'],
    ['\\\\evil.test/things?page=2', 'http://evil.test'],
    ['mailto:ada@api.test?page=2', 'mailto:'],
  ])('if the link leads to another origin: %s', async (link, origin) => {
    const fetch = linking(link);
    expect(await refusals(walk(listOf(fetch)))).toBe(
      `The next-page link points to ${origin}, but the page is from http://api.test: write your own "next".`,
    );
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('if the link changes a fixed query param, which the message names without the value', async () => {
    const fetch = linking('?page=12345');
    expect(await refusals(walk(listOf(fetch, { path: '/things?page=1' })))).toBe(
      'The next-page link changes "page", which isn\'t a param: make it one, or write your own "next".',
    );
  });

  it('if the link changes a part of a deep param, which the message names without the value', async () => {
    const fetch = linking('?page%5Bnumber%5D=12345');
    const list = listOf(fetch, { place: places({ page: 'deep' }) });
    expect(await refusals(walk(list, { page: { number: 1 } }))).toBe(
      'The next-page link sets "page[number]", which is not a query param of the endpoint: write your own "next".',
    );
  });

  it.each(['?page=1', '/things/2', '', '/things?page=1#more', '#more?page=2'])(
    'if the query of the link is the query of the page, which would be requested again: %o',
    async (link) => {
      const fetch = linking(link);
      expect(await refusals(walk(listOf(fetch), { page: 1 }))).toContain(
        'The next-page link has the same query as this page: write your own "next".',
      );
    },
  );
});

describe("a link that sets a param that the endpoint doesn't send in its query", () => {
  const sentence = (name: string): string =>
    `The next-page link sets "${name}", which is not a query param of the endpoint: write your own "next".`;
  const table: PlaceMap = {
    token: { in: 'header', name: 'x-token' },
    pageNumber: { in: 'query', name: 'page' },
    'x-as': 'header',
    session: 'cookie',
    entity: 'body',
    tags: 'csv',
  };
  const byHand = placed(({ token, session, entity, pageNumber, ...query }: Record<string, string>) => ({
    query: { ...query, page: pageNumber },
    headers: { ...(token && { 'x-token': token }), ...(session && { cookie: session }) },
    body: entity,
  }));

  it.each<[string, Partial<RequestConfig>, string]>([
    ['the body of a POST', { method: 'POST' }, 'q'],
    ['a header of a table', { place: places(table) }, 'token'],
    ['the name of a header that is also its param', { place: places(table) }, 'x-as'],
    ['a cookie of a table', { place: places(table) }, 'session'],
    ['a body of a table', { method: 'POST', place: places(table) }, 'entity'],
    ['the param of a renamed name', { place: places(table) }, 'pageNumber'],
    ['an array that is joined by commas', { place: places(table) }, 'tags'],
    ['a header of a place function', { place: byHand }, 'token'],
    ['a cookie of a place function', { place: byHand }, 'session'],
    ['a body of a place function', { method: 'POST', place: byHand }, 'entity'],
    ['the param of a name that a place function renames', { place: byHand }, 'pageNumber'],
    ['a name for which a place function has another param', { place: byHand }, 'page'],
    ['a name that a place function drops', { place: placed(() => ({ query: { b: 1 } })) }, 'q'],
    [
      'a path of a place function',
      { path: '/{a}', place: placed((params: object) => ({ path: { a: 1, ...params } })) },
      'b',
    ],
  ])('is rejected with the name, and without the value: %s', async (_what, config, name) => {
    const fetch = linking(`?${name}=evil`);
    const asked = config.place === byHand ? {} : { tags: ['a', 'b'] };
    expect(await refusals(walk(listOf(fetch, config), asked))).toBe(sentence(name));
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('is rejected if one of several names is invalid', async () => {
    const fetch = linking('?q=b&token=evil');
    expect(await refusals(walk(listOf(fetch, { place: byHand })))).toBe(sentence('token'));
  });

  it('is rejected for the variables of an operation', async () => {
    const answers = [{ headers: { link: '<?after=b>; rel=next' } }];
    const fetch = async () => jsonResponse({ data: {} }, answers.shift());
    const operations = { list: new Operation<{ after?: string }, object>({ operation: '{ a }' }) };
    const { list } = createGraphQL({ endpoint: 'http://api.test', fetch, operations });
    expect(await refusals(walk(list))).toBe(sentence('after'));
  });

  it('sets the params that produce the names of its query, also with a table', async () => {
    const fetch = linking('?page=2&tags=a,b&q=c');
    await walk(listOf(fetch, { place: places(table) }), { token: 't', tags: ['a', 'b'], pageNumber: 1 });
    expect(urls(fetch)).toEqual(['/things?tags=a,b&page=1', '/things?tags=a,b&page=2&q=c']);
    expect(new Headers(fetch.mock.lastCall?.[1].headers).get('x-token')).toBe('t');
  });

  it('sets the param that a place function sends under its name', async () => {
    const fetch = linking('?q=b&q=c&page=1');
    await walk(listOf(fetch, { place: byHand }), { token: 't', pageNumber: 1, q: 'a' });
    expect(urls(fetch)).toEqual(['/things?q=a&page=1', '/things?q=b&q=c&page=1']);
  });
});

describe('the URL of the page', () => {
  const from = (url: string, link: string): Response =>
    Object.defineProperty(jsonResponse([], { headers: { link: `<${link}>; rel=next` } }), 'url', {
      value: url,
    });

  it('is the URL of the response after redirects', async () => {
    const link = 'https://eu.test/things?page=2';
    const fetch = vi.fn<Fetch>(async (url) =>
      url.includes('page') ? jsonResponse([]) : from('https://eu.test/things', link),
    );
    await walk(listOf(fetch));
    expect(urls(fetch)).toEqual(['/things', '/things?page=2']);
  });

  it('is otherwise the URL of the request after the middleware', async () => {
    const fetch = linking('https://eu.test/things?page=2');
    const move: Middleware = (ctx, next) => {
      ctx.request.url = ctx.request.url.replace('http://api.test', 'https://eu.test');
      return next();
    };
    await walk(listOf(fetch, { middleware: [move] }));
    expect(fetch.mock.lastCall?.[0]).toBe('https://eu.test/things?page=2');
  });

  it('is unknown with a relative baseUrl and a response without a URL, where only the query is compared', async () => {
    const fetch = linking('https://api.test/api/things?page=2');
    await walk(listOf(fetch, {}, '/api'));
    expect(urls(fetch)).toEqual(['/api/things', '/api/things?page=2']);
  });
});

describe('nextLink can paginate', () => {
  it('a function of your own, whose URL is unknown', async () => {
    const fetch = linking('http://api.test/things?page=2');
    const list = listOf(fetch);
    await walk((params) => list(params));
    expect(urls(fetch)).toEqual(['/things', '/things?page=2']);
  });

  it('pages from a cache', async () => {
    const fetch = linking('?b=2&page=2');
    const list = listOf(fetch, { path: '/things?b=2', middleware: [cacheMiddleware()] });
    await walk(list);
    await walk(list);
    expect(urls(fetch)).toEqual(['/things?b=2', '/things?b=2&page=2']);
  });

  it('pages that share a request', async () => {
    const fetch = linking('?b=2&page=2');
    const list = listOf(fetch, { path: '/things?b=2', share: true });
    await Promise.all([walk(list), walk(list)]);
    expect(urls(fetch)).toEqual(['/things?b=2', '/things?b=2&page=2']);
  });

  it('to a page without a response, which is the last', async () => {
    const none: Middleware = async () => ({ data: [], error: null, response: null }) as never;
    const fetch = linking('?page=2');
    await walk(listOf(fetch, { middleware: [none] }));
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('nextLink', () => {
  it('rejects a link with many names in time proportional to the header', async () => {
    const query = (value: number): string =>
      Array.from({ length: 2000 }, (_, index) => `p${String(index)}=${String(value)}`).join('&');
    const fetch = linking(`?${query(1)}`, `?${query(2)}&lang=x`);
    const place = placed(({ lang, ...rest }: Record<string, string>) => ({
      query: rest,
      headers: lang ? { lang } : {},
    }));
    const began = performance.now();
    await expect(walk(listOf(fetch, { place }))).rejects.toThrow('"lang"');
    // Linear time is some milliseconds. A comparison of each name with all others takes half a minute.
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  it.each<[string, Partial<RequestConfig>]>([
    [`http://${'x'.repeat(9000)}.test/?page=2`, {}],
    [
      `?${'x'.repeat(9000)}=2`,
      { place: placed(({ page }: Record<string, string>) => ({ query: { page } })) },
    ],
    [`?fixed=2&fixed=${'x'.repeat(9000)}`, { path: '/things?fixed=1' }],
  ])('quotes at most 200 characters of a link: %.20s', async (link, config) => {
    const error = await walk(listOf(linking(link), config)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).message.length).toBeLessThan(400);
  });
});
