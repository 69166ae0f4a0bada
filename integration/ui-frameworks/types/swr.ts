import { query, queryKey, swr } from 'homing/query';
import useSWR, { useSWRConfig } from 'swr';
import useSWRImmutable from 'swr/immutable';
import { api, type User } from './api.ts';
import { expectType } from './expect.ts';

declare const id: number | undefined;

expectType<User | undefined>()(useSWR(...swr(api.getUser, { id: 1 })).data);
expectType<User[] | undefined>()(useSWR(...swr(api.find)).data);
expectType<null | undefined>()(useSWR(...swr(api.clear)).data);
expectType<User | undefined>()(useSWR(...swr(api.getUser, id === undefined ? null : { id })).data);
expectType<User | undefined>()(useSWRImmutable(...swr(api.getUser, { id: 1 })).data);
expectType<User>()(useSWR(...swr(api.getUser, { id: 1 }), { suspense: true }).data);
useSWR(...swr(api.getUser, { id: 1 }, { scope: 'user-7' }), { refreshInterval: 1000 });

const { mutate } = useSWRConfig();
void mutate(swr(api.getUser, { id: 1 })[0]);
void mutate(queryKey(api.getUser, { id: 1 }));
void mutate((key) => Array.isArray(key) && key[1] === queryKey(api.getUser)[1]);

// Code that must not compile.
// @ts-expect-error -- a typo in a param
swr(api.getUser, { idd: 1 });
// @ts-expect-error -- a missing param
swr(api.getUser);
// @ts-expect-error -- no endpoint
swr(fetch, {});
// @ts-expect-error -- SWR uses null to wait
query(api.getUser, null);
