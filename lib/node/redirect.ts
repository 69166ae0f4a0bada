import { type ValidatedRequest, targetOf } from './request-options.js';
import { rawHeader, type ResponseHead } from './response-headers.js';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const OF_BODY = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
];

/**
 * Headers that are sent to another origin: they describe the wanted response or the body. Any other header
 * can contain a secret.
 */
const SHARED = [
  ...OF_BODY,
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-disposition',
  'pragma',
  'range',
  'user-agent',
];

const filtered = (headers: readonly string[], keep: (name: string) => boolean): readonly string[] =>
  headers.filter((_, at) => keep((headers[at - (at % 2)] ?? '').toLowerCase()));

const decoder = /* @__PURE__ */ new TextDecoder();

/** Decodes a location as UTF-8. Headers are read as Latin-1, but a location that isn't ASCII is UTF-8. */
const fromUtf8 = (location: string): string =>
  decoder.decode(Uint8Array.from(location, (character) => character.charCodeAt(0)));

/**
 * Returns the request of a redirect: "HTTP-redirect fetch" in the fetch standard. Throws if it can't be sent.
 */
function redirected(request: ValidatedRequest, status: number, location: string): ValidatedRequest {
  const target = targetOf(fromUtf8(location), request.target.href);
  if (status !== 303 && request.body && !request.body.bodyReusable) {
    throw new TypeError(
      `The server returned a redirect (${status}), but the body is a stream, which can't be resent.`,
    );
  }
  const { method } = request;
  const toGet =
    (status <= 302 && method === 'POST') || (status === 303 && method !== 'GET' && method !== 'HEAD');
  let { headers } = request;
  if (toGet) headers = filtered(headers, (name) => !OF_BODY.includes(name));
  if (target.origin !== request.target.origin) headers = filtered(headers, (name) => SHARED.includes(name));
  return { ...request, target, headers, ...(toGet ? { method: 'GET', body: null } : null) };
}

const MAX_REDIRECTS = 20;

/**
 * The server doesn't serve this host. Another connection can reach the right server, so fetch tries again.
 */
const MISDIRECTED = 421;

/** The requests of a call, until one of them gets the final response. */
export class RequestTrail {
  /** Full URL of the first request. */
  readonly firstUrl: string;
  #redirectedAt = 0;
  #redirects = 0;
  #hasChangedOrigin = false;
  #isSecondTry = false;

  constructor(first: ValidatedRequest) {
    this.firstUrl = first.target.href;
  }

  /** Time of the last redirect in milliseconds, from `performance.now()`; 0 without a redirect. */
  get redirectedAt(): number {
    return this.#redirectedAt;
  }

  get isRedirected(): boolean {
    return this.#redirects > 0;
  }

  /** Whether the request repeats the previous one, which requires another connection. */
  get isSecondTry(): boolean {
    return this.#isSecondTry;
  }

  /** Response type by the fetch standard, for a caller with the origin of the first request. */
  get responseType(): 'basic' | 'cors' {
    return this.#hasChangedOrigin ? 'cors' : 'basic';
  }

  /** Returns the request that a response causes; undefined for a final response. Throws if the call fails. */
  next(request: ValidatedRequest, { status, headers }: ResponseHead): ValidatedRequest | undefined {
    if (status === 407) throw new Error('proxy authentication required');
    if (status === MISDIRECTED) return this.#again(request);
    if (!REDIRECTS.has(status) || request.redirect === 'manual') return undefined;
    if (request.redirect === 'error') throw new Error('unexpected redirect');
    const location = rawHeader(headers, 'location');
    return location === undefined ? undefined : this.#follow(request, status, location);
  }

  #again(request: ValidatedRequest): ValidatedRequest | undefined {
    const { body } = request;
    if (this.#isSecondTry || (body && !body.bodyReusable)) return undefined;
    this.#isSecondTry = true;
    return request;
  }

  #follow(request: ValidatedRequest, status: number, location: string): ValidatedRequest {
    if (this.#redirects === MAX_REDIRECTS) throw new Error('redirect count exceeded');
    const next = redirected(request, status, location);
    this.#redirects += 1;
    this.#redirectedAt = performance.now();
    this.#hasChangedOrigin ||= next.target.origin !== request.target.origin;
    this.#isSecondTry = false;
    return next;
  }
}
