import { describe, expect, it, vi } from 'vitest';
import { createApi, defineRequest, nextLink, paginate, type SuccessResult } from '../../../lib/index.js';
import { observe } from '../../../lib/entries/observe.js';
import { throwing } from '../../../lib/entries/results.js';
import { successResult } from '../../../lib/entries/testing.js';
import { type Answer, BASE, stubFetch } from '../../support/client.js';

interface Page {
  ids: number[];
  cursor?: string;
}

const requests = {
  list: defineRequest<Page, { cursor?: string; page?: string }>()({ method: 'GET', path: '/things' }),
};

const next = ({ data }: SuccessResult<Page>): { cursor: string } | null =>
  data.cursor === undefined ? null : { cursor: data.cursor };

const createShop = (...answers: Answer[]) => {
  const fetch = stubFetch({ answers });
  const api = createApi({ baseUrl: BASE, fetch, requests });
  return { api, fetch, shop: throwing(api) };
};

const FIRST = { ids: [1], cursor: 'b' };

describe('paginate over an endpoint of a throwing client (rules.md#pagination)', () => {
  it('yields the data of each page', async () => {
    const { shop, fetch } = createShop(FIRST, { ids: [2] });
    const pages: Page[] = [];
    for await (const page of paginate(shop.list, {}, { next })) pages.push(page);
    expect(pages).toEqual([FIRST, { ids: [2] }]);
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${BASE}/things`, `${BASE}/things?cursor=b`]);
  });

  it('throws the error of a page, and ends', async () => {
    const { api } = createShop(FIRST, 503);
    const pages = paginate(throwing(api, { error: ({ status }) => `failed ${status}` }).list, {}, { next });
    expect(await pages.next()).toEqual({ done: false, value: FIRST });
    await expect(pages.next()).rejects.toBe('failed 503');
    expect(await pages.next()).toEqual({ done: true, value: undefined });
  });

  it('requests no page after the caller has stopped', async () => {
    const { shop, fetch } = createShop(FIRST);
    for await (const page of paginate(shop.list, {}, { next })) if (page.cursor) break;
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('passes call options, stops at maxPages and throws for a missing next', async () => {
    const { shop, fetch } = createShop(FIRST);
    for await (const { ids } of paginate(shop.list, {}, { next, maxPages: 1, headers: { 'x-a': '1' } }))
      expect(ids).toEqual([1]);
    expect(fetch.lastHeaders).toMatchObject({ 'x-a': '1' });
    await expect(paginate(shop.list, {}, {} as never).next()).rejects.toThrow(
      'paginate: "next" is undefined',
    );
  });

  it('follows links as for the endpoint itself, and throws for a link that it cannot follow', async () => {
    const linked = (link: string): Response =>
      new Response('{"ids":[1]}', {
        headers: { 'content-type': 'application/json', link: `<${link}>; rel="next"` },
      });
    const { shop, fetch } = createShop(linked('?page=2'), linked('https://evil.test/?page=3'));
    const pages = paginate(shop.list, {}, { next: nextLink });
    await pages.next();
    await pages.next();
    expect(fetch.requests[1]?.url).toBe(`${BASE}/things?page=2`);
    await expect(pages.next()).rejects.toMatchObject({ name: 'ApiError', kind: 'network', sent: false });
  });

  it('reports its calls to observers as pages', async () => {
    const { api, shop } = createShop(FIRST, { ids: [2] });
    const origins: unknown[] = [];
    observe(api, { call: ({ origin }) => void origins.push(origin) });
    for await (const { ids } of paginate(shop.list, {}, { next })) expect(ids).toHaveLength(1);
    expect(origins).toMatchObject([
      { type: 'page', page: 1 },
      { type: 'page', page: 2 },
    ]);
  });

  it('calls a function that replaces the endpoint of the client', async () => {
    const { api, shop } = createShop(FIRST);
    const { list } = shop;
    api.list = vi.fn().mockResolvedValue(successResult<Page>({ ids: [42] })) as never;
    expect(await paginate(list, {}, { next }).next()).toEqual({ done: false, value: { ids: [42] } });
  });
});
