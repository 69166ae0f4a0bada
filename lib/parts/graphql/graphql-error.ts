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
