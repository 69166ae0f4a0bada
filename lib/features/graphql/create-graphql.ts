import {
  Client,
  ClientCore,
  type ClientOptions,
  COPY,
  type CopyOptions,
  describeType,
  EndpointDefinition,
  type EndpointFunction,
  EndpointGroup,
  type LevelHeaders,
  JsonFormat,
  ownDefined,
  WATCH,
} from '../../core/internal.js';
import { documentText, type Print } from './document.js';
import { GraphQLProtocol } from './graphql-protocol.js';
import { Operation, type OperationConfig } from './operation.js';

/** Operations by the name of their function. */
export type Operations = Readonly<Record<string, Operation<unknown>>>;

/** Options of every GraphQL client. */
interface ServiceOptions extends ClientOptions {
  /**
   * URL of the GraphQL service, used unchanged, or a path that is joined to `baseUrl`. Required: if it is missing, `createGraphQL` throws. With `#` or a
   * control character, every call returns a `'network'` error.
   */
  endpoint: string;
  /**
   * Converts parsed documents to strings: `print` from the `graphql` package. Called once for each parsed document,
   * when the client is created. Default: none; each document must then carry its source. If it throws or doesn't return
   * a document, `createGraphQL` throws.
   */
  print?: Print | undefined;
}

/** Options of `createGraphQL` for a client with all functions on the client itself. */
export interface FlatConfig<TOperations> extends ServiceOptions {
  /**
   * The operations; each becomes a function on the client. Default: none. `createGraphQL` throws together with
   * `queries` or `mutations`, for an entry that isn't an `Operation`, and for an entry named `then`.
   */
  operations: TOperations;
  /** The queries, only for a client with `query` and `mutation`. */
  queries?: undefined;
  /** The mutations, only for a client with `query` and `mutation`. */
  mutations?: undefined;
}

/** Options of `createGraphQL` for a client with `query` and `mutation`; equal names on both are distinct. */
export interface SplitConfig<TQueries, TMutations> extends ServiceOptions {
  /**
   * The queries; each becomes a function on `client.query`, which exists only if there is any. Default: none. Errors:
   * as for `operations`.
   */
  queries?: TQueries | undefined;
  /**
   * The mutations; each becomes a function on `client.mutation`, which exists only if there is any. Default: none.
   * Errors: as for `operations`.
   */
  mutations?: TMutations | undefined;
  /** The operations, only for a client with all functions on the client itself. */
  operations?: undefined;
}

/** Options of `createGraphQL`. */
export type GraphQLConfig = FlatConfig<Operations> | SplitConfig<Operations, Operations>;

/** Creates a GraphQL client with `query` and `mutation`. A side without operations is missing. */
const sidedClient = (query: Client, mutation: Client): object => {
  // Copy the original sides: stubs can replace the ones on the client.
  function copy(this: object, options: CopyOptions): object | undefined {
    return this === client
      ? sidedClient(query[COPY](options) as Client, mutation[COPY](options) as Client)
      : undefined;
  }
  function withHeaders(this: object, headers: LevelHeaders, options?: CopyOptions): object | undefined {
    return copy.call(this, { ...options, headers });
  }
  // Both sides share one core.
  const methods = { [COPY]: copy, [WATCH]: query[WATCH], with: copy, withHeaders };
  const client = Object.create(methods) as { query?: Client; mutation?: Client };
  if (Object.keys(query).length > 0) client.query = query;
  if (Object.keys(mutation).length > 0) client.mutation = mutation;
  return client;
};

/** Some tools write `{}` for no variables, but any object is assignable to `{}`. */
type OperationVariables<T> = [keyof T] extends [never] ? (unknown extends T ? T : Record<string, never>) : T;

/** One function per operation. */
export type OperationFunctions<TOperations> = {
  -readonly [K in keyof TOperations]: TOperations[K] extends {
    readonly '~types': {
      readonly params: infer TVariables;
      readonly response: infer TData;
      readonly errors: infer TErrors;
    };
  }
    ? EndpointFunction<OperationVariables<TVariables>, TData, TErrors>
    : never;
};

interface HeadersMethod<TClient> {
  /** Returns a copy that also sends these headers and shares everything else with the client. */
  withHeaders(headers: LevelHeaders, options?: Omit<CopyOptions, 'headers'>): TClient;
}

interface WithMethod<TClient> {
  /** Returns a copy with additional options for all its calls; it shares everything else with the client. */
  with(options: CopyOptions): TClient;
}

/** A client with all functions on the client itself. */
export type GraphQLClient<TOperations> = OperationFunctions<TOperations> &
  ('withHeaders' extends keyof TOperations ? unknown : HeadersMethod<GraphQLClient<TOperations>>) &
  ('with' extends keyof TOperations ? unknown : WithMethod<GraphQLClient<TOperations>>);

/** A client with `query` and `mutation`. Each exists only if it has operations. */
export type SplitGraphQLClient<TQueries, TMutations> = ([keyof TQueries] extends [never]
  ? unknown
  : {
      /** One function per query. */
      query: GraphQLClient<TQueries>;
    }) &
  ([keyof TMutations] extends [never]
    ? unknown
    : {
        /** One function per mutation. */
        mutation: GraphQLClient<TMutations>;
      }) &
  HeadersMethod<SplitGraphQLClient<TQueries, TMutations>> &
  WithMethod<SplitGraphQLClient<TQueries, TMutations>>;

const readEntry = (owner: string, entry: unknown): OperationConfig<never> => {
  if (!(entry instanceof Operation))
    throw new TypeError(`${owner} is ${describeType(entry)}: pass a new Operation.`);
  const config = ownDefined(entry.config) as OperationConfig<never>;
  const { responseType } = config;
  if (responseType && typeof (responseType as { open?: unknown }).open !== 'function')
    throw new TypeError(
      `responseType of ${owner} is ${describeType(responseType)}: pass a reader, such as graphqlEvents().`,
    );
  return config;
};

/**
 * Creates a client for a GraphQL service: flat, `client.name(variables)`, from `operations`; or split,
 * `client.query.name` and `client.mutation.name`, from `queries` and `mutations`. Apart from the request and response
 * format, it works like a REST client.
 *
 * @throws TypeError for a configuration mistake; the message says how to fix it. A call never throws.
 */
export function createGraphQL<const TOperations extends Operations>(
  config: FlatConfig<TOperations>,
): GraphQLClient<TOperations>;
export function createGraphQL<
  const TQueries extends Operations = {},
  const TMutations extends Operations = {},
>(config: SplitConfig<TQueries, TMutations>): SplitGraphQLClient<TQueries, TMutations>;
export function createGraphQL(given: GraphQLConfig): object {
  const { endpoint, operations, queries, mutations, print, ...options } = ownDefined(given) as GraphQLConfig;
  if (typeof endpoint !== 'string')
    throw new TypeError(`createGraphQL: "endpoint" is ${describeType(endpoint)}: pass a string.`);
  const hasSides = Boolean(queries ?? mutations);
  if (operations && hasSides)
    throw new TypeError('createGraphQL: pass `operations`, or `queries` and `mutations`, not both.');
  const core = new ClientCore(options);
  const clientOf = (side: string, entries: Operations | null | undefined): Client => {
    const definitions = Object.entries(entries ?? {}).map(([name, entry]) => {
      const owner = `Operation "${name}"`;
      const config = readEntry(owner, entry);
      const document = documentText(owner, config.operation, print);
      const json = new JsonFormat(config, core.json);
      const protocol = new GraphQLProtocol(endpoint, side, document, config, json);
      return [name, new EndpointDefinition(name, core, protocol, config)] as const;
    });
    return new Client(core, new EndpointGroup(definitions));
  };
  return operations
    ? clientOf('', operations)
    : sidedClient(clientOf('query', queries), clientOf('mutation', mutations));
}
