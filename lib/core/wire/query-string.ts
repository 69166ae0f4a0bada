import type { Fields } from './fields.js';
import { Refusal } from '../result/refusal.js';
import { isScalar } from './scalar.js';

/** What stands in a query as it is. */
const UNRESERVED = /^[\w.*-]*$/;

/**
 * A character that UTF-16 writes as two halves, or one half without the other. Not `\p{Cs}`: what React Native makes of
 * it takes a neighbour along.
 */
const PAIR_OR_HALF = /[\uD800-\uDBFF][\uDC00-\uDFFF]|[\uD800-\uDFFF]/g;

/** Half a character has no UTF-8 form; the sign for what can't be read takes its place. */
const withoutHalves = (text: string): string =>
  text.replace(PAIR_OR_HALF, (found) => (found.length === 2 ? found : '\uFFFD'));

const percentEncoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** As `URLSearchParams` writes it (a space is `+`), without relying on the polyfills of React Native. */
export const encode = (text: string): string =>
  UNRESERVED.test(text)
    ? text
    : encodeURIComponent(withoutHalves(text))
        .replaceAll('%20', '+')
        .replace(/[!'()~]/g, percentEncoded);

/** The fields as a query string, without those that `omit` names. docs/reference/rules.md#queries */
export function queryString(fields: Fields, omit: readonly string[]): string {
  let query = '';
  for (const name of Object.keys(fields)) {
    if (omit.includes(name)) continue;
    // Flattened by one level: an array repeats the key.
    for (const value of [fields[name]].flat<unknown[]>()) {
      if (value == null) continue;
      if (!isScalar(value)) {
        throw Refusal.of(
          `The query param ${JSON.stringify(name)}`,
          value,
          'a string, a finite number, a boolean, a bigint or an array of them; a Date as its ISO 8601 text',
        );
      }
      query += `${query && '&'}${encode(name)}=${encode(String(value))}`;
    }
  }
  return query;
}
