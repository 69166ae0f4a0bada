import { describeType } from '../../core/seats.js';

/** A tag for GraphQL documents, for editors to know them by; gives the plain text. */
export function gql(
  texts: TemplateStringsArray,
  ...values: readonly (string | { toString(): string })[]
): string {
  return texts.reduce((document, text, at) => document + String(values[at - 1]) + text);
}

/** Makes the text of a parsed document. What its parameter is, the package knows that parsed it. */
export type Print = (document: never) => string;

/** What each `print` made of a document: a server that makes a client for each request prints none twice. */
const printed = /* @__PURE__ */ new WeakMap<Print, WeakMap<object, string>>();

/** What has no text, as an object without a prototype, has none here. */
const textOf = (value: unknown): string | undefined => {
  try {
    return String(value);
  } catch {
    return undefined;
  }
};

const isText = (text: unknown): text is string => typeof text === 'string' && text.includes('{');

/** The names of the operations in a parsed document; undefined for a document of another kind. */
const operationsIn = (document: unknown): string[] | undefined => {
  const { kind, definitions } = Object(document) as { kind?: unknown; definitions?: unknown };
  if (kind !== 'Document' || !Array.isArray(definitions)) return undefined;
  return (definitions as readonly { kind: unknown; name?: { value: string } }[])
    .filter((definition) => definition.kind === 'OperationDefinition')
    .map(({ name }) => name?.value ?? 'one without a name');
};

/** The text that a document carries. */
const carriedText = (document: unknown): unknown => {
  // One of its own: text has none, whatever somebody put on Object.prototype.
  const given = Object(document) as { readonly loc?: { readonly source?: { readonly body?: unknown } } };
  return (Object.hasOwn(given, 'loc') ? given.loc?.source?.body : undefined) ?? textOf(document);
};

/** A call names no operation, so the service couldn't choose among several. */
const refuseUnlessOne = (owner: string, operations: readonly string[]): void => {
  if (operations.length === 1) return;
  throw new TypeError(
    operations.length === 0
      ? `${owner} has a document without an operation: pass the one that uses its fragments.`
      : `${owner} has a document with ${operations.length} operations (${operations.join(', ')}): give each a document of its own.`,
  );
};

const print = (owner: string, document: object, by: Print): string => {
  let text: unknown;
  try {
    text = by(document as never);
  } catch (cause) {
    const thrown = textOf(cause) ?? describeType(cause);
    throw new TypeError(`${owner} has a document that \`print\` fails at: ${thrown}`, { cause });
  }
  if (isText(text)) return text;
  throw new TypeError(
    `${owner} was printed as ${describeType(text)} that is no document: pass \`print\` of the graphql package.`,
  );
};

const printOnce = (owner: string, document: object, by: Print): string => {
  const texts = printed.get(by) ?? new WeakMap<object, string>();
  const text = texts.get(document) ?? print(owner, document, by);
  printed.set(by, texts.set(document, text));
  return text;
};

/** The text of a document, in whatever form it comes. For one without it throws a TypeError that begins with `owner`. */
export function documentText(owner: string, document: unknown, by: Print | null | undefined): string {
  const operations = operationsIn(document);
  if (operations) refuseUnlessOne(owner, operations);
  if (operations && by) return printOnce(owner, document as object, by);
  const text = carriedText(document);
  if (isText(text)) return text;
  throw new TypeError(
    operations
      ? `${owner} is a parsed document without its text: give createGraphQL \`print\` of the graphql package, or have codegen write text, with \`documentMode: 'string'\`.`
      : `${owner} carries no text: pass the document's text, or a document with \`loc.source.body\`.`,
  );
}
