import { type BodyKind, isRange } from '../model/media-type.js';
import type { Operation } from '../model/operations.js';
import type { Parameter, Spelling } from '../model/parameters.js';
import type { RequestBody } from '../model/request-body.js';
import { keyed, quoted } from './typescript.js';

/** What marks a call as one that a bundler may drop with what it is for; it stands before each call of the file. */
export const PURE = '/* @__PURE__ */';

/** The styles of the table that `places` of homing/openapi takes. */
type PlaceStyle = 'csv' | 'ssv' | 'pipes' | 'deep' | 'spread' | 'json' | 'text';

type PlaceTarget = 'path' | 'query' | 'header' | 'cookie' | 'body' | 'raw' | 'form' | 'multipart';

interface MemberLine {
  readonly name: string;
  readonly style: PlaceStyle | undefined;
  /** The content types of its parts. */
  readonly type: string | undefined;
}

interface PlaceLine {
  readonly field: string;
  readonly target: PlaceTarget;
  /** Undefined for what the place has by itself. */
  readonly style: PlaceStyle | undefined;
  readonly name: string;
  /** The content types of a body that homing would send as another. */
  readonly type: string | undefined;
  /** The members of a form that are written otherwise than their values alone say. */
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

/** A list in a header has commas by itself; in a path a list has to be said, as only a table writes one. */
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

/** The content types that homing writes by itself. */
const BY_ITSELF: Readonly<Record<BodyKind, string>> = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain',
  raw: 'application/octet-stream',
};

/** The content types of a body, where homing would send another. A range says something of bytes alone. */
const typeOf = ({ media: { kind }, types }: RequestBody): string | undefined => {
  const said = types.filter((type) => kind === 'raw' || !isRange(type));
  return kind === 'multipart' || said.every((type) => type === BY_ITSELF[kind]) ? undefined : said.join(', ');
};

const bodyLine = (body: RequestBody): PlaceLine => {
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

/** What goes to its place without being named. */
const isUnnamed = ({ field, name, target, style }: PlaceLine): boolean =>
  field === name && style === undefined && (target === 'path' || target === 'query');

/** The methods whose params are a query unless told otherwise. */
const QUERY_METHODS: readonly string[] = ['GET', 'DELETE', 'HEAD', 'OPTIONS'];

/** A member of an object: its key, and its value as it is written. */
type Entry = readonly [key: string, value: string];

/** A name of the document as the key of an object that is made: `__proto__` would set its prototype. */
const valueKey = (name: string): string => (name === '__proto__' ? "['__proto__']" : keyed(name));

const printObject = (entries: readonly Entry[]): string =>
  entries.length === 0
    ? '{}'
    : `{ ${entries.map(([key, value]) => `${valueKey(key)}: ${value}`).join(', ')} }`;

/** A member that is left out where there is nothing to say. */
const textEntry = (key: string, text: string | undefined): Entry[] =>
  text === undefined ? [] : [[key, quoted(text)]];

const printMember = ({ style, type }: MemberLine): string =>
  type === undefined
    ? quoted(style ?? '')
    : printObject([...textEntry('style', style), ...textEntry('type', type)]);

const printLine = ({ field, target, style, name, type, members }: PlaceLine): string => {
  const isQuery = target === 'query' || target === 'path';
  // A style alone is meant for the path where the path names the field, else for the query.
  const word = isQuery ? (style ?? target) : target;
  const printed = members.map((each): Entry => [each.name, printMember(each)]);
  const rest: Entry[] = [
    ...textEntry('name', field === name ? undefined : name),
    ...textEntry('style', isQuery ? undefined : style),
    ...textEntry('type', type),
    ...(printed.length === 0 ? [] : [['members', printObject(printed)] as const]),
  ];
  return rest.length === 0 ? quoted(word) : printObject([['in', quoted(word)], ...rest]);
};

/** A table of all that has to be named; without one, the rules may have to be told that the rest is a query. */
const placeEntries = ({ method, parameters, body }: Operation): Entry[] => {
  const lines = [...parameters.map(lineOf), ...(body ? [bodyLine(body)] : [])];
  const named = lines.filter((line) => !isUnnamed(line));
  if (named.length > 0) {
    const table = printObject(named.map((line) => [line.field, printLine(line)]));
    return [['place', `${PURE} places(${table})`]];
  }
  const hasQuery = lines.some(({ target }) => target === 'query');
  return textEntry('bodyAs', hasQuery && !QUERY_METHODS.includes(method) ? 'query' : undefined);
};

const headerEntries = ({ answer: { accept } }: Operation): Entry[] =>
  accept === undefined ? [] : [['headers', printObject(textEntry('Accept', accept))]];

/** The function of homing/openapi that reads text and JSON by the content type of the response. */
export const PARSE_BY_TYPE = 'parseByContentType';

const readingEntries = ({ answer: { reading, isByType }, method, failures }: Operation): Entry[] => {
  if (method === 'HEAD') return [];
  // A success that is no JSON would have its errors read like itself.
  const saysHow = reading === 'text' || reading === 'blob' || failures.reading === 'text';
  return [
    ...textEntry('responseType', reading === 'json' ? undefined : reading),
    ...textEntry('errorType', saysHow ? failures.reading : undefined),
    ...(isByType ? [['parseJson', PARSE_BY_TYPE] as const] : []),
  ];
};

export function printConfig(operation: Operation): string {
  return printObject([
    ['method', quoted(operation.method)],
    ['path', quoted(operation.path)],
    ...placeEntries(operation),
    ...headerEntries(operation),
    ...readingEntries(operation),
  ]);
}
