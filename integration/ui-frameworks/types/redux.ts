import { configureStore, type SerializedError } from '@reduxjs/toolkit';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import type { ApiErrorJson } from 'homing';
import { queryFnOf } from 'homing/query';
import { api, type User } from './api.ts';
import { expectType } from './expect.ts';

export const users = createApi({
  baseQuery: fakeBaseQuery<ApiErrorJson>(),
  tagTypes: ['User'],
  endpoints: (build) => ({
    getUser: build.query({ queryFn: queryFnOf(api.getUser), providesTags: ['User'] }),
    find: build.query({ queryFn: queryFnOf(api.find) }),
    ping: build.query({ queryFn: queryFnOf(api.ping) }),
    rename: build.mutation({ queryFn: queryFnOf(api.rename), invalidatesTags: ['User'] }),
    clear: build.mutation({ queryFn: queryFnOf(api.clear) }),
  }),
});
const { useGetUserQuery, useFindQuery, usePingQuery, useRenameMutation, useClearMutation } = users;

const { data, error } = useGetUserQuery({ id: 1 });
expectType<User | undefined>()(data);
// Errors of RTK Query itself have no kind.
if (error && 'kind' in error) {
  expectType<ApiErrorJson>()(error);
  if (error.status === 404) expectType<unknown>()(error.body);
} else expectType<SerializedError | undefined>()(error);

const found = useFindQuery();
expectType<User[] | undefined>()(found.data);
expectType<ApiErrorJson | SerializedError | undefined>()(found.error);
useFindQuery({ name: 'Ada' });
expectType<string | undefined>()(usePingQuery().data);

const [rename, renamed] = useRenameMutation();
void rename({ id: 1, name: 'Grace' });
expectType<User | undefined>()(renamed.data);
const [clear, cleared] = useClearMutation();
void clear();
expectType<null | undefined>()(cleared.data);

export const store = configureStore({
  reducer: { [users.reducerPath]: users.reducer },
  middleware: (defaults) => defaults().concat(users.middleware),
});

// Code that must not compile.
// @ts-expect-error -- a typo in a param
useGetUserQuery({ idd: 1 });
// @ts-expect-error -- a missing param
useGetUserQuery();
// @ts-expect-error -- name is missing
void rename({ id: 1 });
// @ts-expect-error -- no endpoint
queryFnOf(fetch);
// @ts-expect-error -- no endpoint with that name
queryFnOf(api.getUsr);
