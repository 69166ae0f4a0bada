import {
  type CallOptions,
  collect,
  type CollectOptions,
  createApi,
  createGraphQL,
  defineRequest,
  nextLink,
  Operation,
  paginate,
  type PaginateOptions,
  type Result,
  type SuccessResult,
} from 'homing';
import { expectAssignable, expectError, expectNotAssignable, expectType } from 'tsd';

interface Page {
  ids: number[];
  cursor?: string;
}

const api = createApi({
  baseUrl: '/',
  requests: {
    list: defineRequest<Page, { cursor?: string; q: string }>()({ method: 'GET', path: '/things' }),
    all: defineRequest<Page>()({ method: 'GET', path: '/all' }),
    declared: defineRequest<Page, { q: string }, { 404: { message: string }; '5XX': Page }>()({
      method: 'GET',
      path: '/things',
    }),
    listOf: defineRequest<Page, { page?: number }>()({ method: 'GET', path: '/users/:id/things' }),
  },
});

// Params and data come from the endpoint; a page is a Result.
const pages = paginate(
  api.list,
  { q: 'a' },
  {
    next: (page, params) => {
      expectType<SuccessResult<Page>>(page);
      expectType<Response>(page.response);
      expectType<null>(page.error);
      const { cursor } = page.data;
      return cursor === undefined ? null : { ...params, cursor };
    },
  },
);
expectType<AsyncGenerator<Result<Page>, void, undefined>>(pages);
for await (const { data, error } of pages) {
  if (error) expectType<null>(data);
  else expectType<number[]>(data.ids);
}

// `next` may stop with null or undefined, and may be async.
paginate(api.list, { q: 'a' }, { next: () => null });
paginate(api.list, { q: 'a' }, { next: () => undefined });
paginate(
  api.list,
  { q: 'a' },
  { next: async ({ data }) => (data.cursor ? { q: 'a', cursor: data.cursor } : null) },
);

// There is no third argument, and a page is no data.
declare const withThree: (page: unknown, params: unknown, result: unknown) => null;
expectError(paginate(api.list, { q: 'a' }, { next: withThree }));
expectError(paginate(api.list, { q: 'a' }, { next: ({ cursor }) => ({ q: 'a', cursor }) }));

// Params that the endpoint does not take are refused: at first and from `next`.
expectError(paginate(api.list, {}, { next: () => null }));
expectError(paginate(api.list, { q: 1 }, { next: () => null }));
expectError(paginate(api.list, { q: 'a' }, { next: () => ({ q: 1 }) }));
expectError(paginate(api.list, { q: 'a' }, { next: () => 'b' }));
expectError(paginate(api.listOf, { page: 1 }, { next: () => null }));
expectError(paginate(api.list, { q: 'a' }));
expectError(paginate(api.list, { q: 'a' }, {}));
expectError(paginate(api.list, { q: 'a' }, { next: null }));
expectError(paginate('/things', {}, { next: () => null }));

// An endpoint without required params begins with {} or undefined.
paginate(api.all, {}, { next: () => null });
paginate(api.all, undefined, { next: () => null });
paginate(api.listOf, { id: 1 }, { next: (_page, { id }) => ({ id, page: 2 }) });

// Options of a call stand beside the walk's own, each with an explicit undefined too.
paginate(
  api.all,
  {},
  {
    next: () => null,
    maxPages: 3,
    signal: new AbortController().signal,
    timeout: 100,
    headers: { a: '1' },
    fetchOptions: { cache: 'no-store' },
    middleware: [(_ctx, next) => next()],
    skipMiddleware: [],
  },
);
paginate(api.all, {}, { next: () => null, maxPages: undefined, signal: undefined, timeout: undefined });
expectError(paginate(api.all, {}, { next: () => null, maxPages: '3' }));
expectError(paginate(api.all, {}, { next: () => null, pages: 3 }));

// Operations are walked as endpoints are.
const operation = new Operation<{ after?: string }, { things: Page }>({ operation: '{ things { ids } }' });
const graphql = createGraphQL({ endpoint: '/graphql', queries: { things: operation } });
const walked = paginate(
  graphql.query.things,
  {},
  {
    next: ({ data: { things } }) => (things.cursor === undefined ? null : { after: things.cursor }),
  },
);
expectType<AsyncGenerator<Result<{ things: Page }>, void, undefined>>(walked);
expectError(paginate(graphql.query.things, {}, { next: () => ({ before: 'a' }).before }));

// So is a function of one's own.
declare const own: (params: { page: number }, options: CallOptions) => Promise<Result<Page>>;
paginate(own, { page: 1 }, { next: (_page, { page }) => ({ page: page + 1 }) });
expectError(paginate(own, { page: '1' }, { next: () => null }));
expectError(paginate(async () => 1, {}, { next: () => null }));

// The options can be written down by themselves.
expectAssignable<PaginateOptions<{ page: number }, Page>>({ next: () => ({ page: 2 }), maxPages: 2 });
expectNotAssignable<PaginateOptions<{ page: number }, Page>>({ next: () => ({ page: 'two' }) });
expectNotAssignable<PaginateOptions<{ page: number }, Page>>({ maxPages: 2 });

// `nextLink` goes for every endpoint, operation and function, whatever its params, and keeps them.
expectType<AsyncGenerator<Result<Page>, void, undefined>>(paginate(api.list, { q: 'a' }, { next: nextLink }));
paginate(api.all, {}, { next: nextLink, maxPages: 3 });
paginate(api.all, undefined, { next: nextLink });
paginate(api.listOf, { id: 1 }, { next: nextLink });
const declared = paginate(api.declared, { q: 'a' }, { next: nextLink });
for await (const { error } of declared) if (error?.status === 503) expectType<Page | null>(error.body);
paginate(api.declared, { q: 'a' }, { next: (page, params) => nextLink(page, params) });
paginate(own, { page: 1 }, { next: nextLink });
paginate(graphql.query.things, {}, { next: nextLink });
expectError(paginate(api.list, {}, { next: nextLink }));
expectError(paginate(api.listOf, { page: 1 }, { next: nextLink }));

// In a `next` of one's own it gives the endpoint's params, or null; it takes a page and its params, and is not called first.
paginate(
  api.listOf,
  { id: 1 },
  {
    next: (page, params) => {
      const next = nextLink(page, params);
      expectType<{ id: number } | null>(next);
      return next && { ...next, page: 2 };
    },
  },
);
expectError(paginate(api.list, { q: 'a' }, { next: nextLink() }));
expectError(nextLink({ data: 1 }, {}));

// All pages are one Result, of a list of their data; an error narrows it as of any call.
const all = await collect(paginate(api.list, { q: 'a' }, { next: nextLink }), { max: 3 });
expectType<Result<Page[]>>(all);
if (all.error) expectType<null>(all.data);
else expectType<Page[]>(all.data);
expectType<Result<Page[]>>(await all.retry());
expectType<Result<{ things: Page }[]>>(await collect(walked, { max: undefined }));
declare const ownPages: AsyncIterable<Result<number>>;
expectType<Result<number[]>>(await collect(ownPages));
expectAssignable<CollectOptions>({});

// What is collected is pages, and neither the endpoint, a call, a list nor an iterable of something else.
expectError(collect());
expectError(collect(api.all));
expectError(collect(api.all()));
expectError(collect([await api.all()]));
declare const texts: AsyncIterable<string>;
expectError(collect(texts));
expectError(collect(ownPages, { max: '3' }));
expectError(collect(ownPages, { maxPages: 3 }));
expectError(collect(ownPages, 3));
