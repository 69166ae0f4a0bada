import { copyBody } from '../platform/copy-body.js';
import { isObject } from '../platform/is-object.js';
import type { CallOptions } from '../settings/call-options.js';
import type { Level } from '../settings/level.js';
import type { Result } from '../result/result.js';
import type { CalledBy } from '../stages/asked-for.js';
import type { CarriedContext } from '../stages/carried-context.js';
import type { EncodedBody } from '../wire/body-strategy.js';
import { withQuery } from '../wire/call-query.js';
import type { HeaderRecord } from '../wire/fetch-options.js';
import { runCall } from './call.js';
import type { PreparedCall, WireOfCall } from './caller.js';
import type { Endpoint } from './endpoint.js';

/**
 * One call as it was asked for: what its params make and what its options say, read once, when it was made. It may be
 * run again, by `retry()` or by a poll, and sends the same each time, whatever became of the caller's objects.
 */
export class CallPlan implements PreparedCall {
  readonly endpoint: Endpoint;
  /** The caller's own object; for messages and middleware. */
  readonly params: unknown;
  /** As far as it could be built. */
  url: string;
  /** Those that the params make; undefined for none. */
  headers: HeaderRecord | undefined;
  #body: EncodedBody | undefined;
  #settings: Level | undefined;
  /** Why params or options can't become a request; told each time that the call is run. */
  #refusal: { readonly thrown: unknown } | undefined;
  #isTakenOver = false;

  constructor(endpoint: Endpoint, params: unknown, options?: CallOptions | null) {
    const { protocol } = endpoint.definition;
    this.endpoint = endpoint;
    this.params = params;
    this.url = protocol.definition.urlTemplate;
    try {
      this.#body = protocol.encode(this);
    } catch (thrown) {
      this.#refusal = { thrown };
    }
    try {
      this.#settings = endpoint.settle(options, this.headers);
      this.url = withQuery(this.url, this.#settings.query);
    } catch (thrown) {
      this.#refusal ??= { thrown };
    }
  }

  get context(): CarriedContext {
    return this.#settings?.context ?? this.endpoint.context;
  }

  run(by?: CalledBy): Promise<Result<unknown>> {
    return runCall(this, by);
  }

  /** The encoded body and the settled options. Throws when the call can't become a request. */
  read(): { readonly body: EncodedBody; readonly settings: Level } {
    if (!this.#body || !this.#settings) throw this.#refusal?.thrown;
    return { body: this.#body, settings: this.#settings };
  }

  get wire(): WireOfCall | undefined {
    return this.#body && { ...this.#body, url: this.url, headers: this.headers };
  }

  /** The body; of a call that is refused, what would have become one. */
  get unsent(): unknown {
    return this.#body ? this.#body.body : this.params;
  }

  /**
   * For when the caller goes on: makes a copy of a body that is the caller's own object and can be changed, and gives
   * it; undefined where there is none to be made. Until then fetch gets the object itself.
   */
  takeOver(): RequestInit['body'] | undefined {
    const encoded = this.#body;
    if (!isObject(encoded?.body) || this.#isTakenOver) return undefined;
    this.#isTakenOver = true;
    const body = copyBody(encoded.body);
    this.#body = { ...encoded, body };
    return body;
  }
}
