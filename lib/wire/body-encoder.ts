import type { BodyStrategy, EncodedBody } from './body-strategy.js';
import { JsonBody } from './json-body.js';
import { PLATFORM_BODIES } from './platform-bodies.js';
import { TextBody } from './text-body.js';
import { ViewBody } from './view-body.js';

/** Bodies that are never a set of named fields. No value is accepted by two of them. */
const WHOLE: readonly BodyStrategy[] = [new TextBody(), ...Object.values(PLATFORM_BODIES), new ViewBody()];

const JSON_BODY: BodyStrategy = new JsonBody();

/** Makes the body with the first strategy that accepts the value: the user's own, then the built-in ones. */
export class BodyEncoder {
  readonly #own: readonly BodyStrategy[];

  /** @param own The user's strategies. */
  constructor(own: readonly BodyStrategy[]) {
    this.#own = own;
  }

  /** Whether a strategy of the user's takes the value. */
  isOwn(value: unknown): boolean {
    return this.#own.some((strategy) => strategy.accepts(value));
  }

  /** Whether the value is a body by itself and no set of named fields. */
  isWhole(value: unknown): boolean {
    return WHOLE.some((strategy) => strategy.accepts(value));
  }

  encode(value: unknown): EncodedBody {
    const accepts = (strategy: BodyStrategy): boolean => strategy.accepts(value);
    return (this.#own.find(accepts) ?? WHOLE.find(accepts) ?? JSON_BODY).encode(value);
  }
}
