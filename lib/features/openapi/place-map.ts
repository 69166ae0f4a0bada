import { describeType, isObject, ownDefined } from '../../core/internal.js';

/**
 * How a field with several values is serialized.
 *
 * - `'csv'`: `a,b`; an object as `a,1,b,2`.
 * - `'ssv'`: like `'csv'`, separated by spaces.
 * - `'pipes'`: like `'csv'`, separated by `|`.
 * - `'deep'`: `field[a]=1`, and `field[]=1` for each element of an array.
 * - `'spread'`: each property of an object under its own name; in a header `a=1,b=2`.
 * - `'json'`: as JSON.
 * - `'text'`: in the path, a string that you have encoded. Keeps its `;`, `=`, `,` and percent-encoded characters.
 */
export type PlaceStyle = 'csv' | 'ssv' | 'pipes' | 'deep' | 'spread' | 'json' | 'text';

/**
 * Which part of the request a field is sent in.
 *
 * - `'path'`: the path.
 * - `'query'`: the query; an array repeats the name.
 * - `'header'`: a header; an array is `a,b`.
 * - `'cookie'`: a cookie in the `Cookie` header.
 * - `'body'`: the body as JSON, including a string. A `Blob`, a form or another complete body is sent unchanged.
 * - `'raw'`: the body unchanged, a string without quotes.
 * - `'form'`: the URL-encoded body: the properties of an object, or a `URLSearchParams`.
 * - `'multipart'`: the multipart body: the properties of an object, or a `FormData`.
 */
export type PlaceTarget = 'path' | 'query' | 'header' | 'cookie' | 'body' | 'raw' | 'form' | 'multipart';

/**
 * The target of a field, or its style. A field with a style is in the path if the path contains its name, otherwise in
 * the query.
 */
export type PlaceWord = Exclude<PlaceTarget, 'path'> | PlaceStyle;

/** Settings of a form property that needs more than a style. */
export interface PlaceMember {
  /** How the values are serialized. Default: an array repeats the name, an object is JSON. */
  readonly style?: PlaceStyle | undefined;
  /**
   * In a multipart body, the content type of its parts, `image/png`, or the accepted types, `image/png, image/*`. A
   * file keeps its own type if the list accepts it, otherwise it gets the first type that isn't a range. With a JSON
   * type, a string is encoded as JSON too. A string with any type but `text/plain` is sent as a file named `blob`,
   * because forms have types for files only. Default: the type of the file, JSON for an object, none for a string.
   */
  readonly type?: string | undefined;
}

/** Settings of a field that needs more than a target or a style. */
export interface PlaceEntry {
  /** Target or style of the field. Required. `places` throws a TypeError for another value. */
  readonly in: PlaceTarget | PlaceStyle;
  /** Name of the field in the request. Default: the field's name. An invalid header name causes a `'network'` error. */
  readonly name?: string | undefined;
  /**
   * How several values are serialized if `in` is a target. Default: the style of the target. `places` throws a
   * TypeError for another value.
   */
  readonly style?: PlaceStyle | undefined;
  /**
   * The content type of a body other than `'multipart'`, `application/vnd.api+json`, or the accepted types,
   * `image/png, image/*`. A `Blob` keeps its own type if the list accepts it; other values get the first type that
   * isn't a range. Sent only with a body. A Content-Type that you set at any level overrides it. Default: the type of
   * the value. `places` throws a TypeError for an invalid type.
   */
  readonly type?: string | undefined;
  /**
   * For `'form'` and `'multipart'`: styles or settings of properties by name. Default: an array repeats the name, an
   * object is JSON, in a multipart body with the type `application/json`. `places` throws a TypeError for an invalid
   * style or type.
   */
  readonly members?: Readonly<Record<string, PlaceStyle | PlaceMember>> | undefined;
}

/**
 * Targets of the fields in the params, by name. A field without an entry is sent in the path if the path contains its
 * name, otherwise in the query.
 */
export type PlaceMap = Readonly<Record<string, PlaceWord | PlaceEntry>>;

/** Settings of a form property after parsing. Undefined style or no types: determined by the value. */
export interface ReadMember {
  readonly style: PlaceStyle | undefined;
  /** Accepted content types of its parts. */
  readonly types: readonly string[];
}

/** Form properties by name. */
export type ReadMembers = ReadonlyMap<string, ReadMember>;

/** Target of a field after parsing. Undefined style: the style of the target. */
export interface ReadEntry {
  readonly target: PlaceTarget;
  readonly name: string;
  readonly style: PlaceStyle | undefined;
  /** Accepted content types of a body. */
  readonly types: readonly string[];
  readonly members: ReadMembers;
}

const STYLES: readonly string[] = [
  'csv',
  'ssv',
  'pipes',
  'deep',
  'spread',
  'json',
  'text',
] satisfies PlaceStyle[];
const BODIES: readonly string[] = ['body', 'raw', 'form', 'multipart'] satisfies PlaceTarget[];
const TARGETS: readonly string[] = ['path', 'query', 'header', 'cookie', ...BODIES];

/** Styles for the query only. A field with another style is in the path if the path contains its name. */
const OF_QUERY: readonly string[] = ['ssv', 'pipes', 'deep'];

/** A parsed entry whose `word` can still be a style. */
interface KnownEntry extends Omit<ReadEntry, 'target'> {
  readonly word: string;
}

/** The entry of a field that the map doesn't contain. */
const UNNAMED = { word: '', style: undefined, types: [], members: /* @__PURE__ */ new Map() } as const;

const refusal = (field: string, value: unknown, hint: string): TypeError => {
  const shown = typeof value === 'string' ? JSON.stringify(value) : describeType(value);
  return new TypeError(`places: "${field}" is ${shown}: ${hint}.`);
};

const checkWord = (field: string, word: unknown, words: readonly string[]): void => {
  if (!words.includes(word as string)) throw refusal(field, word, `use ${words.join(', ')}`);
};

/** Characters that a header accepts, with a slash. */
const CONTENT_TYPE = /^[!-.0-~]+\/[ -~]+$/;

const readTypes = (field: string, type: unknown): string[] => {
  if (type === undefined) return [];
  // A comma in quotes isn't a separator.
  const texts = typeof type === 'string' ? type.match(/(?:[^,"]|"[^"]*")+|,(?=,|$)/g) : undefined;
  const types = (texts ?? ['']).map((each) => each.trim());
  if (types.every((each) => CONTENT_TYPE.test(each))) return types;
  throw refusal(field, type, 'use a type such as image/png');
};

const readMember = (field: string, given: PlaceStyle | PlaceMember | undefined): ReadMember => {
  const { style, type } = ownDefined<PlaceMember>(isObject(given) ? given : { style: given });
  if (style !== undefined) checkWord(field, style, STYLES);
  return { style, types: readTypes(field, type) };
};

const readEntry = (field: string, given: PlaceMap[string]): KnownEntry => {
  const entry = ownDefined<Partial<PlaceEntry>>(isObject(given) ? given : { in: given });
  const { in: word, name = field, style, type, members = {} } = entry;
  checkWord(field, word, [...TARGETS, ...STYLES]);
  if (style !== undefined) checkWord(field, style, STYLES);
  const read = Object.entries(members).map(([member, each]) => [member, readMember(field, each)] as const);
  return { word: word as string, name, style, types: readTypes(field, type), members: new Map(read) };
};

/**
 * Parses a map once. `entryOf` returns the target of a field, for a path with these names. `fieldOfQuery` returns the
 * field that is sent as this query name with a single plain value, or undefined. `read` contains the fields of the map.
 */
export function readMap(map: PlaceMap): {
  readonly entryOf: (field: string, names: readonly string[]) => ReadEntry;
  readonly fieldOfQuery: (name: string, names: readonly string[]) => string | undefined;
  readonly read: ReadonlyMap<string, object>;
} {
  if (!isObject(map)) throw new TypeError(`places got ${describeType(map)}: pass an object.`);
  const read = new Map(Object.entries(map).map(([field, given]) => [field, readEntry(field, given)]));
  const bodies = [...read].filter(([, { word }]) => BODIES.includes(word)).map(([field]) => `"${field}"`);
  if (bodies.length > 1)
    throw new TypeError(`places: ${bodies.join(' and ')} are bodies, but only one is allowed: remove one.`);
  const entryOf = (field: string, names: readonly string[]): ReadEntry => {
    const { word, ...entry } = read.get(field) ?? { ...UNNAMED, name: field };
    if (TARGETS.includes(word)) return { ...entry, target: word as PlaceTarget };
    const style = (word || undefined) as PlaceStyle | undefined;
    const target = names.includes(entry.name) && !OF_QUERY.includes(word) ? 'path' : 'query';
    return { ...entry, target, style };
  };
  const fieldOfQuery = (sentName: string, names: readonly string[]): string | undefined =>
    [...read.keys(), sentName].find((field) => {
      const { target, name, style } = entryOf(field, names);
      return target === 'query' && style === undefined && name === sentName;
    });
  return { entryOf, fieldOfQuery, read };
}
