import type { CallOptions } from '../settings/call-options.js';
import type { Level } from '../settings/level.js';
import type { EncodedBody } from '../wire/body-strategy.js';
import { copyBody } from '../platform/copy-body.js';
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
  #body: EncodedBody | undefined;
  #level: Level | undefined;
  /** Why params or options can't become a request; told each time that the call is run. */
  #refusal: { readonly thrown: unknown } | undefined;
  #isTakenOver = false;

  constructor(endpoint: Callee, params: unknown, options?: CallOptions | null) {
    const { protocol } = endpoint.parts;
    this.endpoint = endpoint;
    this.params = params;
    this.url = protocol.urlTemplate;
    try {
      this.#body = protocol.encode(this);
      this.#level = endpoint.settle(options);
    } catch (thrown) {
      this.#refusal = { thrown };
    }
  }

  /** The encoded body and the settled options. Throws when the call can't become a request. */
  read(): { readonly body: EncodedBody; readonly level: Level } {
    if (!this.#body || !this.#level) throw this.#refusal?.thrown;
    return { body: this.#body, level: this.#level };
  }

  /** What the params make; undefined when they can't become a request. */
  get wire(): (EncodedBody & { readonly url: string }) | undefined {
    return this.#body && { ...this.#body, url: this.url };
  }

  /**
   * For when the caller goes on: makes a copy of a body that is the caller's own object and can be changed, and gives
   * it; undefined where there is none to be made. Until then fetch gets the object itself.
   */
  takeOver(): RequestInit['body'] | undefined {
    const encoded = this.#body;
    if (typeof encoded?.body !== 'object' || encoded.body === null || this.#isTakenOver) return undefined;
    this.#isTakenOver = true;
    this.#body = { ...encoded, body: copyBody(encoded.body) };
    return this.#body.body;
  }
}
