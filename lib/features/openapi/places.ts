import {
  encode,
  fieldsOf,
  isBlob,
  isBytes,
  isFormData,
  isScalar,
  isSearchParams,
  PARAM_OF_QUERY,
  type Placement,
  InvalidInputError,
} from '../../core/internal.js';
import {
  type PlaceMap,
  type PlaceStyle,
  type ReadEntry,
  readMap,
  type ReadMember,
  type ReadMembers,
} from './place-map.js';

/** A name with its value, which several texts make together where a style joins them. */
interface Entry {
  readonly name: string;
  readonly texts: readonly string[];
}

const named = (field: string): string => `The param ${JSON.stringify(field)}`;

/** The text of one value. Throws a InvalidInputError that names the field, and never the value. */
function textOf(value: unknown, field: string): string {
  if (isScalar(value)) return String(value);
  throw InvalidInputError.of(named(field), value, 'a string, finite number, boolean or bigint');
}

/** The members of an object that have a value; undefined for what is none. */
function membersOf(value: unknown, field: string): [name: string, value: unknown][] | undefined {
  if (isScalar(value) || Array.isArray(value)) return undefined;
  const fields = fieldsOf(value, () => false, named(field));
  return fields && Object.entries(fields).filter(([, member]) => member != null);
}

/** The texts of a list, or of an object's names and values in turn; of another value its own. */
function textsOf(value: unknown, field: string): string[] {
  const parts = Array.isArray(value)
    ? value.filter((element) => element != null)
    : (membersOf(value, field)?.flat() ?? [value]);
  return parts.map((part) => textOf(part, field));
}

/** The JSON of a value. Throws a InvalidInputError for one that has none. */
function jsonOf(value: unknown, field: string): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw InvalidInputError.of(named(field), value, 'a JSON value');
  return text;
}

/** `name[a]`, `name[]`; elements that are objects are counted, as their members belong together. */
function deepEntries(name: string, value: unknown, field: string, outer: readonly unknown[] = []): Entry[] {
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

/** What a value is sent as, one entry after the other, where names repeat. */
function entriesOf(name: string, value: unknown, style: PlaceStyle | undefined, field: string): Entry[] {
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
      // An object without a style has no texts.
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

/** A space is `%20`, which who reads it for no form knows too. */
const encoded = (text: string): string => encode(text).replaceAll('+', '%20');

/**
 * Entries as they stand in a query. What separates is told from what is in the texts: a comma stands as it is, and is
 * `%2C` in a text.
 */
function writtenEntries(entries: readonly Entry[], style: PlaceStyle | undefined): string[] {
  const separator = separatorOf(style).replace(' ', '%20').replace('|', '%7C');
  return entries.map(({ name, texts }) => `${encoded(name)}=${texts.map(encoded).join(separator)}`);
}

/** A header takes no characters above U+00FF, and JSON can do without. */
const inAscii = (json: string): string =>
  json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What is encoded of a text that the caller has written for the path: not what separates, nor what is encoded already. */
const UNWRITTEN = /[^;=,%]+|%(?![\da-f]{2})/gi;

/** A URL parser resolves these away, encoded or not. */
const NO_SEGMENT = /^(\.|%2e){0,2}$/i;

/** A text as the path takes it without encoding it again; one that can't be a segment as the path refuses it. */
const writtenInPath = (text: string): unknown => (NO_SEGMENT.test(text) ? '' : () => text);

/** The texts that a header or a path joins: under `spread` `a=1` for each member of an object. */
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

/** What a path gets of a value: a list is joined where the path is filled. */
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

/** Objects are JSON unless the map says otherwise, and so are lists of them. */
const styleOf = (value: unknown, style: PlaceStyle | undefined): PlaceStyle | undefined =>
  style ?? (isScalar(value) || Array.isArray(value) ? undefined : 'json');

/** The elements of a list, each of which is a part of its own; of another value itself. */
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
  // As text: a URLSearchParams would write its commas anew.
  return pairs.join('&');
};

/** Its own type where the list allows it, else the first of the list that is no range, else its own. */
const typeAmong = (types: readonly string[], own: string): string => {
  const allows = (type: string): boolean => {
    const [essence = ''] = type.toLowerCase().split(';');
    const [start = '', range] = essence.split('*');
    return range === undefined ? own.split(';')[0] === start : own.startsWith(start);
  };
  return types.some(allows) ? own : (types.find((type) => !type.includes('*')) ?? own);
};

/** A Blob without a name is called as the standard calls it. Bun would send an empty name, which some servers pass over. */
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
    // A form gives types to files only; a text without one is plain.
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

const BODIES = {
  // A text is JSON here and no plain text; the endpoint's own functions write it.
  body: (value: unknown): unknown => (typeof value === 'string' ? { toJSON: () => value } : value),
  raw: (value: unknown): unknown => (isScalar(value) ? String(value) : value),
  form: urlencoded,
  multipart,
} as const;

/** What of a call was placed so far. */
class Placing {
  readonly #path: [string, unknown][] = [];
  readonly #query: string[] = [];
  readonly #headers: (readonly [string, string])[] = [];
  readonly #cookies: string[] = [];
  #body: Placement = {};

  /** @param field For messages. */
  add({ target, name, style, types, members }: ReadEntry, value: unknown, field: string): void {
    const written = (): string[] => writtenEntries(entriesOf(name, value, style, field), style);
    if (target === 'query') this.#query.push(...written());
    else if (target === 'cookie') this.#cookies.push(...written());
    else if (target === 'path') this.#path.push([name, pathValue(value, style, field)]);
    else if (target === 'header') {
      const text =
        style === 'json'
          ? inAscii(jsonOf(value, field))
          : joinedTexts(value, style, field).join(separatorOf(style));
      this.#headers.push([name, text]);
    } else {
      const body = BODIES[target](value, members);
      const own = isBlob(body) ? body.type : target === 'form' ? URLENCODED : '';
      // What writes a form knows what separates its parts.
      this.#body = { body, type: isFormData(body) ? null : typeAmong(types, own) };
    }
  }

  placement(): Placement {
    const cookie = this.#cookies.length > 0 ? [['cookie', this.#cookies.join('; ')] as const] : [];
    return {
      ...this.#body,
      path: Object.fromEntries(this.#path),
      query: this.#query.join('&'),
      headers: [...this.#headers, ...cookie],
    };
  }
}

/** Some platforms give their forms and files a `toJSON`, or members. */
const isWholeBody = (value: unknown): boolean => isFormData(value) || isBlob(value);

/**
 * Makes the `place` of an endpoint of a table that says where each field of its params goes. Fields that it doesn't name
 * fill the path, else the query; those that are null or undefined are left out.
 *
 * @param map Read once.
 * @throws TypeError for a word that is none, and for two bodies.
 */
export function places(map: PlaceMap): (params: object, names: readonly string[]) => Placement {
  const table = readMap(map);
  const place = (params: object, names: readonly string[]): Placement => {
    const placing = new Placing();
    const fields = fieldsOf(params, isWholeBody);
    if (!fields) throw InvalidInputError.of('params', params, 'an object with fields of the table');
    for (const [field, value] of Object.entries(fields))
      if (value != null) placing.add(table.entryOf(field, names), value, field);
    return placing.placement();
  };
  // `mockApi` reads from it where it finds which param of a request.
  return Object.assign(place, { [PARAM_OF_QUERY]: table.fieldOfQuery, '~table': table });
}
