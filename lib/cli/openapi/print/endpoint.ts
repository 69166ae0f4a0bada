import type { DocumentNode } from '../document/json-document.js';
import type { Answer, Failure, Operation } from '../model/operation.js';
import { placingOf } from '../places/placing.js';
import { docComment } from '../text/doc-comment.js';
import { keyed } from '../text/quoted.js';
import { printConfig } from './endpoint-config.js';
import { paramsMembers } from './params-type.js';
import { PURE } from './pure.js';
import type { TypeSource } from './type-source.js';
import { union } from './union.js';

/** What a file is printed with. */
export interface Printing {
  readonly types: TypeSource;
  readonly docs: boolean;
  /** The types of what comes in streams, by where their operations stand. */
  readonly streams: ReadonlyMap<string, ReadonlySet<string>>;
}

const received = (schemas: readonly DocumentNode[], types: TypeSource): string =>
  union(
    schemas.map(({ exists, value, pointer }) =>
      exists ? types.expression(value, 'received', pointer) : 'unknown',
    ),
  );

const dataType = ({ reading, schemas, isUnknown }: Answer, types: TypeSource): string => {
  if (isUnknown) return 'unknown';
  switch (reading) {
    case 'json':
      return received(schemas, types);
    case 'optionalJson':
      return union([received(schemas, types), 'undefined']);
    case 'text':
      return 'string';
    case 'blob':
      return 'globalThis.Blob';
    case 'none':
      return 'undefined';
  }
};

const failureType = ({ body, schemas }: Failure, types: TypeSource): string => {
  if (body === 'json') return received(schemas, types);
  return body === 'text' ? 'string' : 'unknown';
};

/** `{ 404: NotFound; default: Fault }`; '' for none. */
const failuresType = ({ failures, method }: Operation, types: TypeSource): string => {
  // The body of an answer to HEAD is never there.
  const typeOf = (failure: Failure): string => (method === 'HEAD' ? 'null' : failureType(failure, types));
  const members = failures.list.map((failure) => `${failureKey(failure.status)}: ${typeOf(failure)}`);
  return members.length > 0 ? `{ ${members.join('; ')} }` : '';
};

const failureKey = (status: string): string => (/^\d+$/.test(status) ? status : keyed(status));

/** The sentences of a comment, with an empty line between two. */
const commentOf = (
  { method, template, summary, description, answer, needs, servers }: Operation,
  items: readonly string[],
): string =>
  [
    `\`${method} ${template}\`${summary ? `: ${summary}` : ''}`,
    description === summary ? undefined : description,
    items.length > 0
      ? `Its stream has items of type ${items.map((each) => `\`${each}\``).join(', ')}`
      : undefined,
    answer.others.length > 0 ? `Also answers ${answer.others.join(', ')}` : undefined,
    needs === undefined ? undefined : `Needs ${needs}`,
    servers.length > 0 ? `Server: ${servers.join(', ')}` : undefined,
  ]
    .filter(Boolean)
    .join('\n\n');

/** An endpoint with the type of its params, and its comment. */
export function printEndpoint(operation: Operation, name: string, printing: Printing): string {
  const { types, docs, streams } = printing;
  const items = [...(streams.get(operation.pointer) ?? [])].filter((type) => type !== 'unknown');
  const members = paramsMembers(operation, types, docs);
  const params = members && types.reserve(`${name}Params`);
  const failures = failuresType(operation, types);
  const typeArguments = [
    params || NO_PARAMS,
    dataType(operation.answer, types),
    ...(failures ? [failures] : []),
  ];
  const config = printConfig(operation, placingOf(operation));
  return [
    params && `export type ${params} = {\n${members}};\n\n`,
    docs ? docComment({ texts: [commentOf(operation, items)], deprecated: operation.isDeprecated }) : '',
    `export const ${name} = ${PURE} new HomingRequest<${typeArguments.join(', ')}>(${config});\n`,
  ].join('');
}

const NO_PARAMS = `{ [name: string]: never }`;
