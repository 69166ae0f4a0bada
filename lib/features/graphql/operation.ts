import {
  nullProto,
  type JsonOptions,
  type LevelOptions,
  type ResponseReader,
  type StandardSchemaV1,
} from '../../core/internal.js';

/** One entry of a response's `errors`, which are the `error.body` of a GraphQL error. */
export interface GraphQLError {
  /** What the service says of it. */
  readonly message: string;
  /** Where in the document; both count from 1. */
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  /** Where in the data, from the root inwards. */
  readonly path?: readonly (string | number)[];
  /** What the service adds, often a `code`. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/**
 * A document that knows its types: a `TypedDocumentNode`, or what code generators make of one. Its text comes from the
 * client's `print`, else from `loc.source.body`, else from `toString()`.
 */
export interface TypedDocument<TVariables, TData> {
  /** Carries the types; there need be no such property at run time. */
  readonly __apiType?: ((variables: TVariables) => TData) | undefined;
  /** Where a `DocumentNode` carries its text. */
  readonly loc?: { readonly source: { readonly body: string } } | undefined;
  /** Gives the text, where there is no `loc`. */
  toString(): string;
}

/** What a document of a subscription says of its data: those of each item that the reader gives. */
type DataOfItems<TData> =
  TData extends AsyncIterable<infer TItem>
    ? Extract<TItem, { readonly error: null }> extends { readonly data: infer T }
      ? T
      : never
    : never;

/** The description of one GraphQL operation. */
export interface OperationConfig<TVariables = Record<string, never>, TData = unknown>
  extends LevelOptions, JsonOptions {
  /**
   * The document: its text, or a typed document, which gives the types of variables and data. Required. Without text,
   * or parsed and with no operation or several: `createGraphQL` throws.
   */
  operation:
    | string
    | (TypedDocument<TVariables, TData> & object)
    | (TypedDocument<TVariables, DataOfItems<TData>> & object);
  /**
   * Validates the data; not asked where the response has errors. Default: none. What it finds wrong or throws, and one
   * without `validate`: a `'parse'` error.
   */
  schema?: StandardSchemaV1<unknown, TData> | undefined;
  /**
   * A reader of an answer that is no single result, such as `graphqlEvents()` of `homing/sse`: the operation is a
   * subscription then, and its data are a stream. Default: none. No reader, or one beside `schema` or `share`:
   * `createGraphQL` throws.
   */
  responseType?: ResponseReader<TData> | undefined;
  /** As on a REST endpoint. Default false. Together with `dedupe`: `createGraphQL` throws. */
  share?: boolean | undefined;
  /** As on a REST endpoint. Default false. Together with `share`: `createGraphQL` throws. */
  dedupe?: boolean | undefined;
}

const BRAND = /* @__PURE__ */ Symbol.for('homing.Operation');

/**
 * A GraphQL operation: one description, from which `createGraphQL` makes a function.
 *
 * @typeParam TVariables Variables of a call. `Record<string, never>` for none.
 * @typeParam TData Data of a successful call.
 * @typeParam TErrors Error bodies by status, as of a `Request`: `{ 200: GraphQLError[]; 401: Problem }`. They are not checked.
 */
export class Operation<TVariables = Record<string, never>, TData = unknown, TErrors = {}> {
  /** As given; read by `createGraphQL`. It is not typed, so that any Operation passes for an `Operation<unknown>`. */
  readonly config: OperationConfig<never>;
  /** Carries the three types; there is no such property at run time. */
  declare readonly '~types': {
    readonly params: TVariables;
    readonly response: TData;
    readonly errors: TErrors;
  };

  /** @param config Read by `createGraphQL`, which refuses what can't be an operation. */
  constructor(config: OperationConfig<TVariables, TData>) {
    this.config = config;
    // Here and not on the prototype: a bundler drops no class that something is done to.
    Object.defineProperty(this, BRAND, nullProto({ value: true }));
  }

  /** True for an Operation of another copy of the package too (ESM beside CommonJS). */
  static [Symbol.hasInstance](value: unknown): boolean {
    return BRAND in (Object(value) as object);
  }
}
