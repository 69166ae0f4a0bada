import { hasMethods, nullProto, isObject, ownValue } from '../platform/values.js';
import { InvalidInputError } from '../platform/errors.js';

/** Header values by lowercase name. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** Accepted forms of headers: a plain object, a `Headers`, or pairs. Null and undefined values are left out. */
export type HeadersOption =
  | Headers
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A valid header name (RFC 9110, 5.6.2). */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Returns whether a header can have this name. */
export const isHeaderName = (name: unknown): boolean => typeof name === 'string' && NAME.test(name);

/** Characters that `Headers` rejects in a value. */
const REFUSED_IN_VALUES = /[\0\r\n\u0100-\uFFFF]/;

/**
 * Returns a header value as fetch would send it, without creating a `Headers`. Throws an InvalidInputError for an
 * invalid header. The message has its name, never its value.
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
 * Normalizes one level's headers to lowercase names; values of a repeated name are joined with `, `. Throws an
 * InvalidInputError for an invalid header. The message has its name, never its value.
 */
export function readHeaders(given: HeadersOption, name = 'headers'): HeaderRecord {
  // An async function that isn't awaited would otherwise send nothing.
  if (!isObject(given) || hasMethods(given, 'then'))
    throw InvalidInputError.of(name, given, 'an object, Headers or pairs');
  const headers = nullProto<Record<string, string>>();
  const pairs = Symbol.iterator in given ? given : Object.entries(given);
  for (const pair of pairs as Iterable<unknown>) {
    // Without this check, the first two characters of a string would make a header.
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

/**
 * Returns whether a header, given by its lowercase name, only identifies the request and doesn't change the response.
 */
export const isTracingHeader = (name: string): boolean => TRACING.test(name);

/**
 * Returns whether an idempotency key has content. Empty keys, or the commas that join several of them, identify
 * nothing.
 */
export const isKey = (text: string | null | undefined): boolean => /[^\s,]/.test(text ?? '');
