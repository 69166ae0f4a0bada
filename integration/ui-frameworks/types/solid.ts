import {
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
} from '@tanstack/solid-query';
import { skipToken as skipTokenOfReact } from '@tanstack/react-query';
import type { ApiError } from 'homing';
import { infiniteQuery, mutation, query, queryKey, retryTransient } from 'homing/query';
import { api, type NotFound, type Page, type User } from './api.ts';
import { expectType } from './expect.ts';

declare const id: number | undefined;
const client = new QueryClient({ defaultOptions: { queries: { retry: retryTransient(2) } } });

// Data and errors, by status.
const user = useQuery(() => query(api.getUser, { id: 1 }));
expectType<User | undefined>()(user.data);
const error = user.error;
if (error?.status === 404) expectType<NotFound | null>()(error.body);
if (error?.status === 503) expectType<number | undefined>()(error.body?.seconds);
const found = useQuery(() => query(api.find));
expectType<User[] | undefined>()(found.data);
expectType<ApiError | null>()(found.error);
expectType<string | undefined>()(useQuery(() => query(api.ping)).data);
expectType<null | undefined>()(useQuery(() => query(api.clear)).data);

// Own options.
const named = useQuery(() => ({
  ...query(api.getUser, { id: 1 }),
  select: (from) => from.name,
  staleTime: 1000,
}));
expectType<string | undefined>()(named.data);
const started = useQuery(() => ({ ...query(api.getUser, { id: 1 }), initialData: { id: 1, name: 'Ada' } }));
expectType<User>()(started.data);

// Waits for its params.
const waiting = useQuery(() => query(api.getUser, id === undefined ? skipToken : { id }));
expectType<User | undefined>()(waiting.data);
const waited = waiting.error;
if (waited?.status === 404) expectType<NotFound | null>()(waited.body);
expectType<User | undefined>()(useQuery(() => query(api.getUser, skipToken)).data);

expectType<Promise<User>>()(client.fetchQuery(query(api.getUser, { id: 1 })));

// Through queryOptions, and by the client.
const options = queryOptions(query(api.getUser, { id: 1 }));
expectType<User | undefined>()(client.getQueryData(options.queryKey));
expectType<User | undefined>()(useQuery(() => options).data);
void client.invalidateQueries({ queryKey: queryKey(api.getUser) });

// Infinite.
const next = ({ cursor }: Page) => (cursor ? { cursor } : null);
const pages = useInfiniteQuery(() => infiniteQuery(api.list, { size: 2 }, { next, previous: () => null }));
expectType<Page[] | undefined>()(pages.data?.pages);
const failed = pages.error;
if (failed?.status === 404) expectType<NotFound | null>()(failed.body);
const infinite = infiniteQueryOptions(infiniteQuery(api.list, {}, { next }));
expectType<Page[] | undefined>()(useInfiniteQuery(() => infinite).data?.pages);

// Mutations.
const renaming = useMutation(() => mutation(api.rename));
expectType<User | undefined>()(renaming.data);
const refused = renaming.error;
if (refused?.status === 404) expectType<NotFound | null>()(refused.body);
renaming.mutate({ id: 1, name: 'Grace' });
// @ts-expect-error -- name is missing
renaming.mutate({ id: 1 });
useMutation(() => mutation(api.clear)).mutate();

// Several.
const all = useQueries(() => ({ queries: [query(api.getUser, { id: 1 }), query(api.find)] }));
expectType<User | undefined>()(all[0].data);
expectType<User[] | undefined>()(all[1].data);

// Code that must not compile.
// @ts-expect-error -- the token of another package, which this one doesn't know
useQuery(() => query(api.getUser, skipTokenOfReact));
// @ts-expect-error -- a typo in a param
query(api.getUser, { idd: 1 });
// @ts-expect-error -- a wrong type
query(api.find, { name: 1 });
// @ts-expect-error -- a missing param
query(api.getUser);
// @ts-expect-error -- no endpoint
query(() => Promise.resolve(1));
// @ts-expect-error -- no endpoint with that name
query(api.getUsr, { id: 1 });
