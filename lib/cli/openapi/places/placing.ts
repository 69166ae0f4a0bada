import type { BodyKind } from '../model/media-type.js';
import type { Operation, Parameter, RequestBody, Spelling } from '../model/operation.js';

/** The styles of the table that `places` of homing/openapi takes. */
export type PlaceStyle = 'csv' | 'ssv' | 'pipes' | 'deep' | 'spread' | 'json';

/** Its places. */
export type PlaceTarget = 'path' | 'query' | 'header' | 'cookie' | 'body' | 'raw' | 'form' | 'multipart';

/** What the table says of a member of a form. */
export interface MemberLine {
  readonly name: string;
  readonly style: PlaceStyle | undefined;
  /** The content types of its parts. */
  readonly type: string | undefined;
}

/** What the table says of a field. */
export interface PlaceLine {
  readonly field: string;
  readonly target: PlaceTarget;
  /** Undefined for what the place has by itself. */
  readonly style: PlaceStyle | undefined;
  /** What it is called there. */
  readonly name: string;
  /** The members of a form that are written otherwise than their values alone say. */
  readonly members: readonly MemberLine[];
}

/** How an endpoint comes to know where its params go. */
export interface Placing {
  /** The table; undefined where homing's own rules do. */
  readonly table: readonly PlaceLine[] | undefined;
  /** Whether the rules have to be told that the rest is a query. */
  readonly asksForQuery: boolean;
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
  if (parameter.isText) return undefined;
  if (parameter.place === 'path' && parameter.shape === 'array') return 'csv';
  if (parameter.place === 'header' && parameter.shape === 'array')
    return parameter.isJson ? 'json' : undefined;
  return styleOf(parameter);
};

const lineOf = (parameter: Parameter): PlaceLine => ({
  field: parameter.field,
  target: parameter.place,
  style: parameterStyle(parameter),
  name: parameter.name,
  members: [],
});

const bodyLine = ({ media, members }: RequestBody): PlaceLine => ({
  field: 'body',
  target: BY_BODY[media.kind],
  style: undefined,
  name: 'body',
  members: members
    .map(({ name, spelling, contentType }) => ({
      name,
      style: spelling && styleOf(spelling),
      type: contentType,
    }))
    .filter(({ style, type }) => style !== undefined || type !== undefined),
});

/** What goes to its place without being named. */
const isUnnamed = ({ field, name, target, style }: PlaceLine): boolean =>
  field === name && style === undefined && (target === 'path' || target === 'query');

/** The methods whose params are a query unless told otherwise. */
const QUERY_METHODS: readonly string[] = ['GET', 'DELETE', 'HEAD', 'OPTIONS'];

/** How the params of an operation get to their places. */
export function placingOf({ method, parameters, body }: Operation): Placing {
  const lines = [...parameters.map(lineOf), ...(body ? [bodyLine(body)] : [])];
  const named = lines.filter((line) => !isUnnamed(line));
  if (named.length > 0) return { table: named, asksForQuery: false };
  const hasQuery = lines.some(({ target }) => target === 'query');
  return { table: undefined, asksForQuery: hasQuery && !QUERY_METHODS.includes(method) };
}
