import type { Outgoing } from './outgoing.js';
import { rawHeader } from './raw-headers.js';
import { isRedirect, redirected } from './redirect.js';
import type { ResponseHead } from './response-head.js';

const MAX_REDIRECTS = 20;

/** The server is none for this host, and another connection may lead to the right one; fetch tries once more. */
const MISDIRECTED = 421;

/** The way of a call from request to request, until one is answered for good. */
export class RequestTrail {
  #redirects = 0;
  #hasChangedOrigin = false;
  #isSecondTry = false;

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
    if (!isRedirect(status) || request.redirect === 'manual') return undefined;
    if (request.redirect === 'error') throw new Error('unexpected redirect');
    const location = rawHeader(headers, 'location');
    return location === undefined ? undefined : this.#follow(request, status, location);
  }

  #again(request: Outgoing): Outgoing | undefined {
    const { body } = request;
    if (this.#isSecondTry || (body && !body.replayable)) return undefined;
    this.#isSecondTry = true;
    return request;
  }

  #follow(request: Outgoing, status: number, location: string): Outgoing {
    if (this.#redirects === MAX_REDIRECTS) throw new Error('redirect count exceeded');
    const next = redirected(request, status, location);
    this.#redirects += 1;
    this.#hasChangedOrigin ||= next.target.origin !== request.target.origin;
    this.#isSecondTry = false;
    return next;
  }
}
