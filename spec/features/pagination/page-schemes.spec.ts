import { describe, expect, it } from 'vitest';
import { createApi, type PageRules, Request, type Result } from '../../../lib/index.js';
import {
  cursorPages,
  linkPages,
  numberPages,
  offsetPages,
  paginate,
} from '../../../lib/entries/pagination.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { type Answer, BASE, stubFetch } from '../../support/client.js';

type Data = Record<string, unknown> | unknown[];

const clientOver = (
  pages: PageRules | undefined,
  answers: readonly Answer[],
  method: 'GET' | 'POST' = 'GET',
) => {
  const fetch = stubFetch({ answers });
  const requests = { list: new Request<object, Data>({ method, path: '/things', pages }) };
  const api = createApi({ baseUrl: BASE, fetch, requests });
  const walk = async (params: object = {}, options = {}): Promise<Result<Data>[]> => {
    const results: Result<Data>[] = [];
    for await (const page of paginate(api.list as never, params, { maxPages: 9, ...options } as never))
      results.push(page as Result<Data>);
    return results;
  };
  /** Iterates over all pages, and returns the queries that were sent, and the message of an error. */
  const run = async (params?: object): Promise<{ sent: string[]; problem: unknown }> => {
    const results = await walk(params);
    const error = results.at(-1)?.error;
    return {
      sent: fetch.requests.map(({ url }) => url.slice(`${BASE}/things`.length)),
      problem: error ? [error.kind, error.sent, (error.body as Error).message] : undefined,
    };
  };
  return { api, fetch, walk, run };
};

const network = (message: string): unknown[] => ['network', false, message];

describe('cursorPages (rules.md#declared-pages)', () => {
  const pages = cursorPages({ param: 'cursor', next: 'meta.next', items: 'data' });

  it('sends the cursor of a page as the param of the next page', async () => {
    const { run } = clientOver(pages, [
      { data: [1], meta: { next: 'b' } },
      { data: [], meta: { next: 7 } },
      { data: [2], meta: {} },
    ]);
    expect(await run({ q: 'x' })).toEqual({
      sent: ['?q=x', '?q=x&cursor=b', '?q=x&cursor=7'],
      problem: undefined,
    });
  });

  it.each([[{ next: null }], [{ next: '' }], [{ next: false }], [{}], [null], [undefined]])(
    'ends after a page with meta: %j',
    async (meta) => {
      const { run } = clientOver(pages, [{ data: [1], meta }]);
      expect(await run()).toEqual({ sent: [''], problem: undefined });
    },
  );

  it('sends 0 as a cursor', async () => {
    const { run } = clientOver(pages, [{ data: [1], meta: { next: 0 } }, { data: [] }]);
    expect((await run()).sent).toEqual(['', '?cursor=0']);
  });

  it('ends with an error if the server returns the cursor that requested the page', async () => {
    const { run } = clientOver(pages, [{ data: [1], meta: { next: 'b' } }]);
    expect(await run()).toEqual({
      sent: ['', '?cursor=b'],
      problem: network('The page\'s "meta.next" is its own cursor: pass your own "next" to paginate.'),
    });
  });

  it('continues a cycle of cursors until maxPages', async () => {
    const [a, b] = ['a', 'b'].map((next) => ({ data: [1], meta: { next } }));
    const { walk } = clientOver(pages, [a, b, a, b, a, b, a, b, a, b, a, b] as Answer[]);
    expect(await walk({}, { maxPages: 6 })).toHaveLength(6);
  });

  it.each([
    [
      { data: [1], meta: { next: {} } },
      'The page\'s "meta.next" is an Object, not a cursor: set "next" in the endpoint\'s pages.',
    ],
    [
      { data: [1], meta: { next: true } },
      'The page\'s "meta.next" is a boolean, not a cursor: set "next" in the endpoint\'s pages.',
    ],
    [
      { data: [1], meta: { next: 'https://a.test/?c=secret' } },
      "The page's \"meta.next\" is a URL: use linkPages({ next: 'meta.next' }).",
    ],
    [
      { data: {}, meta: { next: 'b' } },
      'The page\'s "data" is an Object, not an array: set "items" in the endpoint\'s pages.',
    ],
    [
      { items: [], meta: { next: 'b' } },
      'The page\'s "data" is undefined, not an array: set "items" in the endpoint\'s pages.',
    ],
    [[1, 2], 'The page\'s "data" is undefined, not an array: set "items" in the endpoint\'s pages.'],
  ] as [Answer, string][])('ends with an error for the page %j', async (page, message) => {
    const { run } = clientOver(pages, [page]);
    expect(await run()).toEqual({ sent: [''], problem: network(message) });
  });

  it('requests the page again on retry of that error', async () => {
    const { walk, fetch } = clientOver(pages, [{ data: 1 }]);
    const [page, problem] = await walk();
    expect(page?.data).toEqual({ data: 1 });
    await problem?.retry();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('reads `more`, and the id of the last item', async () => {
    const stripe = cursorPages({ param: 'after', next: 'data.-1.id', more: 'has_more', items: 'data' });
    const { run } = clientOver(stripe, [
      { data: [{ id: 1 }, { id: 2 }], has_more: true },
      { data: [{ id: 3 }], has_more: false },
    ]);
    expect(await run()).toEqual({ sent: ['', '?after=2'], problem: undefined });
  });

  it.each([
    [
      { data: [], has_more: true },
      'The page\'s "next" is undefined, not a cursor: set "next" in the endpoint\'s pages.',
    ],
    [
      { data: [], next: 'b' },
      'The page\'s "has_more" is undefined, not a boolean: set "more" in the endpoint\'s pages.',
    ],
  ] as [Answer, string][])('ends with an error if more and the page %j disagree', async (page, message) => {
    const { run } = clientOver(cursorPages({ param: 'c', next: 'next', items: 'data', more: 'has_more' }), [
      page,
    ]);
    expect((await run()).problem).toEqual(network(message));
  });

  it('sends the cursor in the body, also in a nested param', async () => {
    for (const [param, body] of [
      ['cursor', { q: 1, body: { size: 2 }, cursor: 'b' }],
      ['body.page.cursor', { q: 1, body: { size: 2, page: { cursor: 'b' } } }],
    ] as const) {
      const nested = cursorPages({ param, next: 'next', items: 'data' });
      const { walk, fetch } = clientOver(nested, [{ data: [1], next: 'b' }, { data: [] }], 'POST');
      const params = { q: 1, body: { size: 2 } };
      await walk(params);
      expect(JSON.parse(fetch.requests[1]?.body as string)).toEqual(body);
      expect(params).toEqual({ q: 1, body: { size: 2 } });
    }
  });

  it('reads own members only, and a member whose whole name is the path', async () => {
    const odd = cursorPages({ param: '@odata.skip', next: '@odata.next', items: 'value' });
    const { run } = clientOver(odd, [{ value: [1], '@odata.next': 'b' }, { value: [2] }]);
    expect((await run({ '@odata.skip': 'a' })).sent).toEqual(['?%40odata.skip=a', '?%40odata.skip=b']);
    for (const next of ['__proto__', 'constructor.name', 'toString']) {
      const inherited = clientOver(cursorPages({ param: 'c', next, items: 'data' }), [{ data: [1] }]);
      expect(await inherited.run()).toEqual({ sent: [''], problem: undefined });
    }
  });

  it('changes no prototype for a param named __proto__', async () => {
    const polluting = cursorPages({ param: '__proto__.polluted', next: 'next', items: 'data' });
    const { walk } = clientOver(polluting, [{ data: [1], next: 'b' }, { data: [] }]);
    await walk();
    expect({}).not.toHaveProperty('polluted');
  });

  it('is overridden by the option next', async () => {
    const { walk, fetch } = clientOver(pages, [{ anything: 1 }]);
    const results = await walk({}, { next: () => ({ page: 2 }), maxPages: 2 });
    expect(results.map(({ error }) => error)).toEqual([null, null]);
    expect(fetch.requests[1]?.url).toBe(`${BASE}/things?page=2`);
  });

  it('throws a TypeError for a missing option, and for one that is not a string', () => {
    const create = (options: object | undefined) => () => cursorPages(options as never);
    expect(create({ next: 'a' })).toThrow(
      new TypeError('cursorPages: the option param is undefined: pass a string.'),
    );
    expect(create(undefined)).toThrow(TypeError);
    expect(create({ param: 'a', next: 'b', items: 1 })).toThrow('cursorPages: the option items is 1');
  });
});

describe('offsetPages (rules.md#declared-pages)', () => {
  const page = (count: number, more: object = {}) => ({
    data: Array.from({ length: count }, () => 1),
    ...more,
  });

  it('adds the number of items to the offset, and ends after an empty page', async () => {
    const pages = offsetPages({ param: 'offset', items: 'data' });
    const { run } = clientOver(pages, [page(3), page(2), page(0)]);
    expect((await run({ offset: '4' })).sent).toEqual(['?offset=4', '?offset=7', '?offset=9']);
  });

  it('ends at the total, also if a page is shorter than the limit', async () => {
    const pages = offsetPages({ param: 'offset', limit: 'limit', total: 'meta.total', items: 'data' });
    const total = { meta: { total: '4' } };
    const { run } = clientOver(pages, [page(2, total), page(2, total)]);
    expect((await run({ limit: 3 })).sent).toEqual(['?limit=3', '?limit=3&offset=2']);
  });

  it('ends after a page that is shorter than the limit of the call', async () => {
    const pages = offsetPages({ param: 'offset', limit: 'limit', items: 'data' });
    expect((await clientOver(pages, [page(2), page(1)]).run({ limit: 2 })).sent).toHaveLength(2);
    expect((await clientOver(pages, [page(2), page(1), page(0)]).run()).sent).toHaveLength(3);
  });

  it('ends if more is false, and after an empty page', async () => {
    const pages = offsetPages({ param: 'offset', more: 'more', items: 'data' });
    const { run } = clientOver(pages, [page(1, { more: true }), page(1, { more: false })]);
    expect((await run()).sent).toEqual(['', '?offset=1']);
    expect((await clientOver(pages, [page(0, { more: true })]).run()).sent).toEqual(['']);
  });

  it.each([
    [
      { offset: 'x' },
      { total: 9 },
      'The page\'s "offset" is a string, not a whole number: change the endpoint\'s pages.',
    ],
    [
      { offset: Number.MAX_SAFE_INTEGER },
      { total: 2 ** 60 },
      'The page\'s "total" is a number, not a whole number: change the endpoint\'s pages.',
    ],
    [{}, {}, 'The page\'s "total" is undefined, not a whole number: change the endpoint\'s pages.'],
    [
      {},
      { total: 1.5 },
      'The page\'s "total" is a number, not a whole number: change the endpoint\'s pages.',
    ],
  ])('ends with an error for the params %j and the members %j', async (params, more, message) => {
    const { run } = clientOver(offsetPages({ param: 'offset', total: 'total', items: 'data' }), [
      page(1, more),
    ]);
    expect((await run(params)).problem).toEqual(network(message));
  });
});

describe('numberPages (rules.md#declared-pages)', () => {
  it('counts from the first page, and ends after an empty page', async () => {
    const { run } = clientOver(numberPages({ param: 'page' }), [[1], [2], []]);
    expect((await run()).sent).toEqual(['', '?page=2', '?page=3']);
    const zero = clientOver(numberPages({ param: 'page', first: 0 }), [[1], []]);
    expect((await zero.run()).sent).toEqual(['', '?page=1']);
  });

  it.each([
    [{ last: 'last' }, { last: 2 }],
    [{ totalPages: 'meta.pages' }, { meta: { pages: 2 } }],
  ])('ends by %j, also if a page is empty', async (options, more) => {
    const pages = numberPages({ param: 'page', items: 'data', ...options });
    const { run } = clientOver(pages, [{ data: [], ...more }]);
    expect((await run()).sent).toEqual(['', '?page=2']);
  });

  it('ends by totalPages counted from the first page', async () => {
    const pages = numberPages({ param: 'page', items: 'data', first: 0, totalPages: 'pages' });
    const { run } = clientOver(pages, [{ data: [1], pages: 2 }]);
    expect((await run()).sent).toEqual(['', '?page=1']);
  });

  it('ends if more is false, and after a page that is shorter than the limit of the call', async () => {
    const more = clientOver(numberPages({ param: 'page', items: 'data', more: 'more' }), [
      { data: [], more: true },
      { data: [1], more: false },
    ]);
    expect((await more.run()).sent).toEqual(['', '?page=2']);
    const short = clientOver(numberPages({ param: 'page', limit: 'size' }), [[1]]);
    expect((await short.run({ size: 2 })).sent).toEqual(['?size=2']);
  });

  it('ends with an error if the number of the page cannot grow', async () => {
    const { run } = clientOver(numberPages({ param: 'page' }), [[1]]);
    expect((await run({ page: Number.MAX_SAFE_INTEGER })).problem).toEqual(
      network('The page\'s "page" is a number, not a whole number: change the endpoint\'s pages.'),
    );
  });

  it('throws a TypeError for a first that is not a whole number', () => {
    expect(() => numberPages({ param: 'page', first: 0.5 })).toThrow(
      new TypeError('numberPages: the option first is 0.5: pass a whole number.'),
    );
  });
});

describe('linkPages (rules.md#declared-pages)', () => {
  const linked = (data: unknown, link?: string) => jsonResponse(data, link ? { headers: { link } } : {});

  it('follows the Link header of each page', async () => {
    const { run } = clientOver(linkPages(), [
      linked([1], `<${BASE}/things?page=2>; rel="next"`),
      linked([2]),
    ]);
    expect(await run()).toEqual({ sent: ['', '?page=2'], problem: undefined });
  });

  it('follows a URL in the data, also a relative one', async () => {
    const pages = linkPages({ next: 'next', items: 'results' });
    const { run } = clientOver(pages, [
      { results: [1], next: `${BASE}/things?page=2` },
      { results: [2], next: '?page=3' },
      { results: [3], next: null },
    ]);
    expect(await run()).toEqual({ sent: ['', '?page=2', '?page=3'], problem: undefined });
  });

  it.each([
    [
      'https://other.test/things?page=2',
      'The next-page link points to https://other.test, but the page is from http://api.test: write your own "next".',
    ],
    [`${BASE}/things`, 'The next-page link has the same query as this page: write your own "next".'],
    [5, 'The page\'s "next" is a number, not a URL: set "next" in the endpoint\'s pages.'],
  ])('ends with an error for the link %j in the data', async (next, message) => {
    const { run } = clientOver(linkPages({ next: 'next', items: 'results' }), [{ results: [1], next }]);
    expect(await run()).toEqual({ sent: [''], problem: network(message) });
  });
});

describe('paginate over an endpoint with invalid pages', () => {
  it('rejects with an explanation', async () => {
    const { walk } = clientOver({ param: 'cursor' } as never, [[1]]);
    await expect(walk()).rejects.toThrow(
      new TypeError('pages of "list" is an Object: pass cursorPages(…) from homing/pagination.'),
    );
  });

  it('yields an error for data whose members throw, instead of throwing', async () => {
    const data = {
      get data(): never {
        throw new Error('hostile');
      },
    };
    const api = createApi({
      baseUrl: BASE,
      fetch: stubFetch(),
      middleware: [async () => ({ data, error: null }) as never],
      requests: {
        list: new Request<object, Data>({
          method: 'GET',
          path: '/things',
          pages: cursorPages({ param: 'c', next: 'n', items: 'data' }),
        }),
      },
    });
    const results: Result<Data>[] = [];
    for await (const page of paginate(api.list as never, {}, undefined as never))
      results.push(page as Result<Data>);
    expect(results.map(({ error }) => error?.kind)).toEqual([undefined, 'network']);
  });
});
