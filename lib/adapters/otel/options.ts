import { givenOptions, InvalidInputError, tagOf } from '../../core/internal.js';
import type { ObservedCall } from '../../features/observe/observer.js';
import { pageLocation, parsedUrl } from './attributes.js';

/** Which requests tell their service of the trace: those of one origin, of several, or what a function says. */
export type Propagate = 'same-origin' | readonly (string | RegExp)[] | ((url: URL) => boolean);

/** What a span can be told of, by name; what is undefined is left out. As `Attributes` of `@opentelemetry/api`. */
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

/** What `openTelemetry` takes. */
export interface OpenTelemetryOptions {
  /**
   * Which requests carry the trace, by the headers of the propagator that is registered: `'same-origin'` for the page's
   * own origin, and where there is no page for that of `baseUrl`; a list of origins, such as
   * `'https://api.example.com'`, and of patterns, which are tried on the origin; or a function that gets the URL. Default
   * `'same-origin'`. A function that throws: that request carries none. Anything else: a `TypeError`.
   */
  readonly propagate?: Propagate | undefined;
  /**
   * Whether the application's baggage goes along where the trace does. Default false: it is whatever the application put
   * there. Any other value counts as it does in a condition.
   */
  readonly baggage?: boolean | undefined;
  /**
   * Whether a call has a span of its own around those of its requests. Default true. Without it waits, answers of a cache
   * and joined requests are told nowhere. Any other value counts as it does in a condition.
   */
  readonly callSpan?: boolean | undefined;
  /**
   * Whether `http.client.request.duration` is recorded. Default false, as an instrumentation of the platform's fetch
   * records it too, and every request would count twice. Any other value counts as it does in a condition.
   */
  readonly requestDuration?: boolean | undefined;
  /**
   * Names in the query whose values `url.full` doesn't tell, beside those of signed URLs; upper and lower case differ.
   * `'all'`: no value at all is told. Default: none. No list: a `TypeError`. What is no text in it names nothing.
   */
  readonly redactQuery?: readonly string[] | 'all' | undefined;
  /**
   * Gives attributes for the spans of a call, asked once as it begins; they win over the usual ones. Default: none. What
   * it throws is swallowed. No function: a `TypeError`.
   */
  readonly attributes?: ((call: ObservedCall) => SpanAttributes) | undefined;
}

/** The options, read once and checked. */
export interface OwnOptions {
  /** Whether a request may carry the trace; `urlTemplate` begins with `baseUrl`. */
  readonly mayCarry: (url: URL, urlTemplate: string) => boolean;
  readonly baggage: boolean | undefined;
  readonly callSpan: boolean;
  readonly requestDuration: boolean | undefined;
  readonly isSecret: (name: string) => boolean;
  readonly attributes: OpenTelemetryOptions['attributes'];
}

const refuse = (option: string, given: unknown, wanted: string): InvalidInputError =>
  InvalidInputError.ofOption(`openTelemetry: ${option}`, given, wanted);

/** What signed URLs have in their query, by the semantic conventions. */
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
  // Of a scheme without hosts the origin is the text "null".
  const { origin } = (typeof given === 'string' && parsedUrl(given, '')) || {};
  if (origin?.includes(':')) return origin;
  throw refuse('propagate[]', given, 'an origin such as "https://a.example", or a RegExp');
};

function readPropagate(given: unknown, location: typeof pageLocation): OwnOptions['mayCarry'] {
  if (given === undefined || given === 'same-origin')
    return ({ origin }, urlTemplate) => {
      const page = location();
      if (page) return origin === page.origin;
      // Most say it as it is: parsing a URL is the dearest thing here.
      return urlTemplate.startsWith(`${origin}/`) || origin === parsedUrl(urlTemplate)?.origin;
    };
  if (typeof given === 'function') return (url) => (given as (url: URL) => unknown)(new URL(url)) === true;
  if (!Array.isArray(given))
    throw refuse('propagate', given, "'same-origin', an array of origins or a function");
  const wanted = given.map(readOrigin);
  // `search` pays no heed to where an earlier one ended.
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
 * Throws a TypeError that names the option for what can't be one.
 *
 * @param location That of the page; none on a server.
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
