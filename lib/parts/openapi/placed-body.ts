import { isBlob, isBytes, isFormData, isScalar, isSearchParams, type Placement } from '../../core/seats.js';
import type { PlaceStyle } from './place-map.js';
import type { ReadMember, ReadMembers } from './read-map.js';
import { entriesOf, isNothing, membersOf } from './several.js';
import { separatorOf, writtenEntries } from './written.js';

/** What a body comes to. */
interface PlacedBody extends Pick<Placement, 'body'> {
  readonly headers: readonly (readonly [string, string])[];
}

const bodyAlone = (body: unknown): PlacedBody => ({ body, headers: [] });

/** A text that is JSON and no plain text; the endpoint's own functions write it. */
class JsonText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toJSON(): string {
    return this.#text;
  }
}

const isObject = (value: unknown): boolean => !isScalar(value) && !Array.isArray(value);

/** Objects are JSON unless the map says otherwise, and so are lists of them. */
const styleOf = (value: unknown, style: PlaceStyle | undefined): PlaceStyle | undefined =>
  style ?? (isObject(value) ? 'json' : undefined);

/** The elements of a list, each of which is a part of its own; of another value itself. */
const partsOf = (value: unknown, style: PlaceStyle | undefined): readonly unknown[] =>
  style === undefined && Array.isArray(value) ? value : [value];

const urlencoded = (value: unknown, members: ReadMembers): PlacedBody => {
  if (isNothing(value) || isSearchParams(value)) return bodyAlone(value);
  const pairs = (membersOf(value, 'body') ?? []).flatMap(([name, member]) => {
    const given = members.get(name)?.style;
    return partsOf(member, given).flatMap((part) => {
      const style = styleOf(part, given);
      return writtenEntries(entriesOf(name, part, style, name), style);
    });
  });
  // As text: a URLSearchParams would write its commas anew.
  return { body: pairs.join('&'), headers: [['content-type', 'application/x-www-form-urlencoded']] };
};

/** Its own type where the list allows it, else the first of the list that is no range, else its own. */
const typeAmong = (types: readonly string[], own: string): string => {
  const allows = (type: string): boolean => {
    const [essence = ''] = type.split(';');
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

const JSON_TYPE = /[/+]json(;|$)/;

const appendPart = (
  form: FormData,
  name: string,
  part: unknown,
  { style: given, types }: ReadMember,
): void => {
  if (isBytes(part)) {
    appendBlob(form, name, (isBlob(part) ? part : new Blob([part as BlobPart])) as Blob, types);
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

const multipart = (value: unknown, members: ReadMembers): PlacedBody => {
  if (isNothing(value) || isFormData(value)) return bodyAlone(value);
  const form = new FormData();
  for (const [name, each] of membersOf(value, 'body') ?? []) {
    const member = members.get(name) ?? BY_ITSELF;
    for (const part of partsOf(each, member.style))
      if (!isNothing(part)) appendPart(form, name, part, member);
  }
  return bodyAlone(form);
};

/** How each of the places for a body makes one. */
export const BODIES = {
  body: (value: unknown): PlacedBody => bodyAlone(typeof value === 'string' ? new JsonText(value) : value),
  raw: (value: unknown): PlacedBody => bodyAlone(isScalar(value) ? String(value) : value),
  form: urlencoded,
  multipart,
} as const;
