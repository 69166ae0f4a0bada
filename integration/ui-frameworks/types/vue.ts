import {
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
} from '@tanstack/vue-query';
import type { ApiError } from 'homing';
import { infiniteQuery, mutation, query, queryKey, retryTransient } from 'homing/query';
import { computed, ref } from 'vue';
import { api, type NotFound, type Page, type User } from './api.ts';
import { expectType } from './expect.ts';

const id = ref<number>();
const client = new QueryClient({ defaultOptions: { queries: { retry: retryTransient(2) } } });

// Data and errors, by status.
const user = useQuery(query(api.getUser, { id: 1 }));
expectType<User | undefined>()(user.data.value);
const { value: error } = user.error;
if (error?.status === 404) expectType<NotFound | null>()(error.body);
if (error?.status === 503) expectType<number | undefined>()(error.body?.seconds);
const found = useQuery(query(api.find));
expectType<User[] | undefined>()(found.data.value);
expectType<ApiError | null>()(found.error.value);
expectType<string | undefined>()(useQuery(query(api.ping)).data.value);
expectType<null | undefined>()(useQuery(query(api.clear)).data.value);

// Reactive values are read in a function or a ref of options.
expectType<User | undefined>()(useQuery(() => query(api.getUser, { id: id.value ?? 1 })).data.value);
const computedUser = useQuery(computed(() => query(api.getUser, { id: id.value ?? 1 })));
expectType<User | undefined>()(computedUser.data.value);
if (computedUser.error.value?.status === 404) expectType<NotFound | null>()(computedUser.error.value.body);

// Own options.
const named = useQuery({ ...query(api.getUser, { id: 1 }), select: (from) => from.name, staleTime: 1000 });
expectType<string | undefined>()(named.data.value);

// Waits for its params.
const waiting = useQuery(() => query(api.getUser, id.value === undefined ? skipToken : { id: id.value }));
expectType<User | undefined>()(waiting.data.value);
if (waiting.error.value?.status === 404) expectType<NotFound | null>()(waiting.error.value.body);
expectType<User | undefined>()(useQuery(query(api.getUser, skipToken)).data.value);

expectType<Promise<User>>()(client.fetchQuery(query(api.getUser, { id: 1 })));

// Several.
const all = useQueries({ queries: [query(api.getUser, { id: 1 }), query(api.find)] });
expectType<User | undefined>()(all.value[0].data);
if (all.value[0].error?.status === 404) expectType<NotFound | null>()(all.value[0].error.body);
expectType<User[] | undefined>()(all.value[1].data);

// Through queryOptions, and by the client.
const options = queryOptions(query(api.getUser, { id: 1 }));
expectType<User | undefined>()(client.getQueryData(options.queryKey));
expectType<User | undefined>()(useQuery(options).data.value);
void client.invalidateQueries({ queryKey: queryKey(api.getUser) });

// Infinite.
const next = ({ cursor }: Page) => (cursor ? { cursor } : null);
const pages = useInfiniteQuery(infiniteQuery(api.list, { size: 2 }, { next, previous: () => null }));
expectType<Page[] | undefined>()(pages.data.value?.pages);
if (pages.error.value?.status === 404) expectType<NotFound | null>()(pages.error.value.body);
const infinite = infiniteQueryOptions(infiniteQuery(api.list, {}, { next }));
expectType<Page[] | undefined>()(useInfiniteQuery(infinite).data.value?.pages);

// Mutations.
const renaming = useMutation(mutation(api.rename));
expectType<User | undefined>()(renaming.data.value);
if (renaming.error.value?.status === 404) expectType<NotFound | null>()(renaming.error.value.body);
renaming.mutate({ id: 1, name: 'Grace' });
// @ts-expect-error -- name is missing
renaming.mutate({ id: 1 });
useMutation(mutation(api.clear)).mutate();

// Code that must not compile.
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
