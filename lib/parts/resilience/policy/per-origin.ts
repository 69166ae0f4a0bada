import { originOf } from '../../../core/seats.js';

/** Something for each origin; of so many, those that were used longest ago make room. */
export class PerOrigin<T> {
  readonly #make: (origin: string) => T;
  readonly #max: number;
  /** In the order of their use. */
  readonly #kept = new Map<string, T>();
  #newest: { readonly origin: string; readonly value: T } | undefined;

  constructor(make: (origin: string) => T, max: number) {
    this.#make = make;
    this.#max = max;
  }

  /** That of the URL's origin. Throws what making it throws. */
  for(url: string): T {
    // Most requests go where the one before went, and a URL is dear to read.
    if (this.#newest && url.startsWith(`${this.#newest.origin}/`)) return this.#newest.value;
    const origin = originOf(url);
    const value = this.#kept.get(origin) ?? this.#make(origin);
    this.#kept.delete(origin);
    this.#kept.set(origin, value);
    this.#newest = origin ? { origin, value } : undefined;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#max) this.#kept.delete(oldest as string);
    return value;
  }
}
