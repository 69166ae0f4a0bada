import {
  bare,
  type Client,
  COPY,
  type Copyable,
  type CopyOptions,
  type HeadersOption,
  WATCH,
} from '../../core/seats.js';

/** The sides of each client as they were made: its `query` and `mutation` may be replaced by stubs. */
const sidesOf = /* @__PURE__ */ new WeakMap<object, readonly [query: Client, mutation: Client]>();

/** A GraphQL client with a side for queries and one for mutations. A side without operations is none of its members. */
export class SplitClient {
  declare query?: Client;
  declare mutation?: Client;

  constructor(query: Client, mutation: Client) {
    if (Object.keys(query).length > 0) this.query = query;
    if (Object.keys(mutation).length > 0) this.mutation = mutation;
    sidesOf.set(this, [query, mutation]);
    // Not members of the class: a bundler drops no class that has a key which it can't read.
    Object.defineProperty(this, COPY, bare({ value: copySides }));
    // Both sides have one core in common.
    Object.defineProperty(this, WATCH, bare({ value: query[WATCH] }));
  }

  with(options: CopyOptions): object | undefined {
    return (this as Partial<Copyable>)[COPY]?.(options);
  }

  withHeaders(headers: HeadersOption, options?: CopyOptions): object | undefined {
    return this.with(bare(options ?? {}, { headers }));
  }
}

function copySides(this: object, options: CopyOptions): SplitClient | undefined {
  const sides = sidesOf.get(this);
  if (!sides) return undefined;
  const [queries, mutations] = sides.map((side) => side[COPY](options));
  return new SplitClient(queries as Client, mutations as Client);
}
