import { describeType } from '../platform/describe-type.js';
import type { Fields } from './fields.js';
import { Refusal } from './refusal.js';

const SAFE = /^[\w.*-]*$/;

/** As `URLSearchParams` writes it (a space is `+`), without relying on the polyfills of React Native. */
const encode = (text: string): string =>
  SAFE.test(text)
    ? text
    : encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(/%20|[!'()~]/g, (found) =>
        found === '%20' ? '+' : `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
      );

const textOf = (name: string, value: unknown): string => {
  switch (typeof value) {
    case 'string':
      return encode(value);
    case 'number':
      if (Number.isFinite(value)) return encode(String(value));
      break;
    case 'boolean':
    case 'bigint':
      return String(value);
  }
  throw new Refusal(
    `Query param "${name}" is ${describeType(value)}: pass a string, a finite number, a boolean, a bigint or an array of them (a Date as ISO 8601 text or as milliseconds).`,
  );
};

/** The fields as a query string, without those that `omit` names. Rules: specification 4.3. */
export function queryString(fields: Fields, omit: readonly string[]): string {
  let query = '';
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value == null || omit.includes(name)) continue;
    for (const element of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (element != null) query += `${query && '&'}${encode(name)}=${textOf(name, element)}`;
    }
  }
  return query;
}
