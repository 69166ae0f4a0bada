import type { Client } from '../client/api-client.js';
import { COPY, type Copyable, type CopyOptions } from '../client/copyable.js';
import type { HeadersOption } from '../settings/headers.js';

/** A GraphQL client with a side for queries and one for mutations. */
export class SplitClient implements Copyable {
  readonly query: Client;
  readonly mutation: Client;

  constructor(query: Client, mutation: Client) {
    this.query = query;
    this.mutation = mutation;
  }

  withHeaders(headers: HeadersOption, options?: CopyOptions): SplitClient {
    return this[COPY](headers, options);
  }

  [COPY](headers: HeadersOption, options?: CopyOptions): SplitClient {
    return new SplitClient(this.query[COPY](headers, options), this.mutation[COPY](headers, options));
  }
}
