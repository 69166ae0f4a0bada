import { describe, expect, it, vi } from 'vitest';
import {
  createApi,
  type Middleware,
  paginate,
  type PaginateOptions,
  Request,
  type Result,
} from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { type Fetch, stubFetch } from '../../support/client.js';
import { oneOperation } from '../../support/one-operation.js';

interface Params {
  page?: number | undefined;
}

interface Page {
  page: number;
  last: boolean;
}

type Options = PaginateOptions<Params | undefined, Page>;

/** A fetch that serves this number of pages by `?page=`. */
const serving = (pages: number) =>
  stubFetch({
    answer: (url) => {
      const page = Number(new URL(url).searchParams.get('page') ?? 1);
      return page > pages
        ? jsonResponse({ page }, { status: 404 })
        : jsonResponse({ page, last: page === pages });
    },
  });

const clientOf = (fetch: Fetch, middleware: Middleware[] = []) =>
  createApi({
    baseUrl: 'http://api.test',
    fetch,
    middleware,
    requests: { list: new Request<Params, Page>({ method: 'GET', path: '/things' }) },
  });

const following: Options['next'] = ({ data: { last, page } }) => (last ? null : { page: page + 1 });

const walk = (fetch: Fetch, options: Partial<Options> = {}, params: Params | undefined = {}) =>
  paginate(clientOf(fetch).list, params, { next: following, ...options });

const collect = async <T>(pages: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const page of pages) all.push(page);
  return all;
};

const numbers = (results: readonly Result<Page>[]): unknown[] =>
  results.map(({ data, error }) => data?.page ?? error?.kind);

describe('paginate (rules.md#pagination)', () => {
  it('yields the Result of each page in turn, up to the last', async () => {
    const results = await collect(walk(serving(3)));
    expect(numbers(results)).toEqual([1, 2, 3]);
    expect(results[0]).toMatchObject({ error: null, response: { status: 200 }, retry: expect.any(Function) });
  });

  it.each([null, undefined])('stops if next returns %s', async (end) => {
    const fetch = serving(3);
    expect(numbers(await collect(walk(fetch, { next: () => end })))).toEqual([1]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it.each<[string, unknown]>([
    ['{}', {}],
    ['undefined', undefined],
    ['null', null],
  ])('starts with the given params, also with %s', async (_what, params) => {
    const fetch = serving(1);
    const pages = paginate(clientOf(fetch).list, params as Params, { next: following });
    expect(numbers(await collect(pages))).toEqual([1]);
    expect(fetch.mock.lastCall?.[0]).toBe('http://api.test/things');
  });

  it('calls next with the success of the page and the params of that page only', async () => {
    const next = vi.fn<Options['next']>(following);
    const [first, second] = await collect(walk(serving(2), { next }));
    expect(next.mock.calls).toEqual([
      [first, {}],
      [second, { page: 2 }],
    ]);
  });

  it('yields an error page and ends', async () => {
    const fetch = serving(1);
    const next = vi.fn<Options['next']>(({ data: { page } }) => ({ page: page + 1 }));
    const results = await collect(walk(fetch, { next }));
    expect(numbers(results)).toEqual([1, 'http']);
    expect(next).toHaveBeenCalledTimes(1);
  });
});

describe('an error that next throws', () => {
  const mine = new Error('mine');

  it.each<[string, Options['next']]>([
    [
      'throws',
      () => {
        throw mine;
      },
    ],
    ['rejects', () => Promise.reject(mine)],
  ])('rejects the iteration after the page was yielded if next %s', async (_what, next) => {
    const pages = walk(serving(3), { next });
    expect((await pages.next()).value).toMatchObject({ data: { page: 1 } });
    await expect(pages.next()).rejects.toBe(mine);
    expect(await pages.next()).toEqual({ done: true, value: undefined });
  });
});

describe('paginate without next', () => {
  it('rejects with an explanation', async () => {
    const pages = walk(serving(3), { next: undefined as never });
    await expect(pages.next()).rejects.toThrow(
      'paginate: "next" is undefined: pass a function, or set "pages" of the endpoint.',
    );
  });
});

describe('a request is sent only when its page is read', () => {
  it('so a loop that breaks sends nothing more', async () => {
    const fetch = serving(3);
    const next = vi.fn<Options['next']>(following);
    for await (const { data } of walk(fetch, { next })) if (data?.page === 2) break;
    expect([fetch.mock.calls.length, next.mock.calls.length]).toEqual([2, 1]);
  });

  it('so a loop whose body throws sends nothing more', async () => {
    const fetch = serving(3);
    const pages = walk(fetch);
    const looping = (async () => {
      for await (const page of pages) throw new Error(String(page.data?.page));
    })();
    await expect(looping).rejects.toThrow('1');
    expect({ done: (await pages.next()).done, length: fetch.mock.calls.length }).toEqual({
      done: true,
      length: 1,
    });
  });

  it('and two requests never overlap, even if pages are read at the same time', async () => {
    let inFlight = 0;
    let most = 0;
    const served = serving(3);
    const fetch: Fetch = async (...args) => {
      most = Math.max(most, (inFlight += 1));
      const response = await served(...args);
      inFlight -= 1;
      return response;
    };
    const pages = walk(fetch);
    const results = await Promise.all([pages.next(), pages.next(), pages.next(), pages.next()]);
    expect([most, results.map(({ done }) => done)]).toEqual([1, [false, false, false, true]]);
  });
});

describe('maxPages', () => {
  it.each<[number | undefined | null, number]>([
    [0, 0],
    [-1, 0],
    [2.5, 2],
    [9, 3],
    [NaN, 3],
    [null, 3],
  ])('%o yields %d of three pages', async (maxPages, count) => {
    const fetch = serving(3);
    expect(await collect(walk(fetch, { maxPages: maxPages as number }))).toHaveLength(count);
    expect(fetch).toHaveBeenCalledTimes(count);
  });
});

describe('the options of a call', () => {
  it('apply to every request', async () => {
    const mark = vi.fn<Middleware>((_ctx, next) => next());
    const fetch = serving(2);
    const options = {
      headers: { a: '1' },
      fetchOptions: { mode: 'cors' },
      middleware: [mark],
      timeout: 1000,
    } as const;
    await collect(walk(fetch, options));
    expect([fetch.lastHeaders, fetch.lastInit.mode, mark.mock.calls.length]).toEqual([{ a: '1' }, 'cors', 2]);
  });

  it("don't include next and maxPages", async () => {
    const { list: endpoint } = clientOf(serving(1));
    const list = vi.fn((...args: Parameters<typeof endpoint>) => endpoint(...args));
    await collect(paginate(list, {}, { next: following, maxPages: 5, timeout: 9 }));
    expect(list.mock.calls).toEqual([[{}, { timeout: 9 }]]);
  });

  it("include a signal, which makes the next page an 'abort' error between two pages, and sends nothing", async () => {
    const controller = new AbortController();
    const fetch = serving(3);
    const pages = walk(fetch, { signal: controller.signal });
    await pages.next();
    controller.abort('enough');
    expect((await pages.next()).value).toMatchObject({ error: { kind: 'abort', body: 'enough' } });
    expect({ done: (await pages.next()).done, length: fetch.mock.calls.length }).toEqual({
      done: true,
      length: 1,
    });
  });

  it("include a signal, which ends the iteration with an 'abort' error during a request", async () => {
    const controller = new AbortController();
    const pages = walk(stubFetch({ held: true }), { signal: controller.signal });
    const first = pages.next();
    controller.abort();
    expect((await first).value).toMatchObject({ error: { kind: 'abort' } });
    expect((await pages.next()).done).toBe(true);
  });
});

describe('paginate accepts', () => {
  it('an operation', async () => {
    const fetch: Fetch = async (_url, { body }) => {
      const { variables } = JSON.parse(body as string) as { variables: { after?: string } };
      return jsonResponse({ data: { next: variables.after ? null : 'b' } });
    };
    const next = (data: { next: string | null }) => data.next && { after: data.next };
    const { call } = oneOperation({ fetch });
    const results = await collect(paginate(call, {}, { next: ({ data }) => next(data) || null }));
    expect(results.map(({ data }) => data)).toEqual([{ next: 'b' }, { next: null }]);
  });

  it('a function of your own, whose thrown error rejects the iteration', async () => {
    const own = (): Promise<Result<Page>> => Promise.reject(new Error('mine'));
    await expect(paginate(own, {}, { next: () => null }).next()).rejects.toThrow('mine');
  });
});
