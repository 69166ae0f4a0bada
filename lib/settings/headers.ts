import type { HeaderRecord } from '../pipeline/outgoing-request.js';
import { describeType } from '../platform/describe-type.js';
import { Refusal } from '../wire/refusal.js';

/** Headers as they may be given: a plain object, a `Headers`, or pairs. Null and undefined values are left out. */
export type HeadersOption =
  | Headers
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | number | boolean | null | undefined>>;

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

const UNSENDABLE = /[\0\r\n]|[^\0-\xFF]/;
const SPACE_AROUND = /^[\t\n\r ]+|[\t\n\r ]+$/g;

const textOf = (name: string, value: unknown): string => {
  if (!NAME.test(name))
    throw new Refusal(
      `The header name ${JSON.stringify(name)} is invalid: use letters, digits and !#$%&'*+.^_\`|~- only.`,
    );
  if (!/^(st|nu|bo|bi)/.test(typeof value))
    throw new Refusal(`The header "${name}" is ${describeType(value)}: pass a string.`);
  const text = String(value).replace(SPACE_AROUND, '');
  if (UNSENDABLE.test(text))
    throw new Refusal(
      `The header "${name}" has a line end, a NUL or a character above U+00FF: encode its value.`,
    );
  return text;
};

/**
 * One level's headers by lowercase name; a name repeated in it is joined with `, `. Throws a Refusal that names an
 * invalid one, and never its value.
 */
export function readHeaders(headers: HeadersOption | null | undefined): HeaderRecord {
  const record = Object.create(null) as Record<string, string>;
  if (headers == null) return record;
  if (typeof headers !== 'object')
    throw new Refusal(`headers is ${describeType(headers)}: pass an object, a Headers or pairs.`);
  const pairs = Symbol.iterator in headers ? headers : Object.entries(headers);
  for (const [name, value] of pairs as Iterable<[string, unknown]>) {
    if (value == null) continue;
    const key = name.toLowerCase();
    const text = textOf(name, value);
    record[key] = key in record ? `${record[key] ?? ''}, ${text}` : text;
  }
  return record;
}
