import { givenOptions, InvalidInputError, tagOf } from '../../core/internal.js';
import type { ObservedCall } from '../../features/observe/observer.js';
import { pageLocation, parsedUrl } from './attributes.js';

/**
 * Selects the requests that carry trace headers: same-origin requests, requests to listed origins, or the
 * requests for which a function returns true.
 */
export type Propagate = 'same-origin' | readonly (string | RegExp)[] | ((url: URL) => boolean);

/**
 * Span attributes by name, with the value types of `Attributes` from `@opentelemetry/api`. An attribute with
 * the value undefined is omitted.
 */
export type SpanAttributes = Readonly<
  Record<
    string,
    | string
    | number
    | boolean
    | (string | null | undefined)[]
    | (number | null | undefined)[]
    | (boolean | null | undefined)[]
    | undefined
  >
>;

/** Options of `openTelemetry`. */
export interface OpenTelemetryOptions {
  /**
   * Which requests carry the headers of the registered propagator.
   *
   * - `'same-origin'`: requests to the origin of the page. Without a page, requests to the origin of
   *   `baseUrl`.
   * - An array of origins, such as `'https://api.example.com'`, and of patterns. Patterns are tested against
   *   the origin.
   * - A function that gets the URL and returns true. If it throws, the request carries no headers.
   *
   * Throws a TypeError for any other value.
   *
   * @default 'same-origin'
   */
  readonly propagate?: Propagate | undefined;
  /**
   * Whether requests that carry the trace also carry the application's baggage, which can contain private
   * data. Any other value is treated as truthy or falsy.
   *
   * @default false
   */
  readonly baggage?: boolean | undefined;
  /**
   * Whether each call gets a span around the spans of its requests. Without it, waits, cache hits and joined
   * requests aren't reported. Any other value is treated as truthy or falsy.
   *
   * @default true
   */
  readonly callSpan?: boolean | undefined;
  /**
   * Whether `http.client.request.duration` is recorded. Off by default, because an instrumentation of the
   * platform's fetch records it too, and each request would count twice. Any other value is treated as truthy
   * or falsy.
   *
   * @default false
   */
  readonly requestDuration?: boolean | undefined;
  /**
   * Names of query params whose values `url.full` omits, in addition to the params of signed URLs.
   * Case-sensitive. `'all'` omits every value. Throws a TypeError for any other value; items that aren't
   * strings are ignored.
   *
   * @default []
   */
  readonly redactQuery?: readonly string[] | 'all' | undefined;
  /**
   * Returns attributes for all spans of a call; they override the standard attributes. Called once, when the
   * call starts. An error that it throws is ignored. Throws a TypeError if it is not a function. Default: no
   * attributes.
   */
  readonly attributes?: ((call: ObservedCall) => SpanAttributes) | undefined;
}

/** The options after validation. */
export interface OwnOptions {
  /** Whether a request can carry the trace. `urlTemplate` starts with `baseUrl`. */
  readonly mayCarry: (url: URL, urlTemplate: string) => boolean;
  readonly baggage: boolean | undefined;
  readonly callSpan: boolean;
  readonly requestDuration: boolean | undefined;
  readonly isSecret: (name: string) => boolean;
  readonly attributes: OpenTelemetryOptions['attributes'];
}

const refuse = (option: string, given: unknown, wanted: string): InvalidInputError =>
  InvalidInputError.ofOption(`openTelemetry: ${option}`, given, wanted);

/** Query params of signed URLs, from the semantic conventions. */
const SECRET_NAMES: readonly string[] = [
  'X-Amz-Signature',
  'X-Amz-Credential',
  'X-Amz-Security-Token',
  'AWSAccessKeyId',
  'Signature',
  'sig',
  'X-Goog-Signature',
];

const readOrigin = (given: unknown): string | RegExp => {
  if (tagOf(given) === 'RegExp') return given as RegExp;
  // For a scheme without hosts, the origin is the string "null".
  const { origin } = (typeof given === 'string' && parsedUrl(given, '')) || {};
  if (origin?.includes(':')) return origin;
  throw refuse('propagate[]', given, 'an origin such as "https://a.example", or a RegExp');
};

function readPropagate(given: unknown, location: typeof pageLocation): OwnOptions['mayCarry'] {
  if (given === undefined || given === 'same-origin')
    return ({ origin }, urlTemplate) => {
      const page = location();
      if (page) return origin === page.origin;
      return origin === parsedUrl(urlTemplate)?.origin;
    };
  if (typeof given === 'function') return (url) => (given as (url: URL) => unknown)(new URL(url)) === true;
  if (!Array.isArray(given))
    throw refuse('propagate', given, "'same-origin', an array of origins or a function");
  const wanted = given.map(readOrigin);
  // Unlike `test`, `search` ignores the `lastIndex` of a global pattern.
  return ({ origin }) =>
    wanted.some((each) => (typeof each === 'string' ? each === origin : origin.search(each) >= 0));
}

function readRedactQuery(given: unknown = []): OwnOptions['isSecret'] {
  if (given === 'all') return () => true;
  if (!Array.isArray(given)) throw refuse('redactQuery', given, "an array or 'all'");
  const names = new Set<unknown>([...SECRET_NAMES, ...(given as unknown[])]);
  return (name) => names.has(name);
}

/**
 * Reads and validates the options. Throws a TypeError that names the invalid option.
 *
 * @param location Returns the location of the page; undefined on a server.
 */
export function readOptions(given: OpenTelemetryOptions | undefined, location = pageLocation): OwnOptions {
  const {
    propagate,
    baggage,
    callSpan = true,
    requestDuration,
    redactQuery,
    attributes,
  } = givenOptions(given);
  if (attributes !== undefined && typeof attributes !== 'function')
    throw refuse('attributes', attributes, 'a function');
  return {
    mayCarry: readPropagate(propagate, location),
    baggage,
    callSpan,
    requestDuration,
    isSecret: readRedactQuery(redactQuery),
    attributes,
  };
}
