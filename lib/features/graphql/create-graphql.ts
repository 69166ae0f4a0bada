import {
  nullProto,
  Client,
  ClientCore,
  type ClientOptions,
  COPY,
  type CopyOptions,
  describeType,
  EndpointDefinition,
  type EndpointFunction,
  EndpointGroup,
  type HeadersOption,
  JsonFormat,
  ownDefined,
  WATCH,
} from '../../core/internal.js';
import { documentText, type Print } from './document.js';
import { GraphQLProtocol } from './graphql-protocol.js';
import { Operation, type OperationConfig } from './operation.js';

/** Operations by the name that their function gets. */
export type Operations = Readonly<Record<string, Operation<unknown>>>;

/** What every GraphQL client takes. */
interface ServiceOptions extends ClientOptions {
  /**
   * The URL of the GraphQL service, used as it is written. Required. Missing: `createGraphQL` throws. With `#` or a
   * control character: every call is a `'network'` error.
   */
  endpoint: string;
  /**
   * Makes text of parsed documents: `print` of the `graphql` package. Asked once for each document, when the client is
   * made; never for text. Default: none, so that a document has to carry its text. One that
   * throws, and one that gives no document's text: `createGraphQL` throws.
   */
  print?: Print | undefined;
}

/** What `createGraphQL` takes for a client whose functions stand on the client itself. */
export interface FlatConfig<TOperations> extends ServiceOptions {
  /**
   * The operations; each becomes a function on the client. Default: none. Together with `queries` or `mutations`, with
   * an entry that is no `Operation`, or one called `then`: `createGraphQL` throws.
   */
  operations: TOperations;
  /** Of a client with sides only. */
  queries?: undefined;
  /** Of a client with sides only. */
  mutations?: undefined;
}

/** What `createGraphQL` takes for a client with `query` and `mutation` sides; equal names on both are distinct. */
export interface SplitConfig<TQueries, TMutations> extends ServiceOptions {
  /**
   * Each becomes a function on `client.query`, which is there where there is any. Default: none. As with `operations`.
   */
  queries?: TQueries | undefined;
  /**
   * Each becomes a function on `client.mutation`, which is there where there is any. Default: none. As with
   * `operations`.
   */
  mutations?: TMutations | undefined;
  /** Of a flat client only. */
  operations?: undefined;
}

/** What `createGraphQL` takes. */
export type GraphQLConfig = FlatConfig<Operations> | SplitConfig<Operations, Operations>;

/** A GraphQL client with a side for queries and one for mutations. A side without operations is none of its members. */
const sidedClient = (query: Client, mutation: Client): object => {
  // Of the sides as they were made: those on the client may be replaced by stubs.
  function copy(this: object, options: CopyOptions): object | undefined {
    return this === client
      ? sidedClient(query[COPY](options) as Client, mutation[COPY](options) as Client)
      : undefined;
  }
  function withHeaders(this: object, headers: HeadersOption, options?: CopyOptions): object | undefined {
    return copy.call(this, nullProto(options ?? {}, { headers }));
  }
  // Both sides have one core in common.
  const methods = { [COPY]: copy, [WATCH]: query[WATCH], with: copy, withHeaders };
  const client = Object.create(methods) as { query?: Client; mutation?: Client };
  if (Object.keys(query).length > 0) client.query = query;
  if (Object.keys(mutation).length > 0) client.mutation = mutation;
  return client;
};

/** Some tools write `{}` for no variables, which any object would be assignable to. */
type Variables<T> = [keyof T] extends [never] ? (unknown extends T ? T : Record<string, never>) : T;

/** One function per operation. */
export type OperationFunctions<TOperations> = {
  -readonly [K in keyof TOperations]: TOperations[K] extends {
    readonly '~types': {
      readonly params: infer TVariables;
      readonly response: infer TData;
      readonly errors: infer TErrors;
    };
  }
    ? EndpointFunction<Variables<TVariables>, TData, TErrors>
    : never;
};

interface HeadersMethod<TClient> {
  /** A copy that sends these headers too and shares everything else with the client. */
  withHeaders(headers: HeadersOption, options?: Omit<CopyOptions, 'headers'>): TClient;
}

interface WithMethod<TClient> {
  /** A copy all of whose calls have these options too; it shares everything else with the client. */
  with(options: CopyOptions): TClient;
}

/** A client whose functions stand on the client itself. */
export type GraphQLClient<TOperations> = OperationFunctions<TOperations> &
  ('withHeaders' extends keyof TOperations ? unknown : HeadersMethod<GraphQLClient<TOperations>>) &
  ('with' extends keyof TOperations ? unknown : WithMethod<GraphQLClient<TOperations>>);

/** A client with a side for queries and one for mutations: each is there where it was given any operation. */
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
 * Makes a client for a GraphQL service: flat, `client.name(variables)`, from `operations`; or with sides,
 * `client.query.name` and `client.mutation.name`, from `queries` and `mutations`. Everything but the message is as on
 * a REST client.
 *
 * @throws TypeError for a configuration mistake, with a sentence that says how to mend it. A call never throws.
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
