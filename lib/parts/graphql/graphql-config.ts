import type { ClientOptions } from '../../core/client/client-options.js';
import type { Operation } from './operation.js';

/** Operations by the name that their function gets. */
export type Operations = Readonly<Record<string, Operation<unknown>>>;

/** What `createGraphQL` takes for a client whose functions stand on the client itself. */
export interface FlatConfig<TOperations> extends ClientOptions {
  /** The URL of the GraphQL service, used as it is written. One with a `#` makes every call a `'network'` error. */
  endpoint: string;
  /** The operations; each becomes a function on the client. */
  operations: TOperations;
  /** Of a client with sides only. */
  queries?: undefined;
  /** Of a client with sides only. */
  mutations?: undefined;
}

/** What `createGraphQL` takes for a client with `query` and `mutation` sides; equal names on both are distinct. */
export interface SplitConfig<TQueries, TMutations> extends ClientOptions {
  /** The URL of the GraphQL service, used as it is written. One with a `#` makes every call a `'network'` error. */
  endpoint: string;
  /** Each becomes a function on `client.query`. */
  queries?: TQueries | undefined;
  /** Each becomes a function on `client.mutation`. */
  mutations?: TMutations | undefined;
  /** Of a flat client only. */
  operations?: undefined;
}

/** What `createGraphQL` takes. */
export type GraphQLConfig = FlatConfig<Operations> | SplitConfig<Operations, Operations>;
