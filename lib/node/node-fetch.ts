import { markSafeText } from '../core/platform/errors.js';
import {
  nullProto,
  describeOption,
  describeType,
  hasMethods,
  isBare,
  isPlain,
  ownDefined,
} from '../core/platform/values.js';
import type { CookieJar } from './cookie-jar.js';
import { type Dispatcher, globalDispatcher, isDispatcher } from './dispatcher.js';
import { sendUrl } from './fetch-call.js';
import { fetchRequest, foreignRequest, limited } from './fetch-request.js';
import { asResponse } from './node-response.js';
import type { NodeRequestInit } from './request-options.js';

declare global {
  interface RequestInit {
    /**
     * The most that this response's body may be, in bytes after decompression: for `withLimit` and `nodeFetch`, in
     * whose own limit's place it stands. `Infinity` for no limit. What is no number, or negative, is refused.
     */
    maxResponseSize?: number | undefined;
    /**
     * The jar of this request's cookies: for `nodeFetch`, in whose own jar's place it stands. What is no jar is refused.
     * With `credentials: 'omit'` no jar counts.
     */
    cookies?: CookieJar | undefined;
  }
}

/** What `nodeFetch` takes. */
export interface NodeFetchOptions {
  /**
   * What sends the requests: an Agent, Pool, ProxyAgent, EnvHttpProxyAgent or MockAgent of the package `undici`,
   * versions 6 to 8. A request's own `dispatcher` option wins. Default: the one of the global fetch. What can't
   * dispatch: `nodeFetch` throws.
   */
  readonly dispatcher?: Dispatcher | undefined;
  /**
   * The most that a response body may be, in bytes, however it is read: as it comes, between two codings and after
   * decompression. A larger one fails with a TypeError. A request's own `maxResponseSize` option wins. `Infinity` for
   * no limit. Default: 268435456 (256 MiB). Negative, NaN or no number: `nodeFetch` throws, and rejects for that of a
   * request.
   */
  readonly maxResponseSize?: number | undefined;
  /**
   * A jar of `tough-cookie`, versions 4 to 6, or anything that has its `getCookieString` and `setCookie`: each request,
   * redirects too, gets the cookies that the jar has for its URL, and each answer's are put in. A request's own
   * `cookies` option wins; with `credentials: 'omit'` no jar counts. A jar is one user's: it is in no key of a cache.
   * Default: no cookies. What is no jar: `nodeFetch` throws, and rejects for that of a request.
   */
  readonly cookies?: CookieJar | undefined;
}

/** The `maxResponseSize` where none is given. */
const DEFAULT_MAX_RESPONSE_SIZE = 256 * 1024 * 1024;

/** A `maxResponseSize` that can be held to. Throws a TypeError for one that can't. */
const checkedLimit = (limit: unknown): number => {
  if (typeof limit === 'number' && limit >= 0) return limit;
  throw markSafeText(new TypeError(`maxResponseSize is ${describeOption(limit)}: pass 0 or more bytes.`));
};

/** A jar that has what is asked of it; undefined for none. Throws a TypeError for what is no jar. */
const checkedJar = (jar: unknown): CookieJar | undefined => {
  if (jar == null) return undefined;
  if (hasMethods(Object(jar) as object, 'getCookieString', 'setCookie')) return jar as CookieJar;
  throw new TypeError(
    `cookies is ${describeType(jar)}: pass a jar with getCookieString and setCookie, such as CookieJar from tough-cookie.`,
  );
};

type Input = string | URL | globalThis.Request;

const NOTHING: NodeRequestInit = /* @__PURE__ */ nullProto<NodeRequestInit>();

const isRequest = (input: Input | null): input is globalThis.Request =>
  typeof input === 'object' && input !== null && 'bodyUsed' in input;

/** What the platform has in its memory; how much of it is read is limited all the same. */
const LOCAL = /^\s*(?:data|blob):/i;

const NO_COOKIES =
  'nodeFetch needs an undici dispatcher to send the cookies of a jar: pass the option dispatcher.';

const isPlatforms = (request: object): boolean => request instanceof globalThis.Request;

/** What somebody put on Object.prototype is no option; an object with a class, such as a Request, may inherit them. */
const optionsOf = (init: NodeRequestInit): NodeRequestInit =>
  isBare(init) || !isPlain(init) ? init : ownDefined(init);

/**
 * A fetch for Node that hands requests to an undici dispatcher without the web's machinery in between. It is for
 * `createApi({ fetch: nodeFetch() })`, and works wherever a fetch function does. Where no dispatcher can be found it
 * calls the fetch that was the global one when it was made.
 */
export function nodeFetch(
  options?: NodeFetchOptions,
): (input: Input, init?: RequestInit) => Promise<Response> {
  const { dispatcher: given, maxResponseSize = DEFAULT_MAX_RESPONSE_SIZE, cookies } = ownDefined(options);
  if (given !== undefined && !isDispatcher(given)) {
    throw new TypeError(`dispatcher is ${describeType(given)}: pass an undici dispatcher.`);
  }
  const byDefault = checkedLimit(maxResponseSize);
  const jar = checkedJar(cookies);
  const limitOf = (init: RequestInit): number => checkedLimit(init.maxResponseSize ?? byDefault);
  const jarOf = (init: RequestInit): CookieJar | undefined => checkedJar(init.cookies) ?? jar;
  asResponse();
  // Not looked up at each call: `globalThis.fetch` may be set to what is made here.
  const platformFetch = globalThis.fetch;

  const send = (target: string | URL, init: NodeRequestInit): Promise<Response> => {
    // Read once: what is judged has to be what is sent.
    const url = String(target);
    const dispatcher = init.dispatcher ?? given ?? globalDispatcher();
    const limit = limitOf(init);
    const cookieJar = jarOf(init);
    if (!dispatcher) return cookieJar ? Promise.reject(new TypeError(NO_COOKIES)) : platformFetch(url, init);
    if (LOCAL.test(url)) return platformFetch(url, init).then((response) => limited(response, limit));
    return sendUrl(dispatcher, url, init, limit, cookieJar);
  };

  const start = (input: Input, init: RequestInit): Promise<Response> => {
    if (typeof init !== 'object') {
      throw new TypeError(`The options argument is ${describeType(init)}: pass an object.`);
    }
    const own = optionsOf(init);
    if (!isRequest(input)) return send(input, own);
    // The platform's fetch knows no jar: with one a Request is sent as what it says.
    return isPlatforms(input) && !jarOf(own)
      ? fetchRequest(platformFetch, input, own, given, limitOf(own))
      : foreignRequest(input, own).then((all) => send(input.url, all));
  };

  const fetch = (input: Input, init: RequestInit | null = NOTHING): Promise<Response> => {
    try {
      return start(input, init ?? NOTHING);
    } catch (thrown) {
      return Promise.reject(thrown);
    }
  };
  return fetch;
}
