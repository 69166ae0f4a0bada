import {
  InvalidInputError,
  isBlob,
  isBytes,
  isFormData,
  isScalar,
  isSearchParams,
  type ParamPlacement,
} from '../../core/internal.js';
import { stringifyInt64 } from '../exact-json/stringify-int64.js';
import { encoded, membersOf, named, type Parts, textOf, textsOf, WHOLE_BODIES } from './parts.js';
import {
  type PlaceMap,
  type PlaceStyle,
  type ReadEntry,
  readMap,
  type ReadMember,
  type ReadMembers,
} from './place-map.js';
import { TablePlacement } from './table-placement.js';

/** A name and its value; a style can join several strings to one value. */
interface NamedTexts {
  readonly name: string;
  readonly texts: readonly string[];
}

/** Converts a value to JSON, with exact digits for each bigint. Throws an InvalidInputError for a value without JSON form. */
function jsonOf(value: unknown, field: string): string {
  const text = stringifyInt64(value) as string | undefined;
  if (text === undefined) throw InvalidInputError.of(named(field), value, 'a JSON value');
  return text;
}

/** Entries such as `name[a]` and `name[]`. Object elements get an index, because their properties belong together. */
function deepEntries(
  name: string,
  value: unknown,
  field: string,
  outer: readonly unknown[] = [],
): NamedTexts[] {
  if (value == null) return [];
  if (isScalar(value)) return [{ name, texts: [String(value)] }];
  if (outer.includes(value))
    throw new InvalidInputError(`${named(field)} is circular: remove the reference to itself.`);
  const inner = [...outer, value];
  if (!Array.isArray(value))
    return (membersOf(value, field) ?? []).flatMap(([key, member]) =>
      deepEntries(`${name}[${key}]`, member, field, inner),
    );
  return value.flatMap((element: unknown, at) =>
    deepEntries(`${name}[${isScalar(element) ? '' : String(at)}]`, element, field, inner),
  );
}

/** The entries that a value is sent as; names can repeat. */
function entriesOf(name: string, value: unknown, style: PlaceStyle | undefined, field: string): NamedTexts[] {
  if (value == null) return [];
  switch (style) {
    case 'json':
      return [{ name, texts: [jsonOf(value, field)] }];
    case 'deep':
      return deepEntries(name, value, field);
    case 'spread':
      return (
        membersOf(value, field)?.flatMap(([key, member]) => entriesOf(key, member, undefined, field)) ??
        entriesOf(name, value, undefined, field)
      );
    case undefined: {
      // An object without a style has no string form, so `textOf` throws.
      const texts = Array.isArray(value) ? textsOf(value, field) : [textOf(value, field)];
      return texts.map((text) => ({ name, texts: [text] }));
    }
    default: {
      const texts = textsOf(value, field);
      return texts.length > 0 ? [{ name, texts }] : [];
    }
  }
}

const separatorOf = (style: PlaceStyle | undefined): string =>
  style === 'ssv' ? ' ' : style === 'pipes' ? '|' : ',';

/**
 * Serializes entries for a query. Separators stay distinct from data: a separating comma isn't encoded, a comma in a
 * value is `%2C`.
 */
function writtenEntries(entries: readonly NamedTexts[], style: PlaceStyle | undefined): string[] {
  const separator = separatorOf(style).replace(' ', '%20').replace('|', '%7C');
  return entries.map(({ name, texts }) => `${encoded(name)}=${texts.map(encoded).join(separator)}`);
}

/** Escapes characters in JSON: a header can't contain characters above U+00FF. */
const inAscii = (json: string): string =>
  json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Characters to encode in a string that the caller has encoded for the path. Excludes separators and encoded
 * characters.
 */
const UNWRITTEN = /[^;=,%]+|%(?![\da-f]{2})/gi;

/** URL parsers remove `.` and `..`, even percent-encoded. */
const NO_SEGMENT = /^(\.|%2e){0,2}$/i;

/** Marks a string as encoded for the path. For an invalid segment, returns `''`, which the path rejects. */
const writtenInPath = (text: string): unknown => (NO_SEGMENT.test(text) ? '' : () => text);

/** Strings that a header or a path joins; for `spread`, `a=1` for each property of an object. */
const joinedTexts = (
  value: unknown,
  style: PlaceStyle | undefined,
  field: string,
  write = (text: string): string => text,
): string[] => {
  const members = style === 'spread' ? membersOf(value, field) : undefined;
  return (
    members?.map(([name, member]) => `${write(name)}=${write(textOf(member, field))}`) ??
    textsOf(value, field).map(write)
  );
};

/** Converts a value for the path. The path template joins the elements of an array. */
const pathValue = (value: unknown, style: PlaceStyle | undefined, field: string): unknown => {
  switch (style) {
    case undefined:
      return value;
    case 'json':
      return jsonOf(value, field);
    case 'text':
      return writtenInPath(textOf(value, field).replace(UNWRITTEN, encoded));
    case 'spread':
      return writtenInPath(joinedTexts(value, style, field, encoded).join(','));
    default:
      return textsOf(value, field);
  }
};

/** The default style of an object, also inside an array, is JSON. */
const styleOf = (value: unknown, style: PlaceStyle | undefined): PlaceStyle | undefined =>
  style ?? (isScalar(value) || Array.isArray(value) ? undefined : 'json');

/** The elements of an array, each sent as its own part; another value as a single part. */
const partsOf = (value: unknown, style: PlaceStyle | undefined): readonly unknown[] =>
  style === undefined && Array.isArray(value) ? value : [value];

const urlencoded = (value: unknown, members: ReadMembers): unknown => {
  if (value == null || isSearchParams(value)) return value;
  const pairs = (membersOf(value, 'body') ?? []).flatMap(([name, member]) => {
    const given = members.get(name)?.style;
    return partsOf(member, given).flatMap((part) => {
      const style = styleOf(part, given);
      return writtenEntries(entriesOf(name, part, style, name), style);
    });
  });
  // Join to a string: a URLSearchParams would encode the separating commas.
  return pairs.join('&');
};

/** The value's own type if the list accepts it, otherwise the first type that isn't a range, otherwise its own type. */
const typeAmong = (types: readonly string[], own: string): string => {
  const allows = (type: string): boolean => {
    const [essence = ''] = type.toLowerCase().split(';');
    const [start = '', range] = essence.split('*');
    return range === undefined ? own.split(';')[0] === start : own.startsWith(start);
  };
  return types.some(allows) ? own : (types.find((type) => !type.includes('*')) ?? own);
};

/** The standard file name of an unnamed Blob. Bun would send an empty name, which some servers ignore. */
const appendBlob = (form: FormData, name: string, blob: Blob, types: readonly string[]): void => {
  const type = typeAmong(types, blob.type);
  const { name: named } = blob as Partial<File>;
  const part = type === blob.type ? blob : blob.slice(0, blob.size, type);
  form.append(name, part, typeof named === 'string' ? named : 'blob');
};

const TEXT = 'text/plain';
const JSON_TYPE = /[/+]json(;|$)/i;
const URLENCODED = 'application/x-www-form-urlencoded';

const appendPart = (
  form: FormData,
  name: string,
  part: unknown,
  { style: given, types }: ReadMember,
): void => {
  if (isBytes(part)) {
    appendBlob(form, name, isBlob(part) ? part : new Blob([part as BlobPart]), types);
    return;
  }
  const style = JSON_TYPE.test(types[0] ?? '') ? (given ?? 'json') : styleOf(part, given);
  const type = typeAmong(types, style === 'json' ? 'application/json' : TEXT);
  for (const entry of entriesOf(name, part, style, name)) {
    const text = entry.texts.join(separatorOf(style));
    // A form has types for files only; a string without a type is plain text.
    if (type.startsWith(TEXT)) form.append(entry.name, text);
    else appendBlob(form, entry.name, new Blob([text], { type }), []);
  }
};

const BY_ITSELF: ReadMember = { style: undefined, types: [] };

const multipart = (value: unknown, members: ReadMembers): unknown => {
  if (value == null || isFormData(value)) return value;
  const form = new FormData();
  for (const [name, each] of membersOf(value, 'body') ?? []) {
    const member = members.get(name) ?? BY_ITSELF;
    for (const part of partsOf(each, member.style)) if (part != null) appendPart(form, name, part, member);
  }
  return form;
};

const FORMS = { form: urlencoded, multipart } as const;

/**
 * Adds a field to the parts of a request.
 *
 * @param field Name of the field for error messages.
 */
function addTo(
  parts: Parts,
  { target, name, style, types, members }: ReadEntry,
  value: unknown,
  field: string,
): void {
  const written = (): string[] => writtenEntries(entriesOf(name, value, style, field), style);
  if (target === 'query') parts.query.push(...written());
  else if (target === 'cookie') parts.cookies.push(...written());
  else if (target === 'path') parts.path.push([name, pathValue(value, style, field)]);
  else if (target === 'header') {
    const text =
      style === 'json'
        ? inAscii(jsonOf(value, field))
        : joinedTexts(value, style, field).join(separatorOf(style));
    parts.headers.push([name, text]);
  } else {
    const isForm = target === 'form' || target === 'multipart';
    const body = isForm ? FORMS[target](value, members) : WHOLE_BODIES[target](value);
    const own = isBlob(body) ? body.type : target === 'form' ? URLENCODED : '';
    // The platform sets the Content-Type of a form with its boundary.
    parts.body = { body, type: isFormData(body) ? null : typeAmong(types, own) };
  }
}

/**
 * Creates the `place` option of an endpoint from a map of the targets of its params. A field without an entry is sent
 * in the path if the path contains its name, otherwise in the query. Null and undefined fields are left out.
 *
 * @param map Read once.
 * @throws TypeError for an invalid target or style, and for two bodies.
 */
export const places = (map: PlaceMap): ParamPlacement<object> => new TablePlacement(readMap(map), addTo);
