import { fieldsOf, isScalar, Refusal } from '../../core/seats.js';
import type { PlaceStyle } from './place-map.js';

/** A name with its value, which several texts make together where a style joins them. */
export interface Entry {
  readonly name: string;
  readonly texts: readonly string[];
}

const ONE_TEXT = 'a string, a finite number, a boolean or a bigint';

/** The text of one value. Throws a Refusal that names the field, and never the value. */
export function textOf(value: unknown, field: string): string {
  if (isScalar(value)) return String(value);
  throw Refusal.of(`The param ${JSON.stringify(field)}`, value, ONE_TEXT);
}

/** Whether there is nothing to send. */
export const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined;

/** The members of an object that have a value; undefined for what is none. */
export function membersOf(value: unknown, field: string): [name: string, value: unknown][] | undefined {
  if (isScalar(value) || Array.isArray(value)) return undefined;
  const fields = fieldsOf(value, () => false, `The param ${JSON.stringify(field)}`);
  return fields && Object.entries(fields).filter(([, member]) => !isNothing(member));
}

/** The texts of a list, or of an object's names and values in turn; of another value its own. */
export function textsOf(value: unknown, field: string): string[] {
  const parts = Array.isArray(value)
    ? value.filter((element) => !isNothing(element))
    : (membersOf(value, field)?.flat() ?? [value]);
  return parts.map((part) => textOf(part, field));
}

/** `a=1` for each member of an object; the texts of another value. */
export const pairsOf = (value: unknown, field: string): string[] =>
  membersOf(value, field)?.map(([name, member]) => `${name}=${textOf(member, field)}`) ??
  textsOf(value, field);

/** The JSON of a value. Throws a Refusal for one that has none. */
export function jsonOf(value: unknown, field: string): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw Refusal.of(`The param ${JSON.stringify(field)}`, value, 'what JSON can hold');
  return text;
}

/** One entry under the same name for each text. */
const repeated = (name: string, texts: readonly string[]): Entry[] =>
  texts.map((text) => ({ name, texts: [text] }));

/** `name[a]`, `name[]`; elements that are objects are counted, as their members belong together. */
function deepEntries(name: string, value: unknown, field: string, outer: readonly unknown[] = []): Entry[] {
  if (isNothing(value)) return [];
  if (isScalar(value)) return [{ name, texts: [String(value)] }];
  if (outer.includes(value))
    throw new Refusal(
      `The param ${JSON.stringify(field)} has itself inside of it: pass it without the circle.`,
    );
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
export function entriesOf(
  name: string,
  value: unknown,
  style: PlaceStyle | undefined,
  field: string,
): Entry[] {
  if (isNothing(value)) return [];
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
    case undefined:
      return repeated(name, Array.isArray(value) ? textsOf(value, field) : [textOf(value, field)]);
    default: {
      const texts = textsOf(value, field);
      return texts.length > 0 ? [{ name, texts }] : [];
    }
  }
}
