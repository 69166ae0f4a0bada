/** One thing that a schema found wrong. */
export interface StandardIssue {
  /** What is wrong, in words. */
  readonly message: string;
  /** Where in the value, from the root inwards. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}
