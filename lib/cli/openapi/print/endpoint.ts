import type { OperationModel } from '../model/operations.js';
import { type PrintedEntry, printConfig, PURE } from './endpoint-config.js';
import type { Imports } from './imports.js';
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

interface Printing {
  readonly contents: Contents;
  readonly docs: boolean;
  /** Types of the stream items. */
  readonly items: readonly string[];
  readonly imports: Imports;
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
export function printEndpoint(operation: OperationModel, name: string, printing: Printing): string {
  const { contents, docs, items, imports } = printing;
  imports.add('homing', 'Request as HomingRequest');
  const config = printConfig(operation, contents.entries, imports);
  return [
    ...contents.declarations,
    docs ? docComment([commentOf(operation, items)], operation.isDeprecated) : '',
    `export const ${name} = ${PURE} new HomingRequest<${contents.typeArguments.join(', ')}>(${config});\n`,
  ].join('');
}
