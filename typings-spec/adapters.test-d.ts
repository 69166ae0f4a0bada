import {
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { type ApiError, type ApiErrorJson, createApi, defineRequest, toPlainResult, Request } from 'homing';
import { mswHandler } from 'homing/msw';
import { nextTags, tagOf } from 'homing/next';
import { infiniteQuery, mutation, query, queryFnOf, queryKey, swr } from 'homing/query';
import { useCall, usePoll, useStream } from 'homing/react';
import { events, type EventItem } from 'homing/sse';
import { errorResponse, mockApi } from 'homing/testing';
import { http } from 'msw';
import useSWR from 'swr';
import { expectAssignable, expectError, expectType } from 'tsd';
import { z } from 'zod';

interface User {
  id: number;
  name: string;
}

interface Problem {
  reason: string;
}

interface Page {
  items: User[];
  cursor?: string;
}

const requests = {
  getUser: defineRequest<User, {}, { 404: Problem }>()({ method: 'GET', path: '/users/:id' }),
  list: defineRequest<Page, { cursor?: string; size?: number }>()({ method: 'GET', path: '/users' }),
  names: defineRequest<string[]>()({ method: 'GET', path: '/names' }),
  ping: defineRequest()({ method: 'GET', path: '/ping', responseType: 'none' }),
  rename: defineRequest<User, { name: string }>()({ method: 'PATCH', path: '/users/:id' }),
  watch: defineRequest()({ method: 'GET', path: '/watch', responseType: events({ schema: z.string() }) }),
  since: defineRequest()({
    method: 'GET',
    path: '/since',
    schema: z.object({ at: z.string().transform(Number) }),
  }),
  jobs: { get: defineRequest<User>()({ method: 'GET', path: '/jobs/:id' }) },
};

const api = createApi({ name: 'users', baseUrl: '/', requests });
const queryClient = new QueryClient();
const id = Math.random() > 0.5 ? 1 : undefined;

// A query has the data and the error of its endpoint.
const user = useQuery(query(api.getUser, { id: 1 }));
expectType<User | undefined>(user.data);
if (user.error?.status === 404) expectType<Problem | null>(user.error.body);
expectType<null | undefined>(useQuery(query(api.ping)).data);
expectType<Page | undefined>(useQuery(query(api.list)).data);
expectType<ApiError | null>(useQuery(query(api.list)).error);

// skipToken passes through, and suspense refuses it.
const named = useQuery({ ...query(api.getUser, id ? { id } : skipToken), select: ({ name }) => name });
expectType<string | undefined>(named.data);
expectType<User>(useSuspenseQuery(query(api.getUser, { id: 1 })).data);
expectError(useSuspenseQuery(query(api.getUser, id ? { id } : skipToken)));

// What is no param, or no endpoint, doesn't compile.
expectError(query(api.getUser));
expectError(query(api.getUser, { id: 1, typo: 2 }));
expectError(query(api.getUser, { idd: 1 }));
expectError(query(api.getUser, { id: 1 }, { scop: 'a' }));
expectError(query((): Promise<User> => Promise.reject(new Error())));
expectError(infiniteQuery(api.list, {}, {}));
expectError(infiniteQuery(api.list, {}, { next: () => ({ curser: 'a' }) }));

// Pages, mutations, keys.
const next = ({ cursor }: Page): { cursor: string } | null => (cursor === undefined ? null : { cursor });
const pages = useInfiniteQuery(infiniteQuery(api.list, {}, { next }));
expectType<Page[] | undefined>(pages.data?.pages);
expectType<ApiError | null>(pages.error);
expectType<Page[]>(
  useSuspenseInfiniteQuery(
    infiniteQuery(api.list, {}, { next: ({ cursor }) => (cursor ? { cursor } : null) }),
  ).data.pages,
);
void queryClient.prefetchInfiniteQuery(infiniteQuery(api.list, {}, { next }));
infiniteQueryOptions(infiniteQuery(api.list, {}, { next }));
const rename = useMutation({ ...mutation(api.rename), onSuccess: (renamed) => expectType<User>(renamed) });
rename.mutate({ id: 1, name: 'Ada' });
expectType<ApiError | null>(rename.error);
expectError(rename.mutate({ id: 1, nam: 'Ada' }));
useMutation(mutation(api.ping)).mutate();
useMutation(mutation(api.list)).mutate();
useMutation(mutation(api.list)).mutate({ size: 1 });
expectType<User | undefined>(queryClient.getQueryData(queryOptions(query(api.getUser, { id: 1 })).queryKey));
expectType<Promise<User>>(queryClient.query(query(api.getUser, { id: 1 })));
void queryClient.invalidateQueries({ queryKey: queryKey(api.getUser) });
expectError(queryKey(api.getUser, { idd: 1 }));

// SWR, RTK Query.
expectType<User | undefined>(useSWR(...swr(api.getUser, id ? { id } : null)).data);
expectType<Page | undefined>(useSWR(...swr(api.list)).data);
expectError(swr(api.getUser));
const answer = await queryFnOf(api.getUser)({ id: 1 }, new AbortController());
if (answer.error?.status === 404) expectType<Problem | null | undefined>(answer.error.body);
if (!answer.error) expectType<User>(answer.data);

// Hooks.
const call = useCall(api.getUser, id ? { id } : null);
expectType<User | null>(call.data);
if (!call.isPending && !call.error) expectType<User>(call.data);
if (call.error?.status === 404) expectType<Problem | null>(call.error.body);
expectType<Page | null>(useCall(api.list).data);
expectType<User | null>(usePoll(api.getUser, { id: 1 }, { every: 5000 }).data);
const { last } = useStream(api.watch);
expectType<EventItem<string> | undefined>(last);
expectError(useCall(api.getUser));
expectError(usePoll(api.getUser, { id: 1 }, {}));
expectError(useStream(api.getUser, { id: 1 }));

// Tags; their option is Next's to declare.
expectType<string>(tagOf(api.getUser, { id: 1 }));
expectType<string[]>(nextTags(api.list));
expectError(tagOf(api.getUser, { idd: 1 }));

// Plain data.
const crossed = await toPlainResult(api.getUser({ id: 1 }));
if (crossed.error?.status === 404) expectType<Problem | null | undefined>(crossed.error.body);
if (!crossed.error) expectType<User>(crossed.data);
if (crossed.error) expectAssignable<ApiErrorJson>(crossed.error);

// Answers of a stub are held to the endpoints' types; with a schema to what that takes.
const mock = mockApi(requests, {
  getUser: ({ params }) => ({ id: Number(params.id), name: 'Ada' }),
  list: [{ items: [] }, errorResponse(503), new Response(null, { status: 500 })],
  names: [['a']],
  ping: null,
  rename: ({ params }) => ({ id: 1, name: params.name }),
  watch: new Response('data: "x"\n\n'),
  since: { at: '5' },
  jobs: { get: { id: 1, name: 'Ada' } },
});
http.all(...mswHandler(mock));
expectType<number>(mock.callCount('jobs.get'));
mockApi(requests, { getUser: errorResponse(404, { reason: 'gone' }) });
expectError(mockApi(requests, { getUser: errorResponse(404, { raeson: 'gone' }) }));
expectError(mockApi(requests, { getUsr: { id: 1, name: 'Ada' } }));
expectError(mockApi(requests, { getUser: { id: 1, nam: 'Ada' } }));
expectError(mockApi(requests, { getUser: ({ params }) => ({ id: Number(params.idd), name: 'Ada' }) }));
expectError(mockApi(requests, { names: ['a'] }));
expectError(mockApi(requests, { since: { at: 5 } }));
expectError(mock.callCount('jobs.gett'));
const timed = new Request<{ id: number }, User>({ method: 'GET', path: '/users/:id' }).with({
  schema: z.object({ at: z.string().transform(Number) }),
});
mockApi({ timed }, { timed: { at: '5' } });
expectError(mockApi({ timed }, { timed: { at: 5 } }));
