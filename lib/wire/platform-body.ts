import type { BodyStrategy, EncodedBody } from './body-strategy.js';

/** A body that fetch takes as it is: one of the platform's classes, known by name. */
export class PlatformBody implements BodyStrategy {
  readonly #className: string;
  readonly #contentType: string | null;

  constructor(className: string, contentType: string | null) {
    this.#className = className;
    this.#contentType = contentType;
  }

  accepts(value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false;
    // The tag holds across realms; the instance check is for polyfills without a tag (React Native) and subclasses.
    if (Object.prototype.toString.call(value) === `[object ${this.#className}]`) return true;
    const platformClass = (globalThis as Record<string, unknown>)[this.#className];
    return typeof platformClass === 'function' && value instanceof platformClass;
  }

  encode(value: unknown): EncodedBody {
    return { body: value as RequestInit['body'], contentType: this.#contentType };
  }
}
