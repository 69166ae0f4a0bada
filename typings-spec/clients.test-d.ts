import { spyOn } from 'jest-mock';
import { ApiClient, createApi, defineRequest, type Result, withHeaders } from 'homing';
import { successResult } from 'homing/testing';
import { expectAssignable, expectError, expectType } from 'tsd';

interface User {
  id: number;
}

const requests = {
  getUser: defineRequest<User>()({ method: 'GET', path: '/users/:id' }),
  listUsers: defineRequest<User[], { page?: number }>()({ method: 'GET', path: '/users' }),
};
const api = createApi({ baseUrl: '', requests, headers: { 'x-a': 'a' } });
const other = createApi({ baseUrl: '/other', requests });

// A client is of a type that can be named.
expectType<ApiClient<typeof requests>>(createApi({ baseUrl: '', requests }));
expectAssignable<typeof api>(new ApiClient({ baseUrl: '', requests }));

// Its properties are functions that can be replaced, by one of the same type.
api.getUser = other.getUser;
api.getUser = Object.assign(async () => successResult<User>({ id: 1 }), { getHeaders: () => ({}) });
expectError((api.getUser = other.listUsers));
expectError((api.getUser = async () => 1));

// Also where `requests` is written in place, which makes its own properties read-only.
const inPlace = createApi({ baseUrl: '', requests: { getUser: requests.getUser } });
inPlace.getUser = api.getUser;

// That makes them fit for a spy, whose answer is checked.
spyOn(api, 'getUser').mockResolvedValue(successResult<User>({ id: 1 }));
expectError(spyOn(api, 'getUser').mockResolvedValue(successResult('text')));
expectError(spyOn(api, 'getNobody'));

// A copy with headers has the type of the client, by the method and by the function.
expectType<typeof api>(api.withHeaders({ 'x-b': 'b' }));
expectType<typeof api>(api.withHeaders({ 'x-b': 'b' }, { dedupe: false }).withHeaders(new Headers()));
expectType<typeof api>(withHeaders(api, { 'x-b': 'b' }, { dedupe: undefined }));
expectType<Promise<Result<User>>>(api.withHeaders({}).getUser({ id: 1 }));
expectError(api.withHeaders({ 'x-b': 'b' }, { dedupe: 'no' }));
expectError(api.withHeaders());

// An endpoint called `withHeaders` has that name; the function still works.
const named = createApi({ baseUrl: '', requests: { withHeaders: requests.listUsers } });
expectType<Promise<Result<User[]>>>(named.withHeaders({ page: 1 }));
expectError(named.withHeaders({ 'x-b': 'b' }));
expectType<typeof named>(withHeaders(named, { 'x-b': 'b' }));

// A function of a client is no client, and neither is a value that is no object.
expectError(withHeaders(api.getUser, { 'x-b': 'b' }));
expectError(withHeaders(() => 1, {}));
expectError(withHeaders('api', {}));

// What is of no client in particular is taken; whether it is one is looked at at run time.
const headed = <TClient extends ApiClient<typeof requests>>(client: TClient): TClient =>
  withHeaders(client, {});
expectType<typeof api>(headed(api));
