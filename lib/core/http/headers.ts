import { nullProto, isObject, ownValue } from '../platform/values.js';
import { InvalidInputError } from '../platform/errors.js';

/** Header values by lowercase name. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** Headers as they may be given: a plain object, a `Headers`, or pairs. Null and undefined values are left out. */
export type HeadersOption =
  | Headers
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | number | boolean | null | undefined>>;

/** RFC 9110, 5.6.2. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** What `Headers` refuses inside a value. */
const REFUSED_IN_VALUES = /[\0\r\n\u0100-\uFFFF]/;

/**
 * The value of a header as fetch would send it, without making a `Headers`. Throws a InvalidInputError that names an invalid one,
 * and never its value.
 */
export function readHeader(name: string, value: unknown): string {
  if (['string', 'number', 'bigint', 'boolean'].includes(typeof value) && NAME.test(name)) {
    const text = String(value).trim();
    if (!REFUSED_IN_VALUES.test(text)) return text;
  }
  throw InvalidInputError.of(
    `The header ${JSON.stringify(name)}`,
    value,
    'a valid header name, and a string without line breaks or characters above U+00FF',
  );
}

/**
 * One level's headers by lowercase name; a name repeated in it is joined with `, `. Throws a InvalidInputError that names an
 * invalid one, and never its value.
 */
export function readHeaders(given: HeadersOption): HeaderRecord {
  if (!isObject(given)) throw InvalidInputError.of('headers', given, 'an object, Headers or pairs');
  const headers = nullProto<Record<string, string>>();
  const pairs = Symbol.iterator in given ? given : Object.entries(given);
  for (const pair of pairs as Iterable<unknown>) {
    // The first letters of a text would make a header, too.
    if (!Array.isArray(pair) || pair.length !== 2)
      throw InvalidInputError.of('An entry of headers', pair, 'a [name, value] pair');
    const [name, value] = pair as [unknown, unknown];
    if (value == null) continue;
    const text = readHeader(String(name), value);
    const key = String(name).toLowerCase();
    const before = ownValue(headers, key);
    headers[key] = before === undefined ? text : `${before}, ${text}`;
  }
  return headers;
}

const TRACING = /^(traceparent|tracestate|baggage|[a-z\d]+-trace|x-request-id|x-correlation-id)$/;

/** Whether a header, by its lowercase name, only says which request this is, whatever the answer will be. */
export const isTracingHeader = (name: string): boolean => TRACING.test(name);

/**
 * Whether an idempotency key is one. An empty one keeps nothing apart, nor do commas alone, which are what several empty
 * ones are joined to.
 */
export const isKey = (text: string | null | undefined): boolean => /[^\s,]/.test(text ?? '');
