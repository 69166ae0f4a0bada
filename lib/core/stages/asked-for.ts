import type { Clock } from '../platform/clock.js';
import type { EncodedBody } from '../wire/body-strategy.js';
import type { FetchLike } from '../wire/fetch-options.js';
import type { CallSettings } from './call-settings.js';
import type { CarriedContext } from './carried-context.js';
import type { RequestDefinition } from './request-definition.js';
import type { MiddlewareRequest } from './middleware-context.js';
import type { Origin } from './watch.js';

/** What a call was asked for; it may be run any number of times. */
export interface AskedFor {
  readonly endpoint: {
    readonly definition: {
      readonly name: string;
      readonly core: { readonly clock: Clock; readonly fetch: FetchLike | undefined };
      readonly protocol: { readonly definition: RequestDefinition };
    };
  };
  readonly params: unknown;
  /** As far as its options can be used. */
  readonly context: CarriedContext;
  /** As far as it could be built. */
  readonly url: string;
  /** The encoded body and the settled options. Throws when the call can't become a request. */
  read(): { readonly body: EncodedBody; readonly settings: CallSettings };
}

/** In whose name a call is made, when that is not simply the caller's. */
export interface CalledBy {
  /** In the place of the signal of the options; not for the `retry()` of its Result. */
  readonly signal?: AbortSignal | undefined;
  /** False: the call neither ends another nor is ended by one. */
  readonly dedupe?: false | undefined;
  readonly origin?: Origin | undefined;
  /** What the call is one of several of; for the `retry()` of its Result, too. */
  readonly series?: object | undefined;
  /** Sees the request each time that it is about to be sent; not those of a `retry()`. */
  readonly onSend?: ((request: MiddlewareRequest) => void) | undefined;
}
