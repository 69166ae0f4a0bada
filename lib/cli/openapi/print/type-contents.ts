import type { DocumentNode, Located } from '../document/json-document.js';
import type { OperationModel } from '../model/operations.js';
import type { Parameter } from '../model/parameters.js';
import { PassedSchema } from '../model/passed-schema.js';
import { OPAQUE, type RequestBodyModel, WHOLE } from '../model/request-body.js';
import type { ErrorModel, ResponseModel } from '../model/response.js';
import type { Side } from '../schema/keywords.js';
import type { SchemaTypes } from '../schema/schema-types.js';
import type { Contents, ContentsPrinter, EndpointTypes, FailureType } from './endpoint.js';
import type { Imports } from './imports.js';
import { docComment, keyed, quoted, union } from './typescript.js';

interface TypePrinting {
  readonly types: SchemaTypes;
  readonly docs: boolean;
  readonly imports: Imports;
  /** Schemas whose values are files. */
  readonly files: ReadonlySet<unknown>;
}

const received = (schemas: readonly DocumentNode[], types: SchemaTypes): string =>
  union(
    schemas.map(({ exists, value, pointer }) =>
      exists ? types.expression(value, 'received', pointer) : 'unknown',
    ),
  );

/** Types of data that no schema describes. */
export const PLAIN_DATA = { text: 'string', blob: 'globalThis.Blob', none: 'undefined' } as const;

const dataType = ({ reading, schemas, isUnknown, stream }: ResponseModel, types: SchemaTypes): string => {
  if (isUnknown) return stream?.type ?? 'unknown';
  if (reading === 'json') return received(schemas, types);
  return reading === 'optionalJson' ? union([received(schemas, types), 'undefined']) : PLAIN_DATA[reading];
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
export const headersType = ({ headers }: ResponseModel): string => {
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

export const statusKey = (status: string): string => (/^\d+$/.test(status) ? status : keyed(status));

/** Returns the types of the error bodies. A response to HEAD has no body. */
const failureTypes = ({ failures, method }: OperationModel, types: SchemaTypes): FailureType[] =>
  failures.list.map((failure) => ({
    status: failure.status,
    type: method === 'HEAD' ? 'null' : failureType(failure, types),
  }));

/** Returns a type such as `{ 404: NotFound; default: Fault }`. */
export const failuresType = (failures: readonly FailureType[]): string => {
  const members = failures.map(({ status, type }) => `${statusKey(status)}: ${type}`);
  return members.length > 0 ? `{ ${members.join('; ')} }` : '{}';
};

export const NO_PARAMS = '{ [name: string]: never }';

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

/** The types of an endpoint apart from its params, and the declarations that they need. */
interface OutcomeTypes {
  readonly types: Omit<EndpointTypes, 'params'>;
  readonly failures: readonly FailureType[];
  readonly declarations: readonly string[];
}

/** Returns data and errors, and the Results of a success if they depend on the status or have declared headers. */
const outcomeOf = (
  operation: OperationModel,
  name: string,
  { types, imports }: TypePrinting,
): OutcomeTypes => {
  const { answer } = operation;
  const data = dataType(answer, types);
  const failures = failureTypes(operation, types);
  const allFailures = failuresType(failures);
  const wire = 'unknown';
  if (!isDetailed(answer, types))
    return { types: { data, errors: allFailures, wire, successes: [] }, failures, declarations: [] };
  const errors = named(allFailures, `${name}Errors`, types);
  const statuses = named(statusesType(answer, data, types), `${name}Responses`, types);
  const response = headersType(answer);
  imports.add('homing', 'type ResultsByStatus');
  if (response) imports.add('homing', 'type TypedResponse');
  const results = [statuses.type, errors.type, ...(response ? [response] : [])].join(', ');
  const dataOfAll = statuses.declaration ? `${statuses.type}[keyof ${statuses.type}]` : data;
  return {
    types: { data: dataOfAll, errors: errors.type, wire, successes: [`ResultsByStatus<${results}>`] },
    failures,
    declarations: [statuses.declaration, errors.declaration],
  };
};

/** Prints params, data and errors as types. */
export class TypeContentsPrinter implements ContentsPrinter {
  readonly isFirst = false;
  readonly #printing: TypePrinting;

  constructor(printing: TypePrinting) {
    this.#printing = printing;
  }

  of(operation: OperationModel, name: string): Contents {
    return contentsOf(operation, name, this.#printing);
  }

  incoming(schema: Located, side: Side, name: string): string {
    return this.#printing.types.incoming(schema, side, name);
  }

  declarations(): string[] {
    return this.#printing.types.declarations();
  }
}

function contentsOf(operation: OperationModel, name: string, printing: TypePrinting): Contents {
  const { types } = printing;
  const lines = paramLines(operation, printing);
  const params = lines.length > 0 ? types.reserve(`${name}Params`) : '';
  const members = lines.map((line) => printMember(line, printing.docs)).join('');
  const outcome = outcomeOf(operation, name, printing);
  const short = lines.filter(({ type }) => !type.includes('\n'));
  return {
    types: { params: params || NO_PARAMS, ...outcome.types },
    failures: outcome.failures,
    members: new Map(short.map((line) => [line.name, line.type])),
    item: itemType(operation, types),
    entries: [],
    declarations: [params && `export type ${params} = {\n${members}};\n\n`, ...outcome.declarations],
  };
}

/** Returns the type of a page's items; undefined if several schemas describe the page. */
function itemType({ pages, answer }: OperationModel, types: SchemaTypes): string | undefined {
  const [page, ...others] = answer.schemas;
  return pages && page && others.length === 0 ? types.itemOf(page, pages.items) : undefined;
}

const INDENT = '  ';

const bodyType = (
  { media: { kind, node }, members, isWhole }: RequestBodyModel,
  { types, files }: TypePrinting,
): string => {
  const schema = node.child('schema');
  const known = OPAQUE.includes(kind) || isWhole || !schema.exists;
  if (known) return union(WHOLE[kind]);
  const passed = new PassedSchema(members, files).form(schema);
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

/** Returns the texts of a parameter's comment; some can be empty. */
export const parameterTexts = ({ place, description = '' }: Parameter): readonly string[] => [
  description,
  place === 'cookie' ? 'Sent as a cookie, which browsers drop.' : '',
];

/** Returns the texts of a body's comment; some can be empty. */
export const bodyTexts = ({ media, others, description = '' }: RequestBodyModel): readonly string[] => [
  description,
  others.length > 0 ? `Sent as ${media.name}; also taken: ${others.join(', ')}` : '',
];

const printMember = ({ name, type, isRequired, texts, isDeprecated }: ParamLine, docs: boolean): string => {
  const doc = docs ? docComment(texts, isDeprecated, INDENT) : '';
  return `${doc}${INDENT}${keyed(name)}${isRequired ? '' : '?'}: ${type};\n`;
};

/** Returns the members of the params type. */
function paramLines({ parameters, body }: OperationModel, printing: TypePrinting): readonly ParamLine[] {
  const { types } = printing;
  const members = parameters.map((parameter): ParamLine => {
    const { field, isRequired, isDeprecated } = parameter;
    const texts = parameterTexts(parameter);
    return { name: field, type: parameterType(parameter, types), isRequired, texts, isDeprecated };
  });
  if (body) {
    const type = bodyType(body, printing);
    members.push({ name: 'body', type, isRequired: body.isRequired, texts: bodyTexts(body) });
  }
  return members;
}
