import type { HeaderRecord } from '../../core/seats.js';
import { contentKey } from '../../keys.js';

/** Headers without those of the given names. */
const without = (headers: HeaderRecord, names: ReadonlySet<string>): HeaderRecord =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)));

/** The part of a cache's key that is made of headers: all but Content-Type, which counts with the body, and those to ignore. */
export class HeadersKey {
  readonly #ignored: ReadonlySet<string>;
  /** The keys of records that were seen before: an endpoint's is the same at each call without headers of its own. */
  readonly #known = new WeakMap<HeaderRecord, string>();

  /** @param ignored Names in lower case. */
  constructor(ignored: ReadonlySet<string>) {
    this.#ignored = new Set(['content-type', ...ignored]);
  }

  of(headers: HeaderRecord): string {
    const key = this.#known.get(headers) ?? contentKey(without(headers, this.#ignored));
    this.#known.set(headers, key);
    return key;
  }
}
