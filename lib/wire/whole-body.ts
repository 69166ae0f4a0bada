import type { BodyStrategy, EncodedBody } from './body-strategy.js';

/** A kind of body that fetch takes as it is. */
export class WholeBody implements BodyStrategy {
  readonly accepts: (value: unknown) => boolean;
  readonly #contentType: string | null;

  constructor(accepts: (value: unknown) => boolean, contentType: string | null = 'application/octet-stream') {
    this.accepts = accepts;
    this.#contentType = contentType;
  }

  encode(value: unknown): EncodedBody {
    return { body: value as RequestInit['body'], contentType: this.#contentType };
  }
}
