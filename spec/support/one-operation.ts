import {
  type ApiError,
  createGraphQL,
  Operation,
  type OperationConfig,
  type GraphQLConfig,
  type Result,
} from '../../lib/index.js';
import { type Fetch, stubFetch, type StubFetch, type Untyped } from './client.js';

type Variables = Record<string, unknown>;

interface Setup {
  fetch?: Fetch;
  client?: Partial<GraphQLConfig>;
  operation?: Partial<OperationConfig<Variables, Untyped>>;
}

export const DOCUMENT = 'query call($id: ID) { thing(id: $id) { id } }';

/** An operation that accepts any variables, by default with a plain document. */
export const anyOperation = (
  config: Partial<OperationConfig<Variables, Untyped>> = {},
): Operation<Variables, Untyped> => new Operation({ operation: DOCUMENT, ...config });

/** A flat client with one operation, `call`, at `http://api.test/graphql`. */
export const oneOperation = ({
  fetch = stubFetch({ data: { data: { ok: true } } }),
  client,
  operation,
}: Setup = {}) =>
  createGraphQL({
    endpoint: 'http://api.test/graphql',
    fetch,
    ...(client as object),
    operations: { call: anyOperation(operation) },
  });

/** A client with a query and a mutation that have the same name and document. */
export const twoSides = ({
  fetch = stubFetch({ data: { data: { ok: true } } }),
  client,
  operation,
}: Setup = {}) =>
  createGraphQL({
    endpoint: 'http://api.test/graphql',
    fetch,
    ...(client as object),
    queries: { call: anyOperation(operation) },
    mutations: { call: anyOperation(operation) },
  });

/** The JSON body of the newest request. */
export const askedOf = (fetch: StubFetch): Untyped => JSON.parse(fetch.lastInit.body as string);

/** Calls an operation once, with this response. */
export const receiving = (response: Response, operation: Setup['operation'] = {}): Promise<Result<Untyped>> =>
  oneOperation({ fetch: async () => response, operation }).call();

/** Calls an operation with these variables. Returns the error, and whether a request was sent. */
export const refusalOf = async (variables: unknown): Promise<{ error: ApiError | null; sent: number }> => {
  const fetch = stubFetch({ data: { data: {} } });
  const { error } = await oneOperation({ fetch }).call(variables as Variables);
  return { error, sent: fetch.mock.calls.length };
};
