import { describe, expect, it, vi } from 'vitest';
import {
  ApiError,
  collect,
  createApi,
  nextLink,
  paginate,
  type PaginateOptions,
  Request,
  type Result,
} from '../../../lib/index.js';
import { errorResult, jsonResponse, successResult } from '../../../lib/entries/testing.js';
import type { Fetch } from '../../support/client.js';

type Options = PaginateOptions<{ page?: number }, number>;

/** Serves this number of pages by `?page=`, whose data is their number, and then errors. */
const serving = (pages: number) =>
  vi.fn<Fetch>(async (url) => {
    const page = Number(new URL(url).searchParams.get('page') ?? 1);
    return jsonResponse(page, { status: page > pages ? 503 : 200, headers: { 'x-page': String(page) } });
  });

const walk = (fetch: Fetch, last = 3, options: Partial<Options> = {}) => {
  const list = new Request<{ page?: number }, number>({ method: 'GET', path: '/things' });
  const api = createApi({ baseUrl: 'http://api.test', fetch, requests: { list } });
  return paginate(
    api.list,
    {},
    { next: ({ data }) => (data < last ? { page: data + 1 } : null), ...options },
  );
};

const own = (...results: Result<number>[]) =>
  vi.fn(async function* () {
    yield* results;
  });

describe('collect (rules.md#pagination)', () => {
  it('returns one Result with the data of all pages in their order, and the response of the last page', async () => {
    const { data, error, response } = await collect(walk(serving(3)));
    expect([data, error, response?.headers.get('x-page')]).toEqual([[1, 2, 3], null, '3']);
  });

  it('continues from the current page of the iterator', async () => {
    const pages = walk(serving(3));
    await pages.next();
    expect((await collect(pages)).data).toEqual([2, 3]);
  });

  it('returns the first error, without the pages before it', async () => {
    const fetch = serving(2);
    const { data, error, response } = await collect(walk(fetch));
    expect([data, error?.kind, error?.status, response?.status]).toEqual([null, 'http', 503, 503]);
    expect(error).toBeInstanceOf(ApiError);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it('requests nothing after an error, even for your own pages', async () => {
    const failed = errorResult<number>(500);
    const pages = own(successResult(1), failed, successResult(2))();
    expect((await collect(pages)).error).toBe(failed.error);
    expect(await pages.next()).toEqual({ done: true, value: undefined });
  });
});

describe('max of collect', () => {
  it.each<[number | undefined | null, number]>([
    [0, 0],
    [-1, 0],
    [0.5, 0],
    [2.5, 2],
    [9, 3],
    [NaN, 3],
    [null, 3],
  ])('%o collects %d of three pages, and requests no more', async (max, count) => {
    const fetch = serving(3);
    const { data } = await collect(walk(fetch), { max: max as number });
    expect(data).toHaveLength(count);
    expect(fetch).toHaveBeenCalledTimes(count);
  });

  it("doesn't call next after its last page, and ends the iteration", async () => {
    const next = vi.fn<Options['next']>(({ data }) => ({ page: data + 1 }));
    const pages = walk(serving(9), 9, { next });
    await collect(pages, { max: 2 });
    expect({ length: next.mock.calls.length, done: (await pages.next()).done }).toEqual({
      length: 1,
      done: true,
    });
  });

  it('of 0 returns an empty array without a response', async () => {
    expect(await collect(walk(serving(3)), { max: 0 })).toMatchObject({
      data: [],
      error: null,
      response: null,
    });
  });
});

describe('retry() of a Result of collect', () => {
  it('starts again from the first page, with the same max', async () => {
    const fetch = serving(3);
    const first = await collect(walk(fetch), { max: 2 });
    const second = await first.retry();
    expect([second.data, (await second.retry()).data, fetch.mock.calls.length]).toEqual([[1, 2], [1, 2], 6]);
  });

  it('starts again after an error', async () => {
    let pages = 1;
    const failed = await collect(walk((...args) => serving(pages)(...args)));
    pages = 3;
    expect({ status: failed.error?.status, data: (await failed.retry()).data }).toEqual({
      status: 503,
      data: [1, 2, 3],
    });
  });

  it("starts again with your own pages if they aren't a generator", async () => {
    const begin = own(successResult(1));
    const result = await collect({ [Symbol.asyncIterator]: begin });
    expect((await result.retry()).data).toEqual([1]);
  });

  it("returns a 'network' error for your own generator, which can be iterated only once", async () => {
    const result = await (await collect(own(successResult(1))())).retry();
    expect(result.error).toMatchObject({ kind: 'network' });
    expect(result.error?.message).toContain('These pages can be iterated only once');
    expect((await result.retry()).error?.kind).toBe('network');
  });
});

describe('collect never rejects', () => {
  const mine = new Error('mine');
  const throwing =
    (thrown: unknown): Options['next'] =>
    () => {
      throw thrown;
    };

  it("and returns a 'middleware' error if next throws, with the thrown error as its body, and retry() starts again", async () => {
    const fetch = serving(3);
    const { data, error, retry } = await collect(walk(fetch, 3, { next: throwing(mine) }));
    expect({ data, kind: error?.kind, body: error?.body, cause: error?.cause }).toEqual({
      data: null,
      kind: 'middleware',
      body: mine,
      cause: mine,
    });
    await retry();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('and returns an ApiError that next throws', async () => {
    const { error } = errorResult(404);
    expect((await collect(walk(serving(3), 3, { next: throwing(error) }))).error).toBe(error);
  });

  it("and returns a 'network' error for a link that nextLink can't follow", async () => {
    const headers = { link: '<https://evil.test/?page=2>; rel=next' };
    const fetch: Fetch = async () => jsonResponse(1, { headers });
    const { error } = await collect(walk(fetch, 3, { next: nextLink }));
    expect(error?.kind).toBe('network');
    expect(error?.message).toContain('The next-page link points to https://evil.test');
  });

  it("and returns a 'network' error for a pagination without next", async () => {
    const { error } = await collect(walk(serving(3), 3, { next: undefined as never }));
    expect(error?.kind).toBe('network');
    expect(error?.message).toContain('paginate: "next" is');
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['an Array', [successResult(1)]],
    ['a function', walk],
  ])("and returns a 'network' error for an argument that isn't iterable: %s", async (what, pages) => {
    const { error, retry } = await collect(pages as never);
    expect(error?.kind).toBe('network');
    expect(error?.message).toContain(`collect got ${what}`);
    expect((await retry()).error?.kind).toBe('network');
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['an Array', [1, 2]],
    ['a string', 'page'],
  ])("and returns a 'middleware' error for pages that aren't Results: %s", async (what, page) => {
    const own = async function* () {
      yield successResult(1);
      yield page as Result<number>;
    };
    const { data, error } = await collect(own());
    expect(data).toBeNull();
    expect(error?.kind).toBe('middleware');
    expect(error?.message).toContain(`collect: a page is ${what}`);
  });
});
