import type { DocumentNode, Located } from '../document/json-document.js';
import type { OperationModel } from '../model/operations.js';
import { type PrintedEntry, printConfig, PURE } from './endpoint-config.js';
import type { Side } from '../schema/keywords.js';
import type { Imports } from './imports.js';
import { withPages } from './pages.js';
import { docComment } from './typescript.js';

/** What an endpoint says about its params, data and errors. */
export interface Contents {
  /** Params, data and errors, and further type arguments of `Request`. */
  readonly typeArguments: readonly string[];
  /** Members of the config. */
  readonly entries: readonly PrintedEntry[];
  /** Declarations that precede the endpoint. Each ends with an empty line. */
  readonly declarations: readonly string[];
}

/** Prints what endpoints say about their params, data and errors: as types, or as schemas. */
export interface ContentsPrinter {
  /** Whether the declarations precede the endpoints, because the endpoints use their values. */
  readonly isFirst: boolean;
  /** Prints the contents of an endpoint. */
  of(operation: OperationModel, name: string): Contents;
  /** Returns the type of a schema that no endpoint uses. An unresolved `$ref` makes it unknown. */
  incoming(schema: Located, side: Side, name: string): string;
  /**
   * Returns the schema of a stream's items as an expression; undefined if they are neither checked nor converted.
   *
   * @param type The type of the items, as `incoming` returned it.
   */
  itemSchema?(schema: DocumentNode, type: string): string | undefined;
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

/** Prints an endpoint with its declarations and its comment. */
export function printEndpoint(operation: OperationModel, name: string, printing: EndpointParts): string {
  const { docs, items, imports, isTaken } = printing;
  const contents = withPages(printing.contents, operation.pages, imports);
  imports.add('homing', 'Request as HomingRequest');
  const config = printConfig(operation, contents.entries, imports);
  const text = `${PURE} new HomingRequest<${contents.typeArguments.join(', ')}>(${config});\n`;
  return [
    ...contents.declarations,
    docs ? docComment([commentOf(operation, items)], operation.isDeprecated) : '',
    isTaken ? `const $${name} = ${text}export { $${name} as ${name} };\n` : `export const ${name} = ${text}`,
  ].join('');
}
