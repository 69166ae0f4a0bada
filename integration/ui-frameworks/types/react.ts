import {
  infiniteQueryOptions,
  mutationOptions,
  QueryClient,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useMutation,
  usePrefetchQuery,
  useQueries,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQueries,
  useSuspenseQuery,
} from '@tanstack/react-query';
import type { ApiError } from 'homing';
import { infiniteQuery, mutation, query, queryKey, retryTransient } from 'homing/query';
import { api, type NotFound, type Page, type User } from './api.ts';
import { expectType } from './expect.ts';

declare const id: number | undefined;
const client = new QueryClient({ defaultOptions: { queries: { retry: retryTransient(2) } } });

// Data and errors, by status.
const user = useQuery(query(api.getUser, { id: 1 }));
expectType<User | undefined>()(user.data);
if (user.error?.status === 404) expectType<NotFound | null>()(user.error.body);
if (user.error?.status === 503) expectType<number | undefined>()(user.error.body?.seconds);
if (user.isError && user.error.kind === 'network') expectType<0>()(user.error.status);
if (user.isSuccess) expectType<User>()(user.data);

const found = useQuery(query(api.find));
expectType<User[] | undefined>()(found.data);
expectType<ApiError | null>()(found.error);
expectType<string | undefined>()(useQuery(query(api.ping)).data);
expectType<{ lines: string[] } | undefined>()(useQuery(query(api.admin.getLog, { day: 'monday' })).data);

// Data is never null.
expectType<null | undefined>()(useQuery(query(api.clear)).data);

// Own options.
const named = useQuery({ ...query(api.getUser, { id: 1 }), select: (from) => from.name, staleTime: 1000 });
expectType<string | undefined>()(named.data);
if (named.error?.status === 404) expectType<NotFound | null>()(named.error.body);
const started = useQuery({ ...query(api.getUser, { id: 1 }), initialData: { id: 1, name: 'Ada' } });
expectType<User>()(started.data);
useQuery({ ...query(api.getUser, { id: 1 }), retry: retryTransient(), enabled: ({ state }) => !state.data });
useQuery({ ...query(api.getUser, { id: 1 }), retry: false });
useQuery({ ...query(api.getUser, { id: 1 }), refetchInterval: ({ state }) => (state.data ? false : 1000) });
useQuery(query(api.getUser, { id: 1 }, { scope: 'user-7', signal: false }));

// Waits for its params.
const waiting = useQuery(query(api.getUser, id === undefined ? skipToken : { id }));
expectType<User | undefined>()(waiting.data);
if (waiting.error?.status === 404) expectType<NotFound | null>()(waiting.error.body);
const always = useQuery(query(api.getUser, skipToken));
expectType<User | undefined>()(always.data);
const some = useQuery({
  ...query(api.getUser, id === undefined ? skipToken : { id }),
  select: (from) => from.name,
});
expectType<string | undefined>()(some.data);
expectType<User[] | undefined>()(useQuery(query(api.find, id ? undefined : skipToken)).data);
expectType<User[] | undefined>()(useQuery(query(api.find, id ? { name: 'Ada' } : skipToken)).data);
// @ts-expect-error -- the type is the same as for {}, which would hide the wait
query(api.find, id ? {} : skipToken);
// @ts-expect-error -- a suspense query can't wait
useSuspenseQuery(query(api.find, id ? undefined : skipToken));

// Suspense: data is always defined, and a query can't wait.
const suspended = useSuspenseQuery(query(api.getUser, { id: 1 }));
expectType<User>()(suspended.data);
if (suspended.error?.status === 404) expectType<NotFound | null>()(suspended.error.body);
expectType<string>()(
  useSuspenseQuery({ ...query(api.getUser, { id: 1 }), select: (from) => from.name }).data,
);
// @ts-expect-error -- a suspense query can't wait
useSuspenseQuery(query(api.getUser, id === undefined ? skipToken : { id }));
// @ts-expect-error -- nor always
useSuspenseQuery(query(api.getUser, skipToken));
// @ts-expect-error -- nor through queryOptions
useSuspenseQuery(queryOptions(query(api.getUser, id === undefined ? skipToken : { id })));

// @ts-expect-error -- a typo, next to it
query(api.getUser, id ? { idd: id } : skipToken);
// @ts-expect-error -- one argument too many
query(api.getUser, id ? { id, nam: 'Ada' } : skipToken);

// Several.
const [one, two] = useQueries({ queries: [query(api.getUser, { id: 1 }), query(api.find)] });
expectType<User | undefined>()(one.data);
expectType<User[] | undefined>()(two.data);
if (one.error?.status === 404) expectType<NotFound | null>()(one.error.body);
expectType<ApiError | null>()(two.error);
const [first] = useSuspenseQueries({ queries: [query(api.getUser, { id: 1 })] });
expectType<User>()(first.data);
if (first.error?.status === 404) expectType<NotFound | null>()(first.error.body);
const many = useQueries({ queries: [1, 2].map((each) => query(api.getUser, { id: each })) });
expectType<User | undefined>()(many[0]?.data);

// Through queryOptions, and by the client.
const options = queryOptions(query(api.getUser, { id: 1 }));
expectType<User | undefined>()(client.getQueryData(options.queryKey));
expectType<User | undefined>()(useQuery(options).data);
const skipping = queryOptions(query(api.getUser, id === undefined ? skipToken : { id }));
expectType<User | undefined>()(client.getQueryData(skipping.queryKey));
expectType<User | undefined>()(useQuery(skipping).data);
client.setQueryData(options.queryKey, (before) => before && { ...before, name: 'Grace' });
// @ts-expect-error -- no user
client.setQueryData(options.queryKey, { id: 1 });
expectType<Promise<User>>()(client.query(query(api.getUser, { id: 1 })));
expectType<Promise<User>>()(client.fetchQuery(query(api.getUser, { id: 1 })));
expectType<Promise<User>>()(client.ensureQueryData(query(api.getUser, { id: 1 })));
expectType<Promise<User>>()(client.ensureQueryData(options));
usePrefetchQuery(query(api.getUser, { id: 1 }));
void client.prefetchQuery(query(api.getUser, { id: 1 }));
void client.invalidateQueries({ queryKey: queryKey(api.getUser) });
void client.invalidateQueries({ queryKey: queryKey(api.getUser, { id: 1 }) });
void client.invalidateQueries({ queryKey: queryKey(api.getUser, undefined, { scope: 'user-7' }) });
void client.cancelQueries(query(api.getUser, { id: 1 }));

// Infinite.
const next = ({ cursor }: Page) => (cursor ? { cursor } : null);
const pages = useInfiniteQuery(infiniteQuery(api.list, { size: 2 }, { next }));
expectType<Page[] | undefined>()(pages.data?.pages);
if (pages.error?.status === 404) expectType<NotFound | null>()(pages.error.body);
useInfiniteQuery(
  infiniteQuery(
    api.list,
    {},
    {
      next: (page, params) => {
        expectType<Page>()(page);
        expectType<string | undefined>()(params.cursor);
        return page.cursor ? { cursor: page.cursor } : undefined;
      },
      previous: () => null,
    },
  ),
);
useInfiniteQuery({ ...infiniteQuery(api.list, {}, { next }), maxPages: 3 });
const flat = useInfiniteQuery({
  ...infiniteQuery(api.list, {}, { next }),
  select: ({ pages: all }) => all.flatMap(({ items }) => items),
});
expectType<string[] | undefined>()(flat.data);
expectType<Page[]>()(useSuspenseInfiniteQuery(infiniteQuery(api.list, {}, { next })).data.pages);
const infinite = infiniteQueryOptions(infiniteQuery(api.list, {}, { next }));
expectType<Page[] | undefined>()(client.getQueryData(infinite.queryKey)?.pages);
expectType<Page[] | undefined>()(useInfiniteQuery(infinite).data?.pages);
void client.fetchInfiniteQuery(infiniteQuery(api.list, {}, { next })).then(({ pages: all }) => {
  expectType<Page[]>()(all);
});
// @ts-expect-error -- no param with that name
infiniteQuery(api.list, {}, { next: ({ cursor }) => ({ after: cursor }) });
// @ts-expect-error -- without next
infiniteQuery(api.list, {}, {});

// Mutations.
const renaming = useMutation(mutation(api.rename));
expectType<User | undefined>()(renaming.data);
if (renaming.error?.status === 404) expectType<NotFound | null>()(renaming.error.body);
renaming.mutate({ id: 1, name: 'Grace' });
expectType<Promise<User>>()(renaming.mutateAsync({ id: 1, name: 'Grace' }));
// @ts-expect-error -- name is missing
renaming.mutate({ id: 1 });
// @ts-expect-error -- both are
renaming.mutate();
useMutation(mutation(api.clear)).mutate();
const withContext = useMutation({
  ...mutation(api.rename),
  onMutate: ({ name }) => ({ name }),
  onError: (error, { name }, context) => {
    expectType<string>()(name);
    expectType<string | undefined>()(context?.name);
    if (error.status === 404) expectType<NotFound | null>()(error.body);
  },
  onSuccess: (data) => {
    expectType<User>()(data);
  },
});
withContext.mutate({ id: 1, name: 'Grace' });
useMutation(mutationOptions(mutation(api.rename))).mutate({ id: 1, name: 'Grace' });
// @ts-expect-error -- null, and not undefined
expectType<undefined>()(useMutation(mutation(api.remove)).data);
expectType<null | undefined>()(useMutation(mutation(api.remove)).data);

// Code that must not compile.
// @ts-expect-error -- a typo in a param
query(api.getUser, { idd: 1 });
// @ts-expect-error -- one argument too many
query(api.find, { name: 'Ada', nam: 'Ada' });
// @ts-expect-error -- a wrong type
query(api.find, { name: 1 });
// @ts-expect-error -- a missing param
query(api.getUser, {});
// @ts-expect-error -- none at all
query(api.getUser);
// @ts-expect-error -- params where there are none
query(api.ping, { id: 1 });
// @ts-expect-error -- no endpoint
query(() => Promise.resolve(1));
// @ts-expect-error -- no endpoint with that name
query(api.getUsr, { id: 1 });
// @ts-expect-error -- a group
query(api.admin, {});
// @ts-expect-error -- no option
query(api.getUser, { id: 1 }, { signal: true });
// @ts-expect-error -- a typo in an option
query(api.getUser, { id: 1 }, { scop: 'user-7' });
// @ts-expect-error -- undefined params wait for nothing
query(api.getUser, undefined);
// @ts-expect-error -- nor do null ones
query(api.getUser, null);
// @ts-expect-error -- a typo in a param
queryKey(api.getUser, { idd: 1 });
// @ts-expect-error -- no endpoint
mutation(fetch);
