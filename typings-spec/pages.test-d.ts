import { collect, createApi, defineRequest, paginate, Request, type Result } from 'homing';
import {
  cursorPages,
  type ItemResult,
  items,
  linkPages,
  numberPages,
  offsetPages,
  type PagesAt,
} from 'homing/pagination';
import { infiniteQuery } from 'homing/query';
import { throwing } from 'homing/results';
import { expectError, expectType } from 'tsd';
import { z } from 'zod';

interface Order {
  id: number;
}

interface Page {
  data: Order[];
  meta?: { next: string | null; rows: readonly Order[] | null };
  name: string;
}

interface Params {
  cursor?: string;
}

const pages = cursorPages({ param: 'cursor', next: 'meta.next', items: 'data' });

const api = createApi({
  name: 'shop',
  baseUrl: '',
  requests: {
    orders: {
      list: defineRequest<Page, Params>()({
        method: 'GET',
        path: '/orders',
        pages: cursorPages({ param: 'cursor', next: 'meta.next', items: 'data' }),
      }),
      shared: defineRequest<Page, Params & { q: string }, { 404: Order }>()({
        method: 'GET',
        path: '/shops/:shop/orders',
        pages,
      }),
    },
    nested: defineRequest<Page>()({
      method: 'GET',
      path: '/a',
      pages: offsetPages({ param: 'o', items: 'meta.rows' }),
    }),
    array: defineRequest<Order[]>()({ method: 'GET', path: '/a', pages: numberPages({ param: 'page' }) }),
    schema: defineRequest()({
      method: 'GET',
      path: '/a',
      schema: z.object({ rows: z.array(z.string()) }),
      pages: linkPages({ items: 'rows' }),
    }),
    statuses: defineRequest<unknown, Params>()({
      method: 'GET',
      path: '/a',
      responses: {
        200: z.object({ rows: z.array(z.string()) }),
        206: z.object({ rows: z.array(z.number()) }),
      },
      pages: cursorPages({ param: 'cursor', next: 'next', items: 'rows' }),
    }),
    headers: defineRequest<Page, {}, {}, { 'x-total': string }>()({ method: 'GET', path: '/a', pages }),
    untyped: defineRequest()({ method: 'GET', path: '/a', pages }),
    generated: new Request<Params, Page, {}, unknown, PagesAt<'data'>>({ method: 'GET', path: '/a', pages }),
    added: defineRequest<Page, Params>()({ method: 'GET', path: '/a' }).with({ pages }),
    plain: defineRequest<Page, Params>()({ method: 'GET', path: '/a' }),
  },
});

// The type of the items comes from the data and the path.
expectType<AsyncGenerator<ItemResult<Order>, void, undefined>>(items(api.orders.list, {}));
expectType<AsyncGenerator<ItemResult<Order, { 404: Order }>, void, undefined>>(
  items(api.orders.shared, { shop: 1, q: 'a' }),
);
expectType<AsyncGenerator<ItemResult<Order>, void, undefined>>(items(api.nested, {}, { maxPages: 2 }));
expectType<AsyncGenerator<ItemResult<Order>, void, undefined>>(items(api.array, undefined));
expectType<AsyncGenerator<ItemResult<string>, void, undefined>>(items(api.schema, {}));
expectType<AsyncGenerator<ItemResult<Order>, void, undefined>>(items(api.headers, {}));
expectType<AsyncGenerator<ItemResult<string | number>, void, undefined>>(items(api.statuses, {}));
expectType<AsyncGenerator<ItemResult<unknown>, void, undefined>>(items(api.untyped, {}));
expectType<AsyncGenerator<ItemResult<Order>, void, undefined>>(items(api.generated, { cursor: 'a' }));
expectType<AsyncGenerator<ItemResult<Order>, void, undefined>>(items(api.added, {}));
for await (const { data, error } of items(api.orders.list, {})) {
  if (error) expectType<null>(data);
  else expectType<Order>(data);
}

// A throwing client yields the items.
for await (const order of items(throwing(api).orders.list, {})) expectType<Order>(order);
for await (const order of items(throwing(api).generated, {})) expectType<Order>(order);
for await (const page of paginate(throwing(api).orders.list, {})) expectType<Page>(page);

// A call and its Result don't change.
expectType<Promise<Result<Page>>>(api.orders.list({ cursor: 'a' }));
expectType<string>((await api.headers()).response?.headers.get('x-total') ?? '');

const statuses = await api.statuses({ cursor: 'a' });
if (!statuses.error && statuses.status === 206) expectType<{ rows: number[] }>(statuses.data);

// `next` can be omitted, and still wins.
expectType<AsyncGenerator<Result<Page>, void, undefined>>(paginate(api.orders.list, {}));
expectType<AsyncGenerator<Result<Page>, void, undefined>>(
  paginate(api.orders.list, {}, { next: ({ data }, params) => ({ ...params, cursor: data.name }) }),
);
expectType<Result<Order[]>>(await collect(items(api.orders.list, {})));
expectType<Result<Page[]>>(await collect(paginate(api.orders.list, {})));
expectType<Page>(await infiniteQuery(api.orders.list, {}).queryFn({} as never));
infiniteQuery(api.orders.list, {}, { next: ({ name }) => ({ cursor: name }) });

// An endpoint without pages needs `next`, and has no items.
expectError(paginate(api.plain, {}));
expectError(paginate(throwing(api).plain, {}));
expectError(items(api.plain, {}));
expectError(items(throwing(api).plain, {}));
expectError(infiniteQuery(api.plain, {}));
expectError(items(api.orders.list, { cursor: 1 }));
expectError(items(api.orders.shared, { shop: 1 }));
expectError(items(api.orders.list, {}, { next: () => ({ cursor: 1 }) }));

// The path of the items is checked.
expectError(
  defineRequest<Page>()({
    method: 'GET',
    path: '/a',
    pages: cursorPages({ param: 'c', next: 'n', items: 'dta' }),
  }),
);
expectError(
  defineRequest<Page>()({
    method: 'GET',
    path: '/a',
    pages: cursorPages({ param: 'c', next: 'n', items: 'name' }),
  }),
);
expectError(defineRequest<Page>()({ method: 'GET', path: '/a', pages: linkPages() }));
expectError(
  defineRequest()({
    method: 'GET',
    path: '/a',
    schema: z.object({ rows: z.array(z.string()) }),
    pages: linkPages({ items: 'data' }),
  }),
);
expectError(
  defineRequest()({
    method: 'GET',
    path: '/a',
    responses: { 200: z.object({ rows: z.array(z.string()) }) },
    pages: linkPages({ items: 'data' }),
  }),
);
expectError(defineRequest<Page>()({ method: 'GET', path: '/a', pages: { param: 'cursor' } }));
expectError(cursorPages({ param: 'cursor' }));
expectError(offsetPages({ items: 'data' }));
