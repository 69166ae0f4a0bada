import { markSafeText } from '../core/platform/errors.js';
import { describeOption, describeType, hasMethods, isPlain, ownDefined } from '../core/platform/values.js';
import type { CookieJar } from './cookie-jar.js';
import { type Dispatcher, globalDispatcher, isDispatcher } from './dispatcher.js';
import { sendUrl } from './fetch-call.js';
import { fetchRequest, foreignRequest, limited } from './fetch-request.js';
import { asResponse } from './node-response.js';
import type { NodeRequestInit } from './request-options.js';

declare global {
  interface RequestInit {
    /**
     * Maximum size of this response's body in bytes after decompression. Overrides the limit of `withLimit`
     * and `nodeFetch`. `Infinity` disables the limit. fetch rejects with a TypeError for a negative value,
     * NaN or another type.
     */
    maxResponseSize?: number | undefined;
    /**
     * Cookie jar of this request. Overrides the jar of `nodeFetch`. No jar is used with
     * `credentials: 'omit'`. fetch rejects with a TypeError for a value that is not a jar.
     */
    cookies?: CookieJar | undefined;
  }
}

/** Options of `nodeFetch`. */
export interface NodeFetchOptions {
  /**
   * Sends the requests: an Agent, Pool, ProxyAgent, EnvHttpProxyAgent or MockAgent from the package `undici`,
   * versions 6 to 8. The `dispatcher` option of a request takes precedence. Default: the dispatcher of the
   * global fetch. Throws a TypeError for a value without a `dispatch` method.
   */
  readonly dispatcher?: Dispatcher | undefined;
  /**
   * Maximum size of a response body in bytes. Applies to the received bytes, between two codings and after
   * decompression. A larger body fails with a TypeError. The `maxResponseSize` option of a request takes
   * precedence. `Infinity` disables the limit. Throws a TypeError for a negative value, NaN or another type;
   * for the option of a request, fetch rejects with it.
   *
   * @default 268435456 (256 MiB)
   */
  readonly maxResponseSize?: number | undefined;
  /**
   * A jar of `tough-cookie`, versions 4 to 6, or an object with its `getCookieString` and `setCookie`. Each
   * request, including redirects, sends the jar's cookies for its URL, and the cookies of each response are
   * stored. The `cookies` option of a request takes precedence. No jar is used with `credentials: 'omit'`.
   * Use one jar for each user: cache keys don't contain the jar. Default: no cookies. Throws a TypeError for
   * a value that is not a jar; for the option of a request, fetch rejects with it.
   */
  readonly cookies?: CookieJar | undefined;
}

/** Default `maxResponseSize` in bytes. */
const DEFAULT_MAX_RESPONSE_SIZE = 256 * 1024 * 1024;

/** Returns a valid `maxResponseSize`. Throws a TypeError for any other value. */
const checkedLimit = (limit: unknown): number => {
  if (typeof limit === 'number' && limit >= 0) return limit;
  throw markSafeText(new TypeError(`maxResponseSize is ${describeOption(limit)}: pass 0 or more bytes.`));
};

/**
 * Returns a jar with the required methods; undefined without a jar. Throws a TypeError for any other value.
 */
const checkedJar = (jar: unknown): CookieJar | undefined => {
  if (jar == null) return undefined;
  if (hasMethods(Object(jar) as object, 'getCookieString', 'setCookie')) return jar as CookieJar;
  throw new TypeError(
    `cookies is ${describeType(jar)}: pass a jar with getCookieString and setCookie, such as CookieJar from tough-cookie.`,
  );
};

type NodeFetchInput = string | URL | globalThis.Request;

const isRequest = (input: NodeFetchInput | null): input is globalThis.Request =>
  typeof input === 'object' && input !== null && 'bodyUsed' in input;

/** URLs that the platform reads from memory. The size limit still applies. */
const LOCAL = /^\s*(?:data|blob):/i;

const NO_COOKIES =
  'nodeFetch needs an undici dispatcher to send the cookies of a jar: pass the option dispatcher.';

const isPlatforms = (request: object): boolean => request instanceof globalThis.Request;

/**
 * Ignores options inherited from `Object.prototype`. A class instance, such as a Request, can inherit its
 * options.
 */
const optionsOf = (init: NodeRequestInit): NodeRequestInit => (isPlain(init) ? ownDefined(init) : init);

/**
 * Creates a fetch for Node that passes requests to an undici dispatcher, without the overhead of web streams
 * and headers. Use it as `createApi({ fetch: nodeFetch() })` or wherever a fetch function is accepted. In a
 * runtime without a dispatcher, it calls the fetch that was global when `nodeFetch` was called.
 */
export function nodeFetch(
  options?: NodeFetchOptions,
): (input: NodeFetchInput, init?: RequestInit) => Promise<Response> {
  const { dispatcher: given, maxResponseSize = DEFAULT_MAX_RESPONSE_SIZE, cookies } = ownDefined(options);
  if (given !== undefined && !isDispatcher(given)) {
    throw new TypeError(`dispatcher is ${describeType(given)}: pass an undici dispatcher.`);
  }
  const byDefault = checkedLimit(maxResponseSize);
  const jar = checkedJar(cookies);
  const limitOf = (init: RequestInit): number => checkedLimit(init.maxResponseSize ?? byDefault);
  const jarOf = (init: RequestInit): CookieJar | undefined => checkedJar(init.cookies) ?? jar;
  asResponse();
  // Read it now: `globalThis.fetch` can be replaced by this function later.
  const platformFetch = globalThis.fetch;

  const send = (target: string | URL, init: NodeRequestInit): Promise<Response> => {
    // Read the URL once, so that the checked URL is the sent one.
    const url = String(target);
    const dispatcher = init.dispatcher ?? given ?? globalDispatcher();
    const limit = limitOf(init);
    const cookieJar = jarOf(init);
    if (!dispatcher) return cookieJar ? Promise.reject(new TypeError(NO_COOKIES)) : platformFetch(url, init);
    if (LOCAL.test(url)) return platformFetch(url, init).then((response) => limited(response, limit));
    return sendUrl(dispatcher, url, init, limit, cookieJar);
  };

  const fetch = async (input: NodeFetchInput, passed: RequestInit | null = null): Promise<Response> => {
    const init = passed ?? {};
    if (typeof init !== 'object') {
      throw new TypeError(`The options argument is ${describeType(init)}: pass an object.`);
    }
    const own = optionsOf(init);
    if (!isRequest(input)) return send(input, own);
    // The platform's fetch doesn't support jars. With a jar, convert the Request to options.
    return isPlatforms(input) && !jarOf(own)
      ? fetchRequest(platformFetch, input, own, given, limitOf(own))
      : send(input.url, await foreignRequest(input, own));
  };
  return fetch;
}
