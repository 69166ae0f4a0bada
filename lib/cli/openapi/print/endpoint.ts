import type { DocumentNode, Located } from '../document/json-document.js';
import type { OperationModel } from '../model/operations.js';
import { type PrintedEntry, printConfig, PURE } from './endpoint-config.js';
import type { Side } from '../schema/keywords.js';
import type { Imports } from './imports.js';
import { withPages } from './pages.js';
import { docComment, union } from './typescript.js';

/** The types of an endpoint: the type arguments of `Request`. */
export interface EndpointTypes {
  readonly params: string;
  readonly data: string;
  /** The errors by status; `{}` without any. */
  readonly errors: string;
  /** The data as the server sends it; `unknown` if no schema describes it. */
  readonly wire: string;
  /** Results of a success, and marks among them, if they say more than the data. */
  readonly successes: readonly string[];
}

/** The type of an error body. */
export interface FailureType {
  /** The status as the document declares it, such as `404`, `4XX` or `default`. */
  readonly status: string;
  /** The type of a body that is present. */
  readonly type: string;
}

/** The params, data and errors of an endpoint. */
export interface Contents {
  readonly types: EndpointTypes;
  /** The types of the error bodies, in the order of the document. */
  readonly failures: readonly FailureType[];
  /** The types of the params' members, by name. Types of several lines and types of a schema library are left out. */
  readonly members: ReadonlyMap<string, string>;
  /** The type of a page's items; undefined if it has no name. */
  readonly item: string | undefined;
  /** Members of the config. */
  readonly entries: readonly PrintedEntry[];
  /** Declarations that precede the endpoint. Each ends with an empty line. */
  readonly declarations: readonly string[];
}

/** Prints the params, data and errors of endpoints: as types, or as schemas. */
export interface ContentsPrinter {
  /** Whether the declarations precede the endpoints, because the endpoints use their values. */
  readonly isFirst: boolean;
  /** Prints the contents of an endpoint. */
  of(operation: OperationModel, name: string): Contents;
  /** Returns the type of a schema that no endpoint uses. An unresolved `$ref` makes it unknown. */
  incoming(schema: Located, side: Side, name: string): string;
  /**
   * Returns the options of a stream's reader that check and convert its items.
   *
   * @param type The type of the items, as `incoming` returned it.
   */
  itemOptions?(schema: DocumentNode, type: string): readonly PrintedEntry[];
  /** Returns the declarations that all endpoints need. */
  declarations(): string[];
}

interface EndpointParts {
  readonly contents: Contents;
  readonly docs: boolean;
  /** Types of the stream items. */
  readonly items: readonly string[];
  readonly imports: Imports;
  /** Whether the file has the endpoint's name already, as an import. */
  readonly isTaken: boolean;
}

/** Returns the sentences of a comment, separated by empty lines. */
const commentOf = (
  { method, template, summary, description, answer, needs, servers }: OperationModel,
  items: readonly string[],
): string =>
  [
    `\`${method} ${template}\`${summary ? `: ${summary}` : ''}`,
    description !== summary && description,
    items.length > 0 && `Its stream has items of type ${items.map((each) => `\`${each}\``).join(', ')}`,
    answer.others.length > 0 && `Also answers ${answer.others.join(', ')}`,
    needs !== undefined && `Needs ${needs}`,
    servers.length > 0 && `Server: ${servers.join(', ')}`,
  ]
    .filter(Boolean)
    .join('\n\n');

/** Returns the type arguments, without those at the end that are the defaults. */
const typeArgumentsOf = ({ params, data, errors, wire, successes }: EndpointTypes): string => {
  const all = [params, data, errors, wire, ...(successes.length > 0 ? [union(successes)] : [])];
  const defaults = [undefined, undefined, '{}', 'unknown', undefined];
  while (all.at(-1) === defaults[all.length - 1]) all.pop();
  return all.join(', ');
};

/** Prints an endpoint with its declarations and its comment. */
export function printEndpoint(operation: OperationModel, name: string, printing: EndpointParts): string {
  const { docs, items, imports, isTaken } = printing;
  const contents = withPages(printing.contents, operation.pages, imports);
  imports.add('homing', 'Request as HomingRequest');
  const config = printConfig(operation, contents.entries, imports);
  const text = `${PURE} new HomingRequest<${typeArgumentsOf(contents.types)}>(${config});\n`;
  return [
    ...contents.declarations,
    docs ? docComment([commentOf(operation, items)], operation.isDeprecated) : '',
    isTaken ? `const $${name} = ${text}export { $${name} as ${name} };\n` : `export const ${name} = ${text}`,
  ].join('');
}
