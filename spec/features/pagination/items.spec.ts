import { describe, expect, it } from 'vitest';
import { collect, createApi, defineRequest, Request } from '../../../lib/index.js';
import { cursorPages, items, numberPages, paginate, type PagesAt } from '../../../lib/entries/pagination.js';
import { throwing } from '../../../lib/entries/results.js';
import { type Answer, BASE, stubFetch } from '../../support/client.js';

interface Order {
  id: number;
}

interface Page {
  data: Order[];
  next?: string;
}

const pages = cursorPages({ param: 'cursor', next: 'next', items: 'data' });

const createShop = (...answers: Answer[]) => {
  const fetch = stubFetch({ answers });
  const api = createApi({
    baseUrl: BASE,
    fetch,
    requests: {
      orders: {
        list: defineRequest<Page, { cursor?: string }>()({ method: 'GET', path: '/orders', pages }),
        generated: new Request<{ page?: number }, Order[], {}, unknown, PagesAt<''>>({
          method: 'GET',
          path: '/orders',
          pages: numberPages({ param: 'page' }),
        }),
        plain: defineRequest<Page>()({ method: 'GET', path: '/orders' }),
      },
    },
  });
  return { api, fetch, shop: throwing(api) };
};

const FIRST = { data: [{ id: 1 }, { id: 2 }], next: 'b' };
const LAST = { data: [{ id: 3 }] };

const all = async <T>(iterable: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of iterable) found.push(item);
  return found;
};

describe('items (rules.md#declared-pages)', () => {
  it('yields each item with the response of its page', async () => {
    const { api, fetch } = createShop(FIRST, { data: [], next: 'c' }, LAST);
    const found = await all(items(api.orders.list, {}));
    expect(found.map(({ data, error, status }) => [data?.id, error, status])).toEqual([
      [1, null, 200],
      [2, null, 200],
      [3, null, 200],
    ]);
    expect(found.every((item) => !('retry' in item))).toBe(true);
    expect(fetch.requests.map(({ url }) => url.slice(BASE.length))).toEqual([
      '/orders',
      '/orders?cursor=b',
      '/orders?cursor=c',
    ]);
  });

  it('yields the error of a page, and ends', async () => {
    const { api } = createShop(FIRST, 503);
    const found = await all(items(api.orders.list, {}));
    expect(found.map(({ data, error, status }) => data ?? [error?.kind, status])).toEqual([
      { id: 1 },
      { id: 2 },
      ['http', 503],
    ]);
  });

  it.each([[{ data: 'abc' }], [{}], [[1]], [{ data: { length: 2, 0: 1, 1: 2 } }]] as Answer[][])(
    'yields one error for %j, whose items are not an array',
    async (page) => {
      const { api } = createShop(page);
      const found = await all(items(api.orders.list, {}));
      expect(found.map(({ error }) => [error?.kind, error?.sent])).toEqual([['network', false]]);
      expect(found[0]?.error?.message).toContain('not an array');
    },
  );

  it('checks the items of the page maxPages too', async () => {
    const { api, fetch } = createShop({ data: 1 });
    const found = await all(items(api.orders.list, {}, { maxPages: 1 }));
    expect(found.map(({ error }) => error?.kind)).toEqual(['network']);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('requests a page only when its first item is needed', async () => {
    const { api, fetch } = createShop(FIRST, LAST);
    for await (const { data } of items(api.orders.list, {})) if (data?.id === 2) break;
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('follows the option next, and passes call options', async () => {
    const { api, fetch } = createShop(FIRST, LAST);
    const next = ({ data }: { data: Page }) => (data.next ? { cursor: 'own' } : null);
    await all(items(api.orders.list, {}, { next, headers: { 'x-a': '1' } }));
    expect(fetch.requests.map(({ url }) => url.slice(BASE.length))).toEqual([
      '/orders',
      '/orders?cursor=own',
    ]);
    expect(fetch.lastHeaders).toMatchObject({ 'x-a': '1' });
  });

  it('yields a large page without a stack overflow', async () => {
    const { api } = createShop(
      Array.from({ length: 200_000 }, (_, id) => ({ id })),
      [],
    );
    expect((await all(items(api.orders.generated, {}))).length).toBe(200_000);
  });

  it('rejects for an endpoint without pages, and for another function', async () => {
    const { api } = createShop(FIRST);
    await expect(items(api.orders.plain as never, {}).next()).rejects.toThrow(
      new TypeError('items: "orders.plain" has no pages: set "pages" of the endpoint.'),
    );
    await expect(items((() => 1) as never, {}).next()).rejects.toThrow('items needs an endpoint function');
    await expect(items(undefined as never, {}).next()).rejects.toThrow('items needs an endpoint function');
  });

  it('works over a copy of the client, and over a Request with new options', async () => {
    const { api } = createShop(FIRST, LAST);
    expect(await all(items(api.withHeaders({ 'x-a': '1' }).orders.list, {}))).toHaveLength(3);
    const list = defineRequest<Page, { cursor?: string }>()({ method: 'GET', path: '/orders' }).with({
      pages,
    });
    const other = createApi({
      baseUrl: BASE,
      fetch: stubFetch({ answers: [FIRST, LAST] }),
      requests: { list },
    });
    expect(await all(items(other.list, {}))).toHaveLength(3);
  });
});

describe('collect over items', () => {
  it('collects the items of all pages in one Result, and starts again on retry', async () => {
    const { api, fetch } = createShop(FIRST, LAST, FIRST, LAST);
    const result = await collect(items(api.orders.list, {}));
    expect(result.data).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect((await result.retry()).data).toHaveLength(3);
    expect(fetch).toHaveBeenCalledTimes(4);
  });

  it('returns the error of a page with a retry', async () => {
    const { api } = createShop(FIRST, 503, FIRST, LAST);
    const result = await collect(items(api.orders.list, {}));
    expect(result.error?.status).toBe(503);
    expect((await result.retry()).data).toHaveLength(3);
  });

  it('stops at max items', async () => {
    const { api, fetch } = createShop(FIRST, LAST);
    expect((await collect(items(api.orders.list, {}), { max: 2 })).data).toEqual(FIRST.data);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe('items over an endpoint of a throwing client (rules.md#declared-pages)', () => {
  it('yields the items', async () => {
    const { shop } = createShop(FIRST, LAST);
    const ids: number[] = [];
    for await (const order of items(shop.orders.list, {})) ids.push(order.id);
    expect(ids).toEqual([1, 2, 3]);
  });

  it('throws the error of a page, as a call would throw it', async () => {
    const { api } = createShop(FIRST, 503);
    const orders = items(throwing(api, { error: ({ status }) => `failed ${status}` }).orders.list, {});
    expect((await orders.next()).value).toEqual({ id: 1 });
    await orders.next();
    await expect(orders.next()).rejects.toBe('failed 503');
    expect(await orders.next()).toEqual({ done: true, value: undefined });
  });

  it('throws an ApiError for a page without items', async () => {
    const { shop } = createShop({ data: 1 });
    await expect(items(shop.orders.list, {}).next()).rejects.toMatchObject({ kind: 'network', sent: false });
  });

  it('needs no next for paginate either', async () => {
    const { shop } = createShop(FIRST, LAST);
    expect(await all(paginate(shop.orders.list, {}))).toEqual([FIRST, LAST]);
  });
});
