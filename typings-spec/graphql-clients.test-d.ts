import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ASTNode, print } from 'graphql';
import {
  type ApiError,
  createApi,
  createGraphQL,
  defineRequest,
  gql,
  type GraphQLConfig,
  type GraphQLError,
  Operation,
  type OperationConfig,
  poll,
  pollUntil,
  type Result,
  withHeaders,
} from 'homing';
import { expectAssignable, expectError, expectNotAssignable, expectType } from 'tsd';
import { z } from 'zod';

interface User {
  id: string;
  name: string;
}

const endpoint = 'https://api.example.com/graphql';
const operation = 'query user($id: ID!) { user(id: $id) { id name } }';

const user = new Operation<{ id: string }, { user: User | null }>({ operation });
const users = new Operation<{ first?: number }, { users: User[] }>({ operation });
const version = new Operation<Record<string, never>, { version: string }>({ operation });
const untyped = new Operation({ operation });

// A flat client has a function per operation, with the variables and the data of each.
const flat = createGraphQL({ endpoint, operations: { user, users, version, untyped } });
expectType<Promise<Result<{ user: User | null }>>>(flat.user({ id: '1' }));
expectType<Promise<Result<{ users: User[] }>>>(flat.users({ first: 2 }, { timeout: 100 }));
expectType<Promise<Result<unknown>>>(flat.untyped());
expectType<Record<string, string>>(flat.user.getHeaders());

// Variables may be left out when none is required, and only then.
flat.users();
flat.version();
flat.version({});
expectError(flat.user());
expectError(flat.user({}));
expectError(flat.user({ id: 1 }));
expectError(flat.user({ id: '1', name: 'Ada' }));
expectError(flat.users({ first: 'two' }));
expectError(flat.version({ id: '1' }));
expectError(flat.nobody());

// Data is there once the error has been ruled out, on the object and destructured.
const result = await flat.user({ id: '1' });
expectType<{ user: User | null } | null>(result.data);
if (result.error) expectType<ApiError>(result.error);
else expectType<User | null>(result.data.user);
const { data, error } = await flat.user({ id: '1' });
if (!error) expectType<{ user: User | null }>(data);

// What came along with the errors is of no known type.
if (error) expectType<unknown>(error.partialData);

// A client with sides has the functions on its sides.
const split = createGraphQL({ endpoint, queries: { user, version }, mutations: { user: users } });
expectType<Promise<Result<{ user: User | null }>>>(split.query.user({ id: '1' }));
expectType<Promise<Result<{ version: string }>>>(split.query.version());
expectType<Promise<Result<{ users: User[] }>>>(split.mutation.user());
expectError(split.user({ id: '1' }));
expectError(split.query.nobody());
expectError(split.mutation.version());

// It has the sides only that were given any operation.
createGraphQL({ endpoint, queries: { user } }).query.user({ id: '1' });
createGraphQL({ endpoint, mutations: { user } }).mutation.user({ id: '1' });
expectError(createGraphQL({ endpoint, mutations: { user } }).query);
expectError(createGraphQL({ endpoint, queries: { user } }).mutation);
expectError(createGraphQL({ endpoint, queries: { user }, mutations: {} }).mutation);
expectError(createGraphQL({ endpoint }).query);
createGraphQL({ endpoint, queries: { user } }).withHeaders({ a: '1' }).query.user({ id: '1' });
expectError(createGraphQL({ endpoint, queries: { user } }).withHeaders({ a: '1' }).mutation);

// `operations` excludes `queries` and `mutations`; an explicit undefined is as good as nothing.
expectError(createGraphQL({ endpoint, operations: { user }, queries: { version } }));
expectError(createGraphQL({ endpoint, operations: { user }, mutations: { version } }));
createGraphQL({ endpoint, operations: { user }, queries: undefined, mutations: undefined }).user({ id: '1' });
createGraphQL({ endpoint, operations: undefined, queries: { user } }).query.user({ id: '1' });

// What is no operation is refused, and so is a client without an endpoint.
expectError(createGraphQL({ endpoint, operations: { user: operation } }));
expectError(createGraphQL({ endpoint, operations: { user: { operation } } }));
expectError(
  createGraphQL({ endpoint, queries: { user: defineRequest()({ method: 'GET', path: '/user' }) } }),
);
expectError(createGraphQL({ operations: { user } }));

// A client takes what a REST client takes, each with an explicit undefined too.
createGraphQL({
  endpoint,
  operations: { user },
  fetch: (url, init) => fetch(url, init),
  headers: { authorization: 'Bearer x', 'x-none': undefined },
  fetchOptions: { credentials: 'include' },
  middleware: [(_ctx, next) => next()],
  timeout: 1000,
  log: { data: true },
  onError: (failure) => console.error(failure.kind),
});
createGraphQL({ endpoint, operations: { user }, fetch: undefined, timeout: undefined, onError: undefined });
createGraphQL({ endpoint, operations: { user }, baseUrl: endpoint });
expectError(createGraphQL({ endpoint, operations: { user }, timeout: '1s' }));

// A typed document gives the types of variables and data.
declare const document: TypedDocumentNode<{ user: User }, { id: string }>;
declare const noVariables: TypedDocumentNode<{ version: string }, Record<string, never>>;
declare const exactly: TypedDocumentNode<{ version: string }, { [key: string]: never }>;
declare const empty: TypedDocumentNode<{ version: string }, {}>;
const typed = createGraphQL({
  endpoint,
  operations: {
    user: new Operation({ operation: document, share: true, timeout: 100 }),
    version: new Operation({ operation: noVariables }),
    exactly: new Operation({ operation: exactly }),
    empty: new Operation({ operation: empty }),
  },
});
expectType<Promise<Result<{ user: User }>>>(typed.user({ id: '1' }));
expectType<Promise<Result<{ version: string }>>>(typed.version());
expectType<Promise<Result<{ version: string }>>>(typed.exactly());
expectType<Promise<Result<{ version: string }>>>(typed.empty());
typed.empty({});
expectError(typed.empty({ id: '1' }));
expectError(typed.exactly({ id: '1' }));
expectError(typed.user());
expectError(typed.user({ id: 1 }));

// `print` is the one of the package that parsed the documents: what it takes is no concern of the client.
createGraphQL({ endpoint, operations: { user }, print });
createGraphQL({ endpoint, queries: { user }, print: undefined }).query.user({ id: '1' });
createGraphQL({ endpoint, operations: { user }, print: (node) => print(node) });
createGraphQL({ endpoint, operations: { user }, print: (node: object) => JSON.stringify(node) });
expectError(createGraphQL({ endpoint, operations: { user }, print: 'print' }));
expectError(createGraphQL({ endpoint, operations: { user }, print: (node: ASTNode) => node.kind.length }));

// So does what code generators make in its place: a String with the types on it.
class TypedDocumentString<TData, TVariables> extends String {
  __apiType?: (variables: TVariables) => TData;
  constructor(private readonly value: string) {
    super(value);
  }
  override toString(): string {
    return this.value;
  }
}
const generated = new TypedDocumentString<{ user: User }, { id: string }>(operation);
const byString = createGraphQL({ endpoint, operations: { user: new Operation({ operation: generated }) } });
expectType<Promise<Result<{ user: User }>>>(byString.user({ id: '1' }));
expectError(byString.user());

// A schema gives the data.
const schema = z.object({ user: z.object({ id: z.coerce.number() }) });
const checked = createGraphQL({ endpoint, operations: { user: new Operation({ operation, schema }) } });
expectType<Promise<Result<{ user: { id: number } }>>>(checked.user());

// `gql` gives a string, whatever has text may stand in it.
expectType<string>(gql`
  query {
    user {
      ...${generated}
    }
  }
`);
expectType<string>(gql`
  ${1}
`);
expectError(gql`
  ${undefined}
`);
expectError(gql`
  ${null}
`);

// Share and dedupe are booleans; what an operation does not have is refused.
expectError(new Operation({ operation, share: 'yes' }));
expectError(new Operation({ operation, path: '/graphql' }));
expectError(new Operation({ schema }));
expectError(new Operation({ operation: 1 }));
expectAssignable<OperationConfig>({ operation, share: undefined, dedupe: undefined, schema: undefined });
expectNotAssignable<OperationConfig>({});

// A copy has the type of what it is a copy of: flat, with sides, or one side.
expectType<typeof flat>(flat.withHeaders({ 'x-user': '1' }));
expectType<typeof split>(split.withHeaders({ 'x-user': '1' }, { dedupe: false }));
expectType<typeof split.query>(split.query.withHeaders(new Headers()));
expectType<typeof flat>(withHeaders(flat, [['x-user', '1']]));
expectType<typeof split>(withHeaders(split, {}));
expectType<typeof split.mutation>(withHeaders(split.mutation, {}));
expectError(flat.withHeaders());
expectError(flat.withHeaders({ a: {} }));
expectType<typeof flat>(flat.withHeaders({}, { dedupe: true }));
expectError(flat.withHeaders({}, { dedupe: 1 }));

// An operation may be called withHeaders: then the function copies, and the method is the operation.
const named = createGraphQL({ endpoint, operations: { withHeaders: user } });
expectType<Promise<Result<{ user: User | null }>>>(named.withHeaders({ id: '1' }));
expectType<typeof named>(withHeaders(named, { 'x-user': '1' }));

// So may an endpoint of a REST client.
const withHeadersEndpoint = defineRequest<User>()({ method: 'GET', path: '/with-headers/:id' });
const rest = createApi({ baseUrl: '/', requests: { withHeaders: withHeadersEndpoint } });
expectType<Promise<Result<User>>>(rest.withHeaders({ id: 1 }));
expectError(rest.withHeaders({ 'x-user': '1' }));
expectType<typeof rest>(withHeaders(rest, { 'x-user': '1' }));

// Operations can be polled as endpoints are.
poll(flat.user, { id: '1' }, ({ data: page }) => page?.user, { every: 1000 });
expectType<Promise<Result<{ version: string }>>>(
  pollUntil(flat.version, {}, { every: 1000, until: ({ data: { version: found } }) => found === '2' }),
);

// The types can be written down.
expectAssignable<GraphQLError>({ message: 'no', path: ['user', 0], extensions: { code: 'FORBIDDEN' } });
expectNotAssignable<GraphQLError>({ path: [] });
const config: GraphQLConfig = { endpoint, queries: { user, version } };
createGraphQL(config as Extract<GraphQLConfig, { operations?: undefined }>);
