import type { Client } from '../client/api-client.js';
import { COPY, type Copyable, type CopyOptions } from '../client/copyable.js';
import type { HeadersOption } from '../settings/headers.js';

/** A GraphQL client with a side for queries and one for mutations. */
export class SplitClient implements Copyable {
  query: Client;
  mutation: Client;
  /** As they were made: `query` and `mutation` may be replaced by stubs. */
  readonly #sides: readonly [Client, Client];

  constructor(query: Client, mutation: Client) {
    this.query = query;
    this.mutation = mutation;
    this.#sides = [query, mutation];
  }

  withHeaders(headers: HeadersOption, options?: CopyOptions): SplitClient | undefined {
    return this[COPY](headers, options);
  }

  [COPY](headers: HeadersOption, options?: CopyOptions): SplitClient | undefined {
    if (!(#sides in this)) return undefined;
    const [query, mutation] = this.#sides.map((side) => side[COPY](headers, options)) as [Client, Client];
    return new SplitClient(query, mutation);
  }
}
