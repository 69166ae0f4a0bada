import { nullProto, describeType, isObject, ownDefined } from '../../core/internal.js';

/**
 * How a field of several values is written.
 *
 * - `'csv'`: `a,b`; the members of an object as `a,1,b,2`.
 * - `'ssv'`: the same with spaces between.
 * - `'pipes'`: the same with `|` between.
 * - `'deep'`: `field[a]=1`, and `field[]=1` for each element of a list.
 * - `'spread'`: each member of an object under its own name; of a header `a=1,b=2`.
 * - `'json'`: as JSON.
 * - `'text'`: in the path, a text that you have written: its `;`, `=`, `,` and percent-encoded characters are kept.
 */
export type PlaceStyle = 'csv' | 'ssv' | 'pipes' | 'deep' | 'spread' | 'json' | 'text';

/**
 * Where a field goes.
 *
 * - `'path'`: in the path.
 * - `'query'`: in the query, a list by repeating the name.
 * - `'header'`: a header; a list is `a,b`.
 * - `'cookie'`: one of the `Cookie` header's.
 * - `'body'`: the body as JSON, a text too; a `Blob`, a form and what else is a body by itself as it is.
 * - `'raw'`: the body as it is, a text without quotes.
 * - `'form'`: the body, urlencoded: an object by its members, or a `URLSearchParams`.
 * - `'multipart'`: the body, multipart: an object by its members, or a `FormData`.
 */
export type PlaceTarget = 'path' | 'query' | 'header' | 'cookie' | 'body' | 'raw' | 'form' | 'multipart';

/** Where a field goes; a style alone is in the path where the path names the field, else in the query. */
export type PlaceWord = Exclude<PlaceTarget, 'path'> | PlaceStyle;

/** A member of a form whose style alone doesn't say enough. */
export interface PlaceMember {
  /** How its values are written. Default: a list repeats the name, an object is JSON. */
  readonly style?: PlaceStyle | undefined;
  /**
   * In a multipart body: the content type of its parts, `image/png`, or those that it may have, `image/png, image/*`. A
   * file keeps its own where that is among them, and else gets the first that isn't a range. Under a JSON type a text is
   * JSON too. A text of any type but `text/plain` is sent as a file called `blob`, as a form gives a type to files only.
   * Default: that of the file; JSON for an object, and none for a text.
   */
  readonly type?: string | undefined;
}

/** A field whose word alone doesn't say enough. */
export interface PlaceEntry {
  /** Where the field goes, or its style. Required. Another word: `places` throws. */
  readonly in: PlaceTarget | PlaceStyle;
  /** What it is called there. Default: the field's name. A header that is none: a `'network'` error. */
  readonly name?: string | undefined;
  /**
   * How several values are written, where `in` is a place. Default: as that place has it. Another word: `places`
   * throws.
   */
  readonly style?: PlaceStyle | undefined;
  /**
   * Of a body other than `'multipart'`: its content type, `application/vnd.api+json`, or those that it may have,
   * `image/png, image/*`. A `Blob` keeps its own where that is among them; anything else gets the first that isn't a
   * range. It goes with the body alone, and a Content-Type of yours, at any level, wins. Default: that of the value. No
   * content type: `places` throws.
   */
  readonly type?: string | undefined;
  /**
   * Under `'form'` and `'multipart'`: the style of members, or more, by name. Default: a list repeats the name, an
   * object is JSON; in a multipart body a part of type `application/json`. Another word, or no content type: `places`
   * throws.
   */
  readonly members?: Readonly<Record<string, PlaceStyle | PlaceMember>> | undefined;
}

/** Where the fields of the params go, by their names. Fields without an entry fill the path, else the query. */
export type PlaceMap = Readonly<Record<string, PlaceWord | PlaceEntry>>;

/** How a member of a form is written: undefined, and no types, for what the value has. */
export interface ReadMember {
  readonly style: PlaceStyle | undefined;
  /** The content types that its parts may have. */
  readonly types: readonly string[];
}

/** By name. */
export type ReadMembers = ReadonlyMap<string, ReadMember>;

/** Where a field goes; without a style as its place has it. */
export interface ReadEntry {
  readonly target: PlaceTarget;
  readonly name: string;
  readonly style: PlaceStyle | undefined;
  /** The content types that a body may have. */
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

/** Those that a query alone can have; the others are the path's where it names the field. */
const OF_QUERY: readonly string[] = ['ssv', 'pipes', 'deep'];

/** An entry as it was read; its word may still be a style. */
interface KnownEntry extends Omit<ReadEntry, 'target'> {
  readonly word: string;
}

/** The entry of what the map doesn't name. */
const UNNAMED = { word: '', style: undefined, types: [], members: /* @__PURE__ */ new Map() } as const;

const refusal = (field: string, value: unknown, hint: string): TypeError => {
  const shown = typeof value === 'string' ? JSON.stringify(value) : describeType(value);
  return new TypeError(`places: "${field}" is ${shown}: ${hint}.`);
};

const checkWord = (field: string, word: unknown, words: readonly string[]): void => {
  if (!words.includes(word as string)) throw refusal(field, word, `use ${words.join(', ')}`);
};

/** What a header can hold and has a slash. */
const CONTENT_TYPE = /^[!-.0-~]+\/[ -~]+$/;

const readTypes = (field: string, type: unknown): string[] => {
  if (type === undefined) return [];
  // A comma in quotes separates nothing.
  const texts = typeof type === 'string' ? type.match(/(?:[^,"]|"[^"]*")+|,(?=,|$)/g) : undefined;
  const types = (texts ?? ['']).map((each) => each.trim());
  if (types.every((each) => CONTENT_TYPE.test(each))) return types;
  throw refusal(field, type, 'use a type such as image/png');
};

const readMember = (field: string, given: PlaceStyle | PlaceMember | undefined): ReadMember => {
  const { style, type } = isObject(given) ? ownDefined(given) : nullProto<PlaceMember>({ style: given });
  if (style !== undefined) checkWord(field, style, STYLES);
  return { style, types: readTypes(field, type) };
};

const readEntry = (field: string, given: PlaceMap[string]): KnownEntry => {
  const entry = isObject(given) ? ownDefined(given) : nullProto<Partial<PlaceEntry>>({ in: given });
  const { in: word, name = field, style, type, members = {} } = entry;
  checkWord(field, word, [...TARGETS, ...STYLES]);
  if (style !== undefined) checkWord(field, style, STYLES);
  const read = Object.entries(members).map(([member, each]) => [member, readMember(field, each)] as const);
  return { word: word as string, name, style, types: readTypes(field, type), members: new Map(read) };
};

/**
 * Reads a table once, for paths that have these names: `entryOf` says where a field goes, `fieldOfQuery` which field is
 * this name of the query, one value as it is; undefined where none is. `read` has the fields that the table names.
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
  const fieldOfQuery = (wireName: string, names: readonly string[]): string | undefined =>
    [...read.keys(), wireName].find((field) => {
      const { target, name, style } = entryOf(field, names);
      return target === 'query' && style === undefined && name === wireName;
    });
  return { entryOf, fieldOfQuery, read };
}
