import type { Outgoing } from './outgoing.js';
import { redirected } from './redirect.js';

const MAX_REDIRECTS = 20;

/** The way that a request has gone over its redirects. */
export class RedirectTrail {
  #count = 0;
  #hasChangedOrigin = false;

  get isRedirected(): boolean {
    return this.#count > 0;
  }

  /** As the standard has it for a caller on the origin of the first request. */
  get responseType(): 'basic' | 'cors' {
    return this.#hasChangedOrigin ? 'cors' : 'basic';
  }

  /** The next request. Throws where there is none. */
  follow(request: Outgoing, status: number, location: string): Outgoing {
    if (this.#count === MAX_REDIRECTS) throw new Error('redirect count exceeded');
    const next = redirected(request, status, location);
    this.#count += 1;
    this.#hasChangedOrigin ||= next.target.origin !== request.target.origin;
    return next;
  }
}
