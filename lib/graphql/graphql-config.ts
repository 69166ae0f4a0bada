import type { ClientOptions } from '../client/client-options.js';
import type { Operation } from './operation.js';

/** Operations by the name that their function gets. */
export type Operations = Readonly<Record<string, Operation<unknown>>>;

/** What `createGraphQL` takes for a client whose functions stand on the client itself. */
export interface FlatConfig<TOperations> extends ClientOptions {
  /** The URL of the GraphQL service. */
  endpoint: string;
  /** The operations; each becomes a function on the client. */
  operations: TOperations;
  queries?: undefined;
  mutations?: undefined;
}

/** What `createGraphQL` takes for a client with `query` and `mutation` sides; equal names on both are distinct. */
export interface SplitConfig<TQueries, TMutations> extends ClientOptions {
  /** The URL of the GraphQL service. */
  endpoint: string;
  /** Each becomes a function on `client.query`. */
  queries?: TQueries | undefined;
  /** Each becomes a function on `client.mutation`. */
  mutations?: TMutations | undefined;
  operations?: undefined;
}

/** What `createGraphQL` takes. */
export type GraphQLConfig = FlatConfig<Operations> | SplitConfig<Operations, Operations>;
