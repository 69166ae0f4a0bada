import type { Client } from '../../core/client/api-client.js';
import { COPY, type Copyable, type CopyOptions, WATCH } from '../../core/client/copyable.js';
import { bare } from '../../core/platform/bare.js';
import type { HeadersOption } from '../../core/wire/headers.js';

/** A GraphQL client with a side for queries and one for mutations. */
export class SplitClient {
  query: Client;
  mutation: Client;

  constructor(query: Client, mutation: Client) {
    this.query = query;
    this.mutation = mutation;
    const isThis = (client: unknown): boolean => client === this;
    const copyable: Copyable = {
      // Of the sides as they were made: `query` and `mutation` may be replaced by stubs.
      [COPY](headers, options) {
        if (!isThis(this)) return undefined;
        const [queries, mutations] = [query, mutation].map((side) => side[COPY](headers, options));
        return new SplitClient(queries as Client, mutations as Client);
      },
    };
    // Not members of the class: a bundler drops no class that has a key which it can't read.
    Object.defineProperty(this, COPY, bare({ value: copyable[COPY] }));
    // Both sides have one core in common.
    Object.defineProperty(this, WATCH, bare({ value: query[WATCH] }));
  }

  withHeaders(headers: HeadersOption, options?: CopyOptions): object | undefined {
    return (this as Partial<Copyable>)[COPY]?.(headers, options);
  }
}
