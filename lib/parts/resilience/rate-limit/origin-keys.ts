import { keyOfOrigin } from './key-of-origin.js';

/** Origins of URLs. Most requests go where the one before went, and a URL is dear to read. */
export class OriginKeys {
  #newest = '';
  /** With the slash after it: whatever stands behind that is the path. */
  #beginning = '/';

  /** The origin of a URL; `''` for a relative one. */
  of(url: string): string {
    if (url.startsWith(this.#beginning)) return this.#newest;
    this.#newest = keyOfOrigin(url);
    this.#beginning = `${this.#newest}/`;
    return this.#newest;
  }
}
