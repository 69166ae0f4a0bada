import type { CallOptions } from '../settings/call-options.js';
import type { Level } from '../settings/level.js';
import { snapshot } from '../settings/snapshot.js';
import type { EncodedBody } from '../wire/body-strategy.js';
import { copyBody } from '../wire/copy-body.js';
import type { Callee } from './callee.js';

/**
 * One call as it was asked for: what its params make and what its options say, read once, when it was made. It may be
 * run again, by `retry()` or by a poll, and sends the same each time, whatever became of the caller's objects.
 */
export class CallPlan {
  readonly endpoint: Callee;
  /** The caller's own object; for messages and middleware. */
  readonly params: unknown;
  /** As far as it could be built. */
  url: string;
  /** The settled options. Throws a Refusal that names the option which can't be used. */
  readonly level: () => Level;
  #encoded: Partial<EncodedBody> = {};
  /** What is wrong with the params. */
  readonly #refused: { readonly thrown: unknown } | undefined;
  #isTakenOver = false;

  constructor(endpoint: Callee, params: unknown, options?: CallOptions | null) {
    const { protocol } = endpoint.parts;
    this.endpoint = endpoint;
    this.params = params;
    this.url = protocol.urlTemplate;
    try {
      this.#encoded = protocol.encode(this);
    } catch (thrown) {
      this.#refused = { thrown };
    }
    this.level = snapshot(() => endpoint.settle(options));
  }

  /** The encoded body. Throws when the params can't become a request. */
  encoded(): EncodedBody {
    if (this.#refused) throw this.#refused.thrown;
    return this.#encoded as EncodedBody;
  }

  /**
   * For when the caller goes on: makes a copy of a body that is the caller's own object and can be changed, and gives
   * it; undefined where there is none to be made. Until then fetch gets the object itself.
   */
  takeOver(): RequestInit['body'] | undefined {
    const encoded = this.#encoded;
    if (this.#isTakenOver || typeof encoded.body !== 'object' || encoded.body === null) return undefined;
    this.#isTakenOver = true;
    this.#encoded = { ...encoded, body: copyBody(encoded.body) };
    return this.#encoded.body;
  }
}
