import {
  allResults,
  type AnyEndpoint,
  type ApiError,
  type CallOptions,
  createApi,
  createGraphQL,
  type DataOf,
  defineRequest,
  type EndpointFunction,
  type ErrorOf,
  type HttpError,
  Operation,
  orThrow,
  paginate,
  type ParamsOf,
  poll,
  type SuccessResult,
  withHeaders,
  withOptions,
} from 'homing';
import { query } from 'homing/query';
import {
  type ProblemDetails,
  problemOf,
  throwing,
  type ThrowingCall,
  type ThrowingClient,
  type ThrowingOptions,
} from 'homing/results';
import { expectAssignable, expectError, expectType } from 'tsd';

interface User {
  name: string;
}

interface Page {
  ids: number[];
  cursor?: string;
}

const user = defineRequest<User, { expand?: string }, { 404: { message: string } }>()({
  method: 'GET',
  path: '/users/:id',
});
const list = defineRequest<Page, { cursor?: string }>()({ method: 'GET', path: '/things' });
const leave = defineRequest<undefined>()({ method: 'DELETE', path: '/me', responseType: 'none' });

const api = createApi({ baseUrl: '/', requests: { user, list, me: { leave, deep: { user } } } });
const shop = throwing(api);

// A call resolves with the data, in groups too.
expectType<ThrowingCall<User>>(shop.user({ id: 1 }));
expectType<User>(await shop.user({ id: 1, expand: 'a' }, { timeout: 1 }));
expectType<undefined>(await shop.me.leave());
expectType<User>(await shop.me.deep.user({ id: 'a' }));
expectType<Promise<{ data: User; response: Response }>>(shop.user({ id: 1 }).withResponse());
expectType<Promise<number>>(shop.user({ id: 1 }).then(({ name }) => name.length));
expectAssignable<Promise<User>>(shop.user({ id: 1 }));
expectType<[User, Page]>(await Promise.all([shop.user({ id: 1 }), shop.list()]));

// Params and options are those of the endpoint.
expectError(shop.user());
expectError(shop.user({}));
expectError(shop.user({ id: 1, expand: 2 }));
expectError(shop.user({ id: 1 }, { timeout: 'soon' }));
expectError(shop.me.leave({ id: 1 }));
expectError(shop.others);
expectError(shop.user.getHeaders());

// Copies keep the type.
type Shop = ThrowingClient<typeof api>;
expectType<Shop>(shop);
expectType<Shop>(shop.with({ timeout: 1 }));
expectType<Shop>(shop.withHeaders({ a: 'b' }, { timeout: 1 }));
expectType<Shop>(withOptions(shop, { timeout: 1 }));
expectType<Shop>(withHeaders(shop, { a: 'b' }));
expectType<ThrowingClient<typeof api.me>>(shop.me);
expectError(shop.with({ timeouts: 1 }));
const byName = throwing(createApi({ baseUrl: '/', requests: { with: user, withHeaders: list } }));
expectType<User>(await byName.with({ id: 1 }));
expectType<Page>(await byName.withHeaders());

// GraphQL clients and their sides.
const me = new Operation<{ id: number }, User>({ operation: '{ me { name } }' });
const graph = createGraphQL({ endpoint: '/graphql', queries: { me }, mutations: { me } });
expectType<User>(await throwing(graph).query.me({ id: 1 }));
expectType<User>(await throwing(graph).with({}).mutation.me({ id: 1 }));
expectType<User>(await throwing(graph.query).withHeaders({}).me({ id: 1 }));
expectType<User>(await throwing(createGraphQL({ endpoint: '/graphql', operations: { me } })).me({ id: 1 }));
expectError(throwing(graph).query.me());

// The error function returns any value.
expectType<Shop>(throwing(api, { error: (error) => new Error(error.message, { cause: error }) }));
throwing(api, { error: (error) => expectType<ApiError>(error) });
throwing(api, { error: undefined });
expectAssignable<ThrowingOptions>({ error: async () => 'a' });
expectError(throwing(api, { error: 'mine' }));
expectError(throwing(api, { errors: () => 1 }));
expectError(throwing());
expectError(throwing('https://api.example.com'));
expectError(throwing(api.user));

// Pages are data; `next` receives the page as for every endpoint.
const pages = paginate(
  shop.list,
  {},
  {
    next: (page, params) => {
      expectType<SuccessResult<Page>>(page);
      expectAssignable<{ cursor?: string }>(params);
      return page.data.cursor === undefined ? null : { cursor: page.data.cursor };
    },
  },
);
expectType<AsyncGenerator<Page, void, undefined>>(pages);
for await (const { ids } of pages) expectType<number[]>(ids);
expectError(paginate(shop.list, {}, {}));
expectError(paginate(shop.list, { cursor: 1 }, { next: () => null }));

// What needs a Result accepts no throwing endpoint.
expectError(poll(shop.list, {}, () => undefined, { every: 1000 }));
expectError(query(shop.list, {}));
expectError(orThrow(shop.user({ id: 1 })));
expectError(allResults([shop.user({ id: 1 })]));

// problemOf accepts any value.
declare const caught: unknown;
const problem = problemOf(caught);
expectType<ProblemDetails | undefined>(problem);
if (problem) {
  expectType<string>(problem.type);
  expectType<string | undefined>(problem.title);
  expectType<number | undefined>(problem.status);
  expectType<string | undefined>(problem.detail);
  expectType<string | undefined>(problem.instance);
  expectType<unknown>(problem.balance);
}
expectType<ProblemDetails | undefined>(problemOf((await api.user({ id: 1 })).error));

// AnyEndpoint: generic types and functions over endpoints, requests and operations.
interface State<E extends AnyEndpoint> {
  data: DataOf<E> | undefined;
  error: ErrorOf<E> | undefined;
}
declare const useEndpoint: <E extends AnyEndpoint>(endpoint: E, params: ParamsOf<E>) => State<E>;
const state = useEndpoint(api.user, { id: 1 });
expectType<User | undefined>(state.data);
if (state.error?.status === 404) expectType<HttpError<404, { message: string }>>(state.error);
expectType<State<typeof list>>(useEndpoint(list, { cursor: 'a' }));
expectType<User | undefined>(useEndpoint(graph.query.me, { id: 1 }).data);
expectType<User | undefined>(useEndpoint(me, { id: 1 }).data);
expectError(useEndpoint(api.user, { id: [] }));
expectError(useEndpoint(api, {}));
expectError(useEndpoint((name: string) => name, {}));

/** A wrapper with code: it calls the endpoint, and logs each failure. */
type Callable = AnyEndpoint &
  ((...args: never[]) => Promise<{ readonly data: unknown; readonly error: unknown }>);
const logged =
  <E extends Callable>(endpoint: E) =>
  async (params: ParamsOf<E>, options?: CallOptions): Promise<DataOf<E> | undefined> => {
    const { data, error } = await endpoint(params as never, options as never);
    if (error) console.error(error);
    return data as DataOf<E>;
  };
expectType<User | undefined>(await logged(api.user)({ id: 1 }));
expectError(logged(api.user)({}));
expectError(logged(user));
expectAssignable<AnyEndpoint>(api.list);
declare const own: EndpointFunction<{ id: number }, User>;
expectType<User | undefined>(await logged(own)({ id: 1 }));
