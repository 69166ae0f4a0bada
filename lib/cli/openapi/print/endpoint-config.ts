import type { PlaceStyle, PlaceTarget } from '../../../features/openapi/place-map.js';
import type { PlainTarget } from '../../../features/openapi/plain-places.js';
import { type BodyKind, isRange } from '../model/media-type.js';
import type { OperationModel } from '../model/operations.js';
import type { Parameter, Spelling } from '../model/parameters.js';
import type { RequestBodyModel } from '../model/request-body.js';
import type { Imports } from './imports.js';
import { keyed, quoted } from './typescript.js';

/** Comment that lets a bundler remove an unused call. It precedes each call in the file. */
export const PURE = '/* @__PURE__ */';

interface MemberLine {
  readonly name: string;
  readonly style: PlaceStyle | undefined;
  /** Content types of the part. */
  readonly type: string | undefined;
}

interface PlaceLine {
  readonly field: string;
  readonly target: PlaceTarget;
  /** Undefined for the default of the location. */
  readonly style: PlaceStyle | undefined;
  readonly name: string;
  /** Content types of a body that homing would send as another type. */
  readonly type: string | undefined;
  /** Members of a form that need more than their values to be serialized. */
  readonly members: readonly MemberLine[];
}

const BY_BODY: Readonly<Record<BodyKind, PlaceTarget>> = {
  json: 'body',
  multipart: 'multipart',
  form: 'form',
  text: 'raw',
  raw: 'raw',
};

const DELIMITED: Readonly<Record<string, PlaceStyle>> = { spaceDelimited: 'ssv', pipeDelimited: 'pipes' };

const styleOf = ({ style, explode, shape, isJson }: Spelling): PlaceStyle | undefined => {
  if (isJson) return 'json';
  if (style === 'deepObject') return 'deep';
  if (shape === 'scalar') return undefined;
  if (!explode) return DELIMITED[style] ?? 'csv';
  return shape === 'object' ? 'spread' : undefined;
};

/**
 * Returns the style of a parameter. An array in a header is comma-separated by default. An array in a path
 * needs an explicit style, because only a table supports it.
 */
const parameterStyle = (parameter: Parameter): PlaceStyle | undefined => {
  if (parameter.isText) return 'text';
  if (parameter.place === 'path' && parameter.shape === 'array') return 'csv';
  if (parameter.place === 'header' && parameter.shape === 'array')
    return parameter.isJson ? 'json' : undefined;
  return styleOf(parameter);
};

const lineOf = (parameter: Parameter): PlaceLine => {
  const { field, place, name } = parameter;
  return { field, target: place, style: parameterStyle(parameter), name, type: undefined, members: [] };
};

/** Content types that homing sends by default. */
const BY_ITSELF: Readonly<Record<BodyKind, string>> = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain',
  raw: 'application/octet-stream',
};

/** Returns the content types of a body if homing would send another one. A range only applies to bytes. */
const typeOf = ({ media: { kind }, types }: RequestBodyModel): string | undefined => {
  const said = types.filter((type) => kind === 'raw' || !isRange(type));
  return kind === 'multipart' || said.every((type) => type === BY_ITSELF[kind]) ? undefined : said.join(', ');
};

const bodyLine = (body: RequestBodyModel): PlaceLine => {
  const { media, members } = body;
  const lines = members.map(({ name, spelling, contentType }) => ({
    name,
    style: spelling && styleOf(spelling),
    type: contentType,
  }));
  const said = lines.filter(({ style, type }) => style !== undefined || type !== undefined);
  const target = BY_BODY[media.kind];
  return { field: 'body', target, style: undefined, name: 'body', type: typeOf(body), members: said };
};

/** Whether a parameter goes to its location by default. */
const isUnnamed = ({ field, name, target, style }: PlaceLine): boolean =>
  field === name && style === undefined && (target === 'path' || target === 'query');

/** Printed lines that `plainPlaces` accepts too. */
const PLAIN: ReadonlySet<string> = new Set(
  (['query', 'header', 'cookie', 'body', 'raw'] satisfies PlainTarget[]).map(quoted),
);

/** Methods whose params go to the query by default. */
const QUERY_METHODS: readonly string[] = ['GET', 'DELETE', 'HEAD', 'OPTIONS'];

/** A member of an object: its key and its printed value. */
export type PrintedEntry = readonly [key: string, value: string];

/** Prints a key of an object literal. `__proto__` would set the prototype. */
export const valueKey = (name: string): string => (name === '__proto__' ? "['__proto__']" : keyed(name));

export const printObject = (entries: readonly PrintedEntry[]): string =>
  entries.length === 0
    ? '{}'
    : `{ ${entries.map(([key, value]) => `${valueKey(key)}: ${value}`).join(', ')} }`;

/** Returns a member with a string value; none for undefined. */
const textEntry = (key: string, text: string | undefined): PrintedEntry[] =>
  text === undefined ? [] : [[key, quoted(text)]];

const printMember = ({ style, type }: MemberLine): string =>
  type === undefined
    ? quoted(style ?? '')
    : printObject([...textEntry('style', style), ...textEntry('type', type)]);

const printLine = ({ field, target, style, name, type, members }: PlaceLine): string => {
  const isQuery = target === 'query' || target === 'path';
  // A style alone means the path if the path names the field, and otherwise the query.
  const word = isQuery ? (style ?? target) : target;
  const printed = members.map((each): PrintedEntry => [each.name, printMember(each)]);
  const rest: PrintedEntry[] = [
    ...textEntry('name', field === name ? undefined : name),
    ...textEntry('style', isQuery ? undefined : style),
    ...textEntry('type', type),
    ...(printed.length === 0 ? [] : [['members', printObject(printed)] as const]),
  ];
  return rest.length === 0 ? quoted(word) : printObject([['in', quoted(word)], ...rest]);
};

/**
 * Returns a table of the parameters that need one. Without a table, a method with a body might need
 * `bodyAs: 'query'`.
 */
const placeEntries = ({ method, parameters, body }: OperationModel, imports: Imports): PrintedEntry[] => {
  const lines = [...parameters.map(lineOf), ...(body ? [bodyLine(body)] : [])];
  const named = lines.filter((line) => !isUnnamed(line));
  if (named.length > 0) {
    const entries = named.map((line): PrintedEntry => [line.field, printLine(line)]);
    const table = entries.every(([, printed]) => PLAIN.has(printed)) ? 'plainPlaces' : 'places';
    imports.add('homing/openapi', table);
    return [['place', `${PURE} ${table}(${printObject(entries)})`]];
  }
  const hasQuery = lines.some(({ target }) => target === 'query');
  return textEntry('bodyAs', hasQuery && !QUERY_METHODS.includes(method) ? 'query' : undefined);
};

const headerEntries = ({ answer: { accept } }: OperationModel): PrintedEntry[] =>
  accept === undefined ? [] : [['headers', printObject(textEntry('Accept', accept))]];

const readingEntries = (
  { answer: { reading, isByType, stream }, method, failures }: OperationModel,
  imports: Imports,
): PrintedEntry[] => {
  if (method === 'HEAD') return [];
  if (isByType) imports.add('homing/openapi', 'parseByContentType');
  // By default, errors are read like the data. Set the error type if the data isn't JSON or all errors are
  // text.
  const saysHow = reading === 'text' || reading === 'blob' || failures.reading === 'text';
  return [
    ...(stream
      ? [['responseType', stream.reader] as const]
      : textEntry('responseType', reading === 'json' ? undefined : reading)),
    ...textEntry('errorType', saysHow ? failures.reading : undefined),
    ...(isByType ? [['parseJson', 'parseByContentType'] as const] : []),
  ];
};

/**
 * Prints the config of an endpoint.
 *
 * @param further Members that describe params, data and errors.
 */
export function printConfig(
  operation: OperationModel,
  further: readonly PrintedEntry[],
  imports: Imports,
): string {
  return printObject([
    ['method', quoted(operation.method)],
    ['path', quoted(operation.path)],
    ...placeEntries(operation, imports),
    ...headerEntries(operation),
    ...readingEntries(operation, imports),
    ...further,
  ]);
}
