import { encode } from '../../core/seats.js';
import { type Entry, jsonOf, pairsOf, textsOf } from './several.js';
import type { PlaceStyle } from './place-map.js';

/** What stands between the texts of a value. */
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['ssv', ' '],
  ['pipes', '|'],
]);

export const separatorOf = (style: PlaceStyle = 'csv'): string => SEPARATORS.get(style) ?? ',';

/** A space is `%20`, which who reads it for no form knows too. */
const encoded = (text: string): string => encode(text).replaceAll('+', '%20');

/**
 * Entries as they stand in a query. What separates is told from what is in the texts: a comma stands as it is, and is
 * `%2C` in a text.
 */
export function writtenEntries(entries: readonly Entry[], style: PlaceStyle | undefined): string[] {
  const separator = separatorOf(style).replace(' ', '%20').replace('|', '%7C');
  return entries.map(({ name, texts }) => `${encoded(name)}=${texts.map(encoded).join(separator)}`);
}

/** A header takes no characters above U+00FF, and JSON can do without. */
const inAscii = (json: string): string =>
  json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A value as a header's. */
export function headerText(value: unknown, style: PlaceStyle | undefined, field: string): string {
  if (style === 'json') return inAscii(jsonOf(value, field));
  const texts = style === 'spread' ? pairsOf(value, field) : textsOf(value, field);
  return texts.join(separatorOf(style));
}

/** A value as the path takes it: a list is joined there. */
export function pathValue(value: unknown, style: PlaceStyle | undefined, field: string): unknown {
  if (style === 'json') return jsonOf(value, field);
  if (style === undefined || value === undefined || value === null) return value;
  const texts = style === 'spread' ? pairsOf(value, field) : textsOf(value, field);
  return texts;
}
