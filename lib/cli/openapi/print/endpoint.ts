import { type DocumentNode, isObject, type JsonObject } from '../document/json-document.js';
import type { ResponseModel, ErrorModel } from '../model/response.js';
import type { BodyKind } from '../model/media-type.js';
import type { OperationModel } from '../model/operations.js';
import { COMPOSED, type Parameter } from '../model/parameters.js';
import {
  type BodyMember,
  isComposed,
  isEncoded,
  isFixed,
  isList,
  isObjectLeaf,
  type Passed,
  type RequestBodyModel,
  typesOf,
} from '../model/request-body.js';
import { isBinary } from '../schema/json-type-printer.js';
import type { SchemaTypes } from '../schema/schema-types.js';
import { printConfig, PURE } from './endpoint-config.js';
import type { Imports } from './imports.js';
import { docComment, keyed, quoted, union } from './typescript.js';

interface Printing {
  readonly types: SchemaTypes;
  readonly docs: boolean;
  /** Types of the stream items, by the pointer of the operation. */
  readonly streams: ReadonlyMap<string, ReadonlySet<string>>;
  readonly imports: Imports;
}

const received = (schemas: readonly DocumentNode[], types: SchemaTypes): string =>
  union(
    schemas.map(({ exists, value, pointer }) =>
      exists ? types.expression(value, 'received', pointer) : 'unknown',
    ),
  );

const dataType = ({ reading, schemas, isUnknown }: ResponseModel, types: SchemaTypes): string => {
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

const failureType = ({ body, schemas }: ErrorModel, types: SchemaTypes): string => {
  if (body === 'json') return received(schemas, types);
  return body === 'text' ? 'string' : 'unknown';
};

/** Returns the data by status, such as `{ 200: User; 202: Job }`. */
const statusesType = ({ byStatus, status }: ResponseModel, data: string, types: SchemaTypes): string => {
  const members = byStatus.map(
    ({ status, schema }) => `${statusKey(status)}: ${schema ? received([schema], types) : 'undefined'}`,
  );
  return `{ ${members.length > 0 ? members.join('; ') : `${statusKey(status)}: ${data}`} }`;
};

/** Returns the type of the response, if it has declared headers. */
const responseType = ({ headers }: ResponseModel): string => {
  const members = headers.map(({ name, values, isRequired }) => {
    const type = values.length > 0 ? union(values.map(quoted)) : 'string';
    return `${keyed(name)}: ${type}${isRequired ? '' : ' | null'}`;
  });
  return members.length > 0 ? `TypedResponse<{ ${members.join('; ')} }>` : '';
};

/** Whether the Results of a success say more than the data: by status, or by headers. */
const isDetailed = ({ byStatus, headers }: ResponseModel, types: SchemaTypes): boolean =>
  headers.length > 0 ||
  new Set(byStatus.map(({ schema }) => (schema ? received([schema], types) : 'undefined'))).size > 1;

const statusKey = (status: string): string => (/^\d+$/.test(status) ? status : keyed(status));

/** Returns a type such as `{ 404: NotFound; default: Fault }`; `''` without errors. */
const failuresType = ({ failures, method }: OperationModel, types: SchemaTypes): string => {
  // A response to HEAD has no body.
  const typeOf = (failure: ErrorModel): string => (method === 'HEAD' ? 'null' : failureType(failure, types));
  const members = failures.list.map((failure) => `${statusKey(failure.status)}: ${typeOf(failure)}`);
  return members.length > 0 ? `{ ${members.join('; ')} }` : '';
};

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

const NO_PARAMS = '{ [name: string]: never }';

/** A type with its declaration, which is `''` for a type that stays where it is used. */
interface UsedTwice {
  readonly type: string;
  readonly declaration: string;
}

/** Maximum length of a type without a name that is used twice, in characters. */
const SHORT = 60;

/** Names a long type that is used twice. */
const named = (type: string, name: string, types: SchemaTypes): UsedTwice => {
  if (type.length <= SHORT && !type.includes('\n')) return { type, declaration: '' };
  const alias = types.reserve(name);
  return { type: alias, declaration: `export type ${alias} = ${type};\n\n` };
};

/** The type arguments of an endpoint after its params, and the declarations that they need. */
interface Outcome {
  readonly typeArguments: readonly string[];
  readonly declarations: readonly string[];
}

/** Returns data and errors, and the Results of a success if they depend on the status or have declared headers. */
const outcomeOf = (operation: OperationModel, name: string, { types, imports }: Printing): Outcome => {
  const { answer } = operation;
  const data = dataType(answer, types);
  const failures = failuresType(operation, types);
  if (!isDetailed(answer, types))
    return { typeArguments: [data, ...(failures ? [failures] : [])], declarations: [] };
  const errors = named(failures || '{}', `${name}Errors`, types);
  const statuses = named(statusesType(answer, data, types), `${name}Responses`, types);
  const response = responseType(answer);
  imports.add('homing', 'type ResultsByStatus');
  if (response) imports.add('homing', 'type TypedResponse');
  const results = [statuses.type, errors.type, ...(response ? [response] : [])].join(', ');
  const dataOfAll = statuses.declaration ? `${statuses.type}[keyof ${statuses.type}]` : data;
  return {
    typeArguments: [dataOfAll, errors.type, 'unknown', `ResultsByStatus<${results}>`],
    declarations: [statuses.declaration, errors.declaration],
  };
};

/** Prints an endpoint with its params type and its comment. */
export function printEndpoint(operation: OperationModel, name: string, printing: Printing): string {
  const { types, docs, streams, imports } = printing;
  const items = [...(streams.get(operation.pointer) ?? [])].filter((type) => type !== 'unknown');
  const members = paramsMembers(operation, types, docs);
  const params = members && types.reserve(`${name}Params`);
  const { typeArguments, declarations } = outcomeOf(operation, name, printing);
  imports.add('homing', 'Request as HomingRequest');
  const config = printConfig(operation, imports);
  return [
    params && `export type ${params} = {\n${members}};\n\n`,
    ...declarations,
    docs ? docComment([commentOf(operation, items)], operation.isDeprecated) : '',
    `export const ${name} = ${PURE} new HomingRequest<${[params || NO_PARAMS, ...typeArguments].join(', ')}>(${config});\n`,
  ].join('');
}

const INDENT = '  ';

/**
 * Types that can be sent as a whole body, in addition to the schema. Prefixed, because a schema can be named
 * Blob.
 */
const WHOLE: Readonly<Record<BodyKind, readonly string[]>> = {
  json: [],
  multipart: ['globalThis.FormData'],
  form: ['globalThis.URLSearchParams'],
  text: ['string'],
  raw: [
    'globalThis.Blob',
    'globalThis.ArrayBuffer',
    'globalThis.Uint8Array',
    'globalThis.ReadableStream',
    'string',
  ],
};

/** Kinds whose schema doesn't describe what the caller passes. */
const OPAQUE: readonly BodyKind[] = ['text', 'raw'];

const bodyType = (
  { media: { kind, node }, members, isWhole }: RequestBodyModel,
  types: SchemaTypes,
): string => {
  const schema = node.child('schema');
  const known = OPAQUE.includes(kind) || isWhole || !schema.exists;
  if (known) return union(WHOLE[kind]);
  const passed = new PassedSchema(members).form(schema);
  return union([types.expression(passed, 'sent', schema.pointer, INDENT), ...WHOLE[kind]]);
};

const parameterType = ({ schema, place, isText }: Parameter, types: SchemaTypes): string => {
  if (isText) return 'string';
  if (!schema.exists) return place === 'path' ? 'string | number' : 'unknown';
  return types.expression(schema.value, 'sent', schema.pointer, INDENT);
};

/** One line of a params type, with its comment. */
interface ParamLine {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly texts: readonly string[];
  readonly isDeprecated?: boolean;
}

const COOKIE = 'Sent as a cookie, which browsers drop.';

const printMember = ({ name, type, isRequired, texts, isDeprecated }: ParamLine, docs: boolean): string => {
  const doc = docs ? docComment(texts, isDeprecated, INDENT) : '';
  return `${doc}${INDENT}${keyed(name)}${isRequired ? '' : '?'}: ${type};\n`;
};

/** Returns the members of the params type; `''` without any. */
function paramsMembers({ parameters, body }: OperationModel, types: SchemaTypes, docs: boolean): string {
  const members = parameters.map((parameter): ParamLine => {
    const { field, isRequired, isDeprecated, place, description = '' } = parameter;
    const texts = [description, place === 'cookie' ? COOKIE : ''];
    return { name: field, type: parameterType(parameter, types), isRequired, texts, isDeprecated };
  });
  if (body) {
    const { media, others, isRequired, description = '' } = body;
    const also = others.length > 0 ? `Sent as ${media.name}; also taken: ${others.join(', ')}` : '';
    members.push({ name: 'body', type: bodyType(body, types), isRequired, texts: [description, also] });
  }
  return members.map((member) => printMember(member, docs)).join('');
}

/** Maximum number of schemas to rewrite: above any real form, but small enough for schemas that multiply. */
const MOST = 100;

/** Keywords that apply to any type of value. */
const KEPT: readonly string[] = ['description', 'deprecated', 'nullable', 'readOnly', 'writeOnly'];

const kept = ({ value }: DocumentNode): JsonObject =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => KEPT.includes(key))) : {};

/** Whether a schema already has the passed type, or a type that a content type doesn't change. */
const isAsPassed = (schema: DocumentNode, passed: Passed): boolean => {
  const types = typesOf(schema).filter((type) => type !== 'null');
  const isNull = types.length < typesOf(schema).length && types.length === 0;
  if (isNull || schema.value === false || isFixed(schema) || isEncoded(schema)) return true;
  if (passed === 'text') return types.length > 0 && !isObjectLeaf(schema);
  return types.includes('string') && isObject(schema.value) && isBinary(schema.value);
};

/**
 * Rewrites the schema of a form for its caller: a part can be a file because of its content type, or a string
 * that only the caller can encode. Returns the same value if nothing changes.
 */
class PassedSchema {
  readonly #passed: ReadonlyMap<string, Passed>;
  #left = MOST;

  constructor(members: readonly BodyMember[]) {
    this.#passed = new Map(
      members.flatMap(({ name, passed }) => (passed === undefined ? [] : [[name, passed] as const])),
    );
  }

  form(node: DocumentNode): unknown {
    const schema = node.resolved();
    if (!this.#takes(schema)) return node.value;
    return changed(node, schema, {
      ...this.#properties(schema),
      ...composed(schema, (member) => this.form(member)),
    });
  }

  #properties(schema: DocumentNode): JsonObject {
    const properties = schema.at('properties');
    const names = properties.keys().filter((name) => this.#passed.has(name));
    const parts = names.flatMap((name) => {
      const property = properties.child(name);
      const part = this.#part(property, this.#passed.get(name) ?? 'text');
      return part === property.value ? [] : [[name, part] as const];
    });
    if (parts.length === 0) return {};
    return { properties: { ...(properties.value as JsonObject), ...Object.fromEntries(parts) } };
  }

  #part(node: DocumentNode, passed: Passed): unknown {
    const schema = node.resolved();
    if (!this.#takes(schema)) return node.value;
    if (isList(schema)) {
      const items = schema.child('items');
      const part = this.#part(items, passed);
      return changed(node, schema, part === items.value ? {} : { items: part });
    }
    const members = composed(schema, (member) => this.#part(member, passed));
    if (isComposed(schema) && typesOf(schema).length === 0) return changed(node, schema, members);
    return isAsPassed(schema, passed) ? node.value : leafOf(node, schema, passed);
  }

  #takes(schema: DocumentNode): boolean {
    this.#left -= 1;
    return this.#left >= 0 && (isObject(schema.value) || !schema.exists);
  }
}

/** Returns the composition keywords with a rewritten member. */
function composed(schema: DocumentNode, rewrite: (member: DocumentNode) => unknown): JsonObject {
  const words = COMPOSED.flatMap((word) => {
    const members = schema.at(word).elements();
    const rewritten = members.map(rewrite);
    return rewritten.some((each, at) => each !== members[at]?.value) ? [[word, rewritten] as const] : [];
  });
  return Object.fromEntries(words);
}

/** Returns the node's own value if nothing changed, so that a `$ref` keeps its name. */
function changed(node: DocumentNode, { value }: DocumentNode, words: JsonObject): unknown {
  return Object.keys(words).length === 0 ? node.value : { ...(value as JsonObject), ...words };
}

function leafOf(node: DocumentNode, schema: DocumentNode, passed: Passed): JsonObject {
  const type = typesOf(schema).includes('null') ? ['string', 'null'] : 'string';
  return { ...kept(schema), ...kept(node), type, ...(passed === 'file' && { format: 'binary' }) };
}
