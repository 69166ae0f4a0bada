import {
  define,
  type JsonOptions,
  type LevelOptions,
  type ResponseReader,
  type StandardSchemaV1,
} from '../../core/internal.js';

/** One entry of a response's `errors`, which is the `error.body` of a GraphQL error. */
export interface GraphQLError {
  /** The service's description of the error. */
  readonly message: string;
  /** Positions in the document; both numbers count from 1. */
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  /** Position in the data, from the root inwards. */
  readonly path?: readonly (string | number)[];
  /** Additional data of the service, often a `code`. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/**
 * A typed document: a `TypedDocumentNode`, or a similar type of a code generator. Its source is the result of the
 * client's `print`, else `loc.source.body`, else `toString()`.
 */
export interface TypedDocument<TVariables, TData> {
  /** Carries the types. This property needn't exist at run time. */
  readonly __apiType?: ((variables: TVariables) => TData) | undefined;
  /** Holds the source of a `DocumentNode`. */
  readonly loc?: { readonly source: { readonly body: string } } | undefined;
  /** Returns the source of a document without `loc`. */
  toString(): string;
}

/** The data type of a subscription's document: the data of each item that the reader yields. */
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
   * The document: a string, or a typed document, which defines the types of variables and data. Required.
   * `createGraphQL` throws if it has no source, or is parsed and has no operation or several.
   */
  operation:
    | string
    | (TypedDocument<TVariables, TData> & object)
    | (TypedDocument<TVariables, DataOfItems<TData>> & object);
  /**
   * Validates the data, unless the response has errors. Default: none. Invalid data makes a `'parse'` error, and so
   * does a schema without `validate` or whose `validate` throws.
   */
  schema?: StandardSchemaV1<unknown, TData> | undefined;
  /**
   * A reader for a response that isn't a single result, such as `graphqlEvents()` from `homing/sse`: the operation is a
   * subscription, and its data is a stream. Default: none. `createGraphQL` throws if it isn't a reader, and together
   * with `schema` or `share`.
   */
  responseType?: ResponseReader<TData> | undefined;
  /**
   * Joins calls whose identical requests are in flight at the same time into one request. Default: false. With
   * `dedupe`, `createGraphQL` throws.
   */
  share?: boolean | undefined;
  /**
   * `dedupe` cancels the previous call of the operation, whatever its variables, when a new call starts. Default:
   * false. With `share`, `createGraphQL` throws.
   */
  dedupe?: boolean | undefined;
}

const BRAND = /* @__PURE__ */ Symbol.for('homing.Operation');

/**
 * A GraphQL operation: one description, from which `createGraphQL` creates a function.
 *
 * @typeParam TVariables Variables of a call. `Record<string, never>` for none.
 * @typeParam TData Data of a successful call.
 * @typeParam TErrors Error bodies by status, as for a `Request`: `{ 200: GraphQLError[]; 401: Problem }`. Not checked
 * at run time.
 */
export class Operation<TVariables = Record<string, never>, TData = unknown, TErrors = {}> {
  /** The config as it was passed. Untyped, so that any Operation is assignable to `Operation<unknown>`. */
  readonly config: OperationConfig<never>;
  /** Carries the three types. This property doesn't exist at run time. */
  declare readonly '~types': {
    readonly params: TVariables;
    readonly response: TData;
    readonly errors: TErrors;
  };

  /** @param config Checked by `createGraphQL`, which throws for an invalid operation. */
  constructor(config: OperationConfig<TVariables, TData>) {
    this.config = config;
    // Set here, not on the prototype: bundlers can't remove a class that is modified at the top level.
    define(this, BRAND, true);
  }

  /** True also for an Operation of another copy of the package (ESM and CommonJS). */
  static [Symbol.hasInstance](value: unknown): boolean {
    return BRAND in (Object(value) as object);
  }
}
