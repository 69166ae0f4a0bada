import type { Fields } from './fields.js';
import { Refusal } from './refusal.js';
import { isScalar } from './scalar.js';

const SAFE = /^[\w.*-]*$/;

/** Each pair of surrogates, or half of one. Without `\p{Cs}`: what React Native makes of it takes a neighbour along. */
const SURROGATES = /[\uD800-\uDBFF][\uDC00-\uDFFF]|[\uD800-\uDFFF]/g;

/** As `URLSearchParams` writes it (a space is `+`), without relying on the polyfills of React Native. */
const encode = (text: string): string =>
  SAFE.test(text)
    ? text
    : encodeURIComponent(text.replace(SURROGATES, (found) => (found.length > 1 ? found : '\uFFFD')))
        .replace(/%20/g, '+')
        .replace(/[!'()~]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`);

/** The fields as a query string, without those that `omit` names. Rules: specification 4.3. */
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
