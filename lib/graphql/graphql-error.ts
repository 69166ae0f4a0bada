/** One entry of a response's `errors`, which are the `error.body` of a GraphQL error. */
export interface GraphQLError {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  /** Where in the data, from the root inwards. */
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}
