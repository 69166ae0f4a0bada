/** A tag for GraphQL documents, for editors to know them by; gives the plain text. */
export function gql(
  texts: TemplateStringsArray,
  ...values: readonly (string | { toString(): string })[]
): string {
  return texts.reduce((document, text, at) => document + String(values[at - 1]) + text);
}
