import { bodyOf } from './body-of.js';
import { checkChoices, optionText } from './choices.js';
import type { CookieJar } from './cookie-jar.js';
import { HopCookies } from './hop-cookies.js';
import type { NodeRequestInit } from './node-request-init.js';
import { type GivenHeaders, givenHeaders } from './request-headers.js';
import type { RequestBody } from './request-body.js';
import { type RequestTarget, targetOf } from './request-target.js';

/** One request, as the options describe it. */
export interface Outgoing {
  readonly target: RequestTarget;
  readonly method: string;
  /** Without what is added to every request. */
  readonly headers: GivenHeaders;
  readonly body: RequestBody | null;
  readonly redirect: RequestRedirect;
  readonly cache: RequestCache | undefined;
  /** Which hashes the body of the answer may have; empty for any. */
  readonly integrity: string;
  /** Undefined where no jar takes part. */
  readonly cookies: HopCookies | undefined;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']);
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

/** The standard normalizes the case of six methods, and of no other. */
const methodOf = (option: unknown): string => {
  if (option === undefined) return 'GET';
  const given = optionText('method', option);
  if (METHODS.has(given)) return given;
  const upper = given.toUpperCase();
  if (!TOKEN.test(given)) throw new TypeError(`'${given}' is no HTTP method.`);
  if (upper === 'CONNECT' || upper === 'TRACE' || upper === 'TRACK') {
    throw new TypeError(`'${given}' HTTP method is unsupported.`);
  }
  return METHODS.has(upper) ? upper : given;
};

/** Throws fetch's TypeError for what can't be sent. */
export function outgoing(url: string | URL, init: NodeRequestInit, jar: CookieJar | undefined): Outgoing {
  const { body, cache, integrity, headers } = init;
  const method = methodOf(init.method);
  checkChoices(init, method);
  if (body != null && (method === 'GET' || method === 'HEAD')) {
    throw new TypeError('Request with GET/HEAD method cannot have body.');
  }
  if (cache === 'only-if-cached') {
    throw new TypeError("nodeFetch has no cache, so the option cache: 'only-if-cached' can't be met.");
  }
  return {
    target: targetOf(url),
    method,
    headers: givenHeaders(headers),
    redirect: init.redirect ?? 'follow',
    cache,
    integrity: integrity === undefined ? '' : optionText('integrity', integrity),
    cookies: jar && init.credentials !== 'omit' ? new HopCookies(jar) : undefined,
    // Last, for a stream is taken into use here.
    body: body == null ? null : bodyOf(body, init),
  };
}
