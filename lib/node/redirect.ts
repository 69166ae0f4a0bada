import { type Outgoing, targetOf } from './request-options.js';
import { rawHeader, type ResponseHead } from './response-headers.js';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const OF_BODY = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
];

/** What a request may tell another origin: how it wants its answer, and what its body is. Everything else may be a secret. */
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

/** Headers are read as Latin-1; a location that is not in ASCII is meant as UTF-8. */
const fromUtf8 = (location: string): string =>
  decoder.decode(Uint8Array.from(location, (character) => character.charCodeAt(0)));

/** The request that a redirect asks for, by the fetch standard, "HTTP-redirect fetch". Throws where there is none. */
function redirected(request: Outgoing, status: number, location: string): Outgoing {
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

/** The server is none for this host, and another connection may lead to the right one; fetch tries once more. */
const MISDIRECTED = 421;

/** The way of a call from request to request, until one is answered for good. */
export class RequestTrail {
  /** The whole URL of the first request. */
  readonly firstUrl: string;
  #redirectedAt = 0;
  #redirects = 0;
  #hasChangedOrigin = false;
  #isSecondTry = false;

  constructor(first: Outgoing) {
    this.firstUrl = first.target.href;
  }

  /** When the last redirect came, in milliseconds; 0 without one. */
  get redirectedAt(): number {
    return this.#redirectedAt;
  }

  get isRedirected(): boolean {
    return this.#redirects > 0;
  }

  /** Whether the request is the one before once more, which has to go over another connection. */
  get isSecondTry(): boolean {
    return this.#isSecondTry;
  }

  /** As the standard has it for a caller on the origin of the first request. */
  get responseType(): 'basic' | 'cors' {
    return this.#hasChangedOrigin ? 'cors' : 'basic';
  }

  /** The request that an answer asks for; undefined where it is for the caller. Throws where it fails the call. */
  next(request: Outgoing, { status, headers }: ResponseHead): Outgoing | undefined {
    if (status === 407) throw new Error('proxy authentication required');
    if (status === MISDIRECTED) return this.#again(request);
    if (!REDIRECTS.has(status) || request.redirect === 'manual') return undefined;
    if (request.redirect === 'error') throw new Error('unexpected redirect');
    const location = rawHeader(headers, 'location');
    return location === undefined ? undefined : this.#follow(request, status, location);
  }

  #again(request: Outgoing): Outgoing | undefined {
    const { body } = request;
    if (this.#isSecondTry || (body && !body.bodyReusable)) return undefined;
    this.#isSecondTry = true;
    return request;
  }

  #follow(request: Outgoing, status: number, location: string): Outgoing {
    if (this.#redirects === MAX_REDIRECTS) throw new Error('redirect count exceeded');
    const next = redirected(request, status, location);
    this.#redirects += 1;
    this.#redirectedAt = performance.now();
    this.#hasChangedOrigin ||= next.target.origin !== request.target.origin;
    this.#isSecondTry = false;
    return next;
  }
}
