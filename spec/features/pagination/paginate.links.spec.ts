import { describe, expect, it, vi } from 'vitest';
import { collect, createApi, nextLink, paginate, Request, type Result } from '../../../lib/index.js';
import { observers } from '../../../lib/entries/observe.js';
import { jsonResponse, successResult } from '../../../lib/entries/testing.js';
import type { Fetch } from '../../support/client.js';

interface Params {
  readonly page?: number;
}

const list = new Request<Params, number>({ method: 'GET', path: '/things' });

/** Responds to each request with its number, and with the next of these `Link` headers. */
const linking = (...links: readonly string[]) => {
  let count = 0;
  return vi.fn<Fetch>(async () => {
    const link = links[count];
    count += 1;
    return jsonResponse(count, link === undefined ? {} : { headers: { link } });
  });
};

const clientOf = (fetch: Fetch, more: object = {}) =>
  createApi({ baseUrl: 'http://api.test', fetch, ...more, requests: { list } });

const all = async <T>(pages: AsyncIterable<T>): Promise<T[]> => {
  const results: T[] = [];
  for await (const result of pages) results.push(result);
  return results;
};

const EVIL = '<https://evil.test/things?page=2>; rel=next';

describe("paginate with a link that nextLink can't follow (rules.md#pagination)", () => {
  it.each([
    ['to another origin', EVIL],
    ['that is not a URL', '<http://[?page=2>; rel=next'],
    ['to an invalid host', '<http://?page=2>; rel=next'],
    ['with another scheme', '<javascript:alert(1)?page=2>; rel=next'],
    ['that changes nothing', '<>; rel=next'],
    ['with only a path', '</things/2>; rel=next'],
  ])('yields the page and then an error Result, and ends: a link %s', async (_what, link) => {
    const fetch = linking(link);
    const results = await all(paginate(clientOf(fetch).list, {}, { next: nextLink }));
    expect(results.map(({ data, error }) => [data, error?.kind])).toEqual([
      [1, undefined],
      [null, 'network'],
    ]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('names the endpoint, the params of the page and the problem, in an error that was not sent', async () => {
    const [, { error, response } = {} as Result<number>] = await all(
      paginate(clientOf(linking(EVIL)).list, { page: 1 }, { next: nextLink }),
    );
    expect(error).toMatchObject({
      status: 0,
      endpoint: 'list',
      sent: false,
      attempts: 0,
      request: { method: 'GET', url: 'http://api.test/things', params: { page: 1 } },
    });
    expect(error?.message).toMatch(
      /^GET \/things was not sent\. The next-page link points to https:\/\/evil/,
    );
    expect(error?.body).toBeInstanceOf(TypeError);
    expect(response).toBeNull();
  });

  it("requests the page with the link again by retry(), and doesn't continue", async () => {
    const fetch = linking(EVIL, '<?page=2>; rel=next');
    const pages = paginate(clientOf(fetch).list, { page: 1 }, { next: nextLink });
    const [, failed] = await all(pages);
    expect((await failed!.retry()).data).toBe(2);
    expect(fetch.mock.calls.map(([url]) => url)).toEqual(Array(2).fill('http://api.test/things?page=1'));
    expect(await pages.next()).toEqual({ done: true, value: undefined });
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('yields the error for a later page, and for a next function that calls nextLink', async () => {
    const fetch = linking('<?page=2>; rel=next', EVIL);
    const results = await all(
      paginate(clientOf(fetch).list, {}, { next: (page, params) => Promise.resolve(nextLink(page, params)) }),
    );
    expect(results.map(({ data, error }) => data ?? error?.kind)).toEqual([1, 2, 'network']);
  });

  it('yields the error for a function of your own', async () => {
    const own = async (): Promise<Result<number>> => ({
      ...successResult(1),
      response: jsonResponse(1, { headers: { link: '<>; rel=next' } }),
    });
    const results = await all(paginate(own, {}, { next: nextLink }));
    expect(results.map(({ data, error }) => data ?? error?.kind)).toEqual([1, 'network']);
  });

  it('yields the error if no params can be made from the link and the params of your function', async () => {
    const own = async (_params: unknown): Promise<Result<number>> => ({
      ...successResult(1),
      response: jsonResponse(1, { headers: { link: '<?page=2>; rel=next' } }),
    });
    const results = await all(paginate(own, new Set(), { next: nextLink }));
    expect(results.map(({ data, error }) => data ?? error?.kind)).toEqual([1, 'network']);
  });

  it('makes no call for the error: onError and observers receive only the page', async () => {
    const onError = vi.fn();
    const names: string[] = [];
    const observer = { call: ({ name }: { readonly name: string }) => void names.push(name) };
    const api = clientOf(linking(EVIL), { onError, observers: observers(observer) });
    await all(paginate(api.list, {}, { next: nextLink }));
    expect({ length: onError.mock.calls.length, names }).toEqual({ length: 0, names: ['list'] });
  });

  it('still rejects with an error that the next function throws, including a TypeError', async () => {
    const mine = new TypeError('mine');
    const next = (): never => {
      throw mine;
    };
    await expect(all(paginate(clientOf(linking()).list, {}, { next }))).rejects.toBe(mine);
  });

  it('makes it the first error of collect, whose retry() starts at the first page', async () => {
    const fetch = linking(EVIL, '<?page=2>; rel=next');
    const failed = await collect(paginate(clientOf(fetch).list, {}, { next: nextLink }));
    expect({ data: failed.data, kind: failed.error?.kind, endpoint: failed.error?.endpoint }).toEqual({
      data: null,
      kind: 'network',
      endpoint: 'list',
    });
    expect((await failed.retry()).data).toEqual([2, 3]);
  });
});
