import type { ClientOptions } from '../../core/seats.js';
import type { Print } from './document-text.js';
import type { Operation } from './operation.js';

/** Operations by the name that their function gets. */
export type Operations = Readonly<Record<string, Operation<unknown>>>;

/** What every GraphQL client takes. */
interface ServiceOptions extends ClientOptions {
  /** The URL of the GraphQL service, used as it is written. One with a `#` makes every call a `'network'` error. */
  endpoint: string;
  /**
   * Makes text of parsed documents: `print` of the `graphql` package. Asked once for each document, when the client is
   * made; never for text. Default: none, so that a document has to carry its text. One that throws, or gives no
   * document's text, makes `createGraphQL` throw.
   */
  print?: Print | undefined;
}

/** What `createGraphQL` takes for a client whose functions stand on the client itself. */
export interface FlatConfig<TOperations> extends ServiceOptions {
  /** The operations; each becomes a function on the client. */
  operations: TOperations;
  /** Of a client with sides only. */
  queries?: undefined;
  /** Of a client with sides only. */
  mutations?: undefined;
}

/** What `createGraphQL` takes for a client with `query` and `mutation` sides; equal names on both are distinct. */
export interface SplitConfig<TQueries, TMutations> extends ServiceOptions {
  /** Each becomes a function on `client.query`, which is there where there is any. */
  queries?: TQueries | undefined;
  /** Each becomes a function on `client.mutation`, which is there where there is any. */
  mutations?: TMutations | undefined;
  /** Of a flat client only. */
  operations?: undefined;
}

/** What `createGraphQL` takes. */
export type GraphQLConfig = FlatConfig<Operations> | SplitConfig<Operations, Operations>;
