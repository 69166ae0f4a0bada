import {
  type ApiError,
  createApi,
  createGraphQL,
  type DataOf,
  defineRequest,
  type ErrorOf,
  type HttpError,
  Operation,
  type ParamsOf,
  Request,
  type RequestOptions,
} from 'homing';
import { reader } from 'homing/stream';
import { expectAssignable, expectError, expectType } from 'tsd';
import { z } from 'zod';

interface User {
  id: number;
}

interface NotFound {
  message: string;
}

const get = defineRequest<User, { expand?: string }, { 404: NotFound }>()({
  method: 'GET',
  path: '/users/:id',
});
const list = defineRequest<User[], { page?: number }>()({ method: 'GET', path: '/users' });
const none = defineRequest<User>()({ method: 'GET', path: '/me' });
const made = new Request<FormData, User>({ method: 'POST', path: '/users' });
const api = createApi({ baseUrl: '', requests: { get, list, none, made, users: { get } } });

// Params, data and error of a Request, and of the function that a client has for it.
interface GetParams {
  id: string | number;
  expand?: string;
}
expectType<GetParams>({} as ParamsOf<typeof get>);
expectType<GetParams>({} as ParamsOf<typeof api.get>);
expectType<GetParams>({} as ParamsOf<typeof api.users.get>);
expectType<User>({} as DataOf<typeof get>);
expectType<User>({} as DataOf<typeof api.users.get>);
expectType<NonNullable<Awaited<ReturnType<typeof api.get>>['error']>>({} as ErrorOf<typeof get>);
expectType<ErrorOf<typeof get>>({} as ErrorOf<typeof api.users.get>);
expectType<HttpError<404, NotFound>>({} as Extract<ErrorOf<typeof api.get>, { status: 404 }>);

// Params that may be left out, none, and a body.
expectType<{ page?: number }>({} as ParamsOf<typeof list>);
expectType<{ page?: number }>({} as ParamsOf<typeof api.list>);
expectType<Record<string, never>>({} as ParamsOf<typeof none>);
expectType<Record<string, never>>({} as ParamsOf<typeof api.none>);
expectType<FormData>({} as ParamsOf<typeof api.made>);
expectType<ApiError>({} as ErrorOf<typeof api.list>);
expectType<ApiError>({} as ErrorOf<typeof list>);

// An operation, and its function.
const operation = new Operation<{ id: string }, { user: User }, { 401: NotFound }>({ operation: '{ user }' });
const graphql = createGraphQL({ endpoint: '', queries: { user: operation } });
expectType<{ id: string }>({} as ParamsOf<typeof operation>);
expectType<{ id: string }>({} as ParamsOf<typeof graphql.query.user>);
expectType<{ user: User }>({} as DataOf<typeof operation>);
expectType<{ user: User }>({} as DataOf<typeof graphql.query.user>);
expectType<ErrorOf<typeof operation>>({} as ErrorOf<typeof graphql.query.user>);

// What is no endpoint has none.
expectError<ParamsOf<string>>({});
expectError<DataOf<() => number>>({});
expectError<ErrorOf<typeof api>>({});

// A Request with options over its own keeps its types.
expectType<typeof get>(get.with({ headers: { a: '1' }, timeout: 100, share: true }));
expectType<typeof get>(get.with({ schema: undefined, responseType: undefined, errors: undefined }));
expectType<typeof made>(made.with({}));

// A schema, a response type, a reader and errors give theirs.
type Get<TData, TErrors = { 404: NotFound }> = Request<GetParams, TData, TErrors>;
expectAssignable<Get<string>>(get.with({ responseType: 'text' }));
const asText = () => get.with({ responseType: 'text' });
expectType<string>({} as DataOf<ReturnType<typeof asText>>);
const parsed = get.with({ schema: z.object({ name: z.string() }) });
expectType<{ name: string }>({} as DataOf<typeof parsed>);
expectType<GetParams>({} as ParamsOf<typeof parsed>);
const lines = get.with({ responseType: reader({ open: async () => ['a'] }) });
expectType<string[]>({} as DataOf<typeof lines>);
const declared = get.with({ errors: { 409: z.object({ title: z.string() }) } });
expectType<User>({} as DataOf<typeof declared>);
expectType<{ title: string } | null>({} as Extract<ErrorOf<typeof declared>, { status: 409 }>['body']);
declare const error: ErrorOf<typeof declared>;
if (error.status === 404) expectType<unknown>(error.body);

// It makes an endpoint as any other, and goes on being one.
const copied = createApi({
  baseUrl: '',
  requests: { text: asText().with({ timeout: 1 }), group: { parsed } },
});
expectType<string>({} as DataOf<typeof copied.text>);
expectType<{ name: string }>({} as DataOf<typeof copied.group.parsed>);
void copied.text({ id: 1 });
expectError(copied.text());

// Method and path are what it is, and the options are checked.
expectError(get.with({ path: '/others' }));
expectError(get.with({ method: 'PUT' }));
expectError(get.with({ responseType: 'xml' }));
expectError(get.with({ errors: { 200: z.string() } }));
expectError(get.with({ timeout: '1' }));
expectError(get.with());
expectError(get.with({ timout: 1 }));
expectAssignable<RequestOptions>({ timeout: 1, responseType: 'blob' });
