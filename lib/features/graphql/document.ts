import { describeType } from '../../core/internal.js';

/** Tags GraphQL documents for editors; returns the plain string. */
export function gql(
  texts: TemplateStringsArray,
  ...values: readonly (string | { toString(): string })[]
): string {
  return texts.reduce((document, text, at) => document + String(values[at - 1]) + text);
}

/** Converts a parsed document to a string. The parameter type depends on the package that parsed it. */
export type Print = (document: never) => string;

/** A document parsed by the `graphql` package; for any other document both fields are undefined. */
interface ParsedDocument {
  readonly kind?: unknown;
  readonly definitions?: readonly { readonly kind: string; readonly name?: { readonly value: string } }[];
}

/** The last printed string of each document: a server that creates a client per request prints none twice. */
const printed = /* @__PURE__ */ new WeakMap<object, { readonly by: Print; readonly text: string }>();

const isText = (text: unknown): text is string => typeof text === 'string' && text.includes('{');

/** A call doesn't send an operation name, so the service couldn't choose one of several. */
const refuseUnlessOne = (owner: string, { definitions = [] }: ParsedDocument): void => {
  const operations = definitions.filter(({ kind }) => kind === 'OperationDefinition');
  const names = operations.map(({ name }) => name?.value ?? 'unnamed').join(', ');
  if (operations.length === 0)
    throw new TypeError(`The document of ${owner} has no operation: pass the one with the operation.`);
  if (operations.length > 1)
    throw new TypeError(
      `The document of ${owner} has ${operations.length} operations (${names}): pass one per document.`,
    );
};

const print = (owner: string, document: object, by: Print): string => {
  const known = printed.get(document);
  if (known?.by === by) return known.text;
  let text: unknown;
  try {
    text = by(document as never);
  } catch (cause) {
    throw new TypeError(`\`print\` failed for the document of ${owner}: ${String(cause)}`, { cause });
  }
  if (!isText(text))
    throw new TypeError(
      `\`print\` returned ${describeType(text)} for ${owner}, not a document: pass \`print\` from graphql.`,
    );
  printed.set(document, { by, text });
  return text;
};

/** Returns the string that a document carries. */
const carriedText = (document: unknown): string => {
  // Own property: a string has none, whatever `Object.prototype` contains.
  const given = Object(document) as { readonly loc?: { readonly source?: { readonly body?: string } } };
  return (Object.hasOwn(given, 'loc') ? given.loc?.source?.body : undefined) ?? String(document);
};

/**
 * Returns the string of a document in any form. Throws a TypeError that starts with `owner` if the document has none.
 */
export function documentText(owner: string, document: unknown, by: Print | null | undefined): string {
  const parsed = Object(document) as ParsedDocument;
  const isParsed = parsed.kind === 'Document';
  if (isParsed) {
    refuseUnlessOne(owner, parsed);
    if (by) return print(owner, parsed, by);
  }
  const text = carriedText(document);
  if (isText(text)) return text;
  throw new TypeError(
    isParsed
      ? `${owner} is a parsed document without source: pass \`print\` from graphql to createGraphQL, or set \`documentMode: 'string'\` in codegen.`
      : `${owner} has no source: pass a string, or a document with \`loc.source.body\`.`,
  );
}
