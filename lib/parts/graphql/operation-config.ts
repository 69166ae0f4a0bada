import type { JsonOptions, LevelOptions, ResponseReader, StandardSchemaV1 } from '../../core/seats.js';

/**
 * A document that knows its types: a `TypedDocumentNode`, or what code generators make of one. A parsed document is
 * printed where the client has `print`; else the text is taken from `loc.source.body`, or from `toString()`.
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
  /** The document: its text, or a typed document, which gives the types of variables and data. */
  operation:
    | string
    | (TypedDocument<TVariables, TData> & object)
    | (TypedDocument<TVariables, DataOfItems<TData>> & object);
  /** Validates the data. What it finds wrong is a `'parse'` error. */
  schema?: StandardSchemaV1<unknown, TData> | undefined;
  /**
   * A reader of an answer that is no single result, such as `graphqlEvents()` of `homing/sse`: the operation is a
   * subscription then, and its data are a stream. Default: none.
   */
  responseType?: ResponseReader<TData> | undefined;
  /** As on a REST endpoint. Default false. */
  share?: boolean | undefined;
  /** As on a REST endpoint. Default false. */
  dedupe?: boolean | undefined;
}
