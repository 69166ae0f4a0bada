import type { HeaderRecord } from './fetch-options.js';
import { Refusal } from '../result/refusal.js';

/** Headers as they may be given: a plain object, a `Headers`, or pairs. Null and undefined values are left out. */
export type HeadersOption =
  | Headers
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | number | boolean | null | undefined>>;

/** What `Headers` refuses inside a value; that of React Native takes it. */
const REFUSED_IN_VALUES = /[\0\r\n\u0100-\uFFFF]/;

const invalid = (name: string): Refusal =>
  new Refusal(
    `The header ${JSON.stringify(name)} is invalid: names take letters, digits and hyphens, values text without line ends.`,
  );

/** Whether the header could be added. What the platform throws is dropped: it may quote the value. */
const couldAppend = (headers: Headers, name: string, value: unknown): boolean => {
  try {
    headers.append(name, value as string);
    return !REFUSED_IN_VALUES.test(String(value).trim());
  } catch {
    return false;
  }
};

/** Adds a header. Throws a Refusal that names an invalid one, and never its value. */
const append = (headers: Headers, name: string, value: unknown): void => {
  if (typeof value === 'object' || typeof value === 'function')
    throw Refusal.of(`The header ${JSON.stringify(name)}`, value, 'text');
  if (couldAppend(headers, name, value)) return;
  throw invalid(name);
};

/** RFC 9110, 5.6.2. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * The value of a header as fetch would send it, without making a `Headers`. Throws a Refusal that names an invalid one,
 * and never its value.
 */
export function readHeader(name: string, value: string): string {
  if (typeof value !== 'string') throw Refusal.of(`The header ${JSON.stringify(name)}`, value, 'text');
  const text = value.trim();
  if (!NAME.test(name) || REFUSED_IN_VALUES.test(text)) throw invalid(name);
  return text;
}

/**
 * One level's headers by lowercase name; a name repeated in it is joined with `, `. Throws a Refusal that names an
 * invalid one, and never its value.
 */
export function readHeaders(given: HeadersOption = {}): HeaderRecord {
  if (typeof given !== 'object') throw Refusal.of('headers', given, 'an object, a Headers or pairs');
  const headers = new Headers();
  const pairs = Symbol.iterator in given ? given : Object.entries(given);
  for (const pair of pairs as Iterable<unknown>) {
    // The first letters of a text would make a header, too.
    if (!Array.isArray(pair)) throw Refusal.of('An entry of headers', pair, 'a pair of name and value');
    const [name, value] = pair as unknown[];
    if (value !== null && value !== undefined) append(headers, name as string, value);
  }
  return Object.fromEntries(headers);
}
