import { isFormData, isSearchParams } from '../../core/platform/is-platform.js';
import { isBlob, isBytes } from '../../core/wire/known-body.js';
import { isScalar } from '../../core/wire/scalar.js';
import type { Placement } from '../../core/wire/placement.js';
import type { PlaceStyle } from './place-map.js';
import { entriesOf, isNothing, jsonOf, membersOf } from './several.js';
import { separatorOf, writtenEntries } from './written.js';

/** What a body comes to. */
interface PlacedBody extends Pick<Placement, 'body'> {
  readonly headers: readonly (readonly [string, string])[];
}

const bodyAlone = (body: unknown): PlacedBody => ({ body, headers: [] });

type Styles = Readonly<Record<string, PlaceStyle>>;

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

const urlencoded = (value: unknown, styles: Styles): PlacedBody => {
  if (isNothing(value) || isSearchParams(value)) return bodyAlone(value);
  const pairs = (membersOf(value, 'body') ?? []).flatMap(([name, member]) => {
    const given = styles[name];
    return partsOf(member, given).flatMap((part) => {
      const style = styleOf(part, given);
      return writtenEntries(entriesOf(name, part, style, name), style);
    });
  });
  // As text: a URLSearchParams would write its commas anew.
  return { body: pairs.join('&'), headers: [['content-type', 'application/x-www-form-urlencoded']] };
};

/** A Blob without a name is called as the standard calls it; Bun would send an empty name. */
const appendBlob = (form: FormData, name: string, blob: Blob): void => {
  const named = (blob as Partial<File>).name;
  form.append(name, blob, typeof named === 'string' ? named : 'blob');
};

const appendPart = (form: FormData, name: string, part: unknown, given: PlaceStyle | undefined): void => {
  if (isBytes(part)) {
    appendBlob(form, name, (isBlob(part) ? part : new Blob([part as BlobPart])) as Blob);
    return;
  }
  const style = styleOf(part, given);
  if (style === 'json') {
    appendBlob(form, name, new Blob([jsonOf(part, name)], { type: 'application/json' }));
    return;
  }
  for (const entry of entriesOf(name, part, style, name))
    form.append(entry.name, entry.texts.join(separatorOf(style)));
};

const multipart = (value: unknown, styles: Styles): PlacedBody => {
  if (isNothing(value) || isFormData(value)) return bodyAlone(value);
  const form = new FormData();
  for (const [name, member] of membersOf(value, 'body') ?? [])
    for (const part of partsOf(member, styles[name]))
      if (!isNothing(part)) appendPart(form, name, part, styles[name]);
  return bodyAlone(form);
};

/** How each of the places for a body makes one. */
export const BODIES = {
  body: (value: unknown): PlacedBody => bodyAlone(typeof value === 'string' ? new JsonText(value) : value),
  raw: (value: unknown): PlacedBody => bodyAlone(isScalar(value) ? String(value) : value),
  form: urlencoded,
  multipart,
} as const;
