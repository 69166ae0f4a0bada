import type { Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import type { EncodedBody } from '../wire/body-strategy.js';
import type { CallListener } from './call-listener.js';
import type { EndpointParts } from './endpoint-parts.js';

/** The key under which an endpoint function carries its `Caller`. */
export const CALLER: unique symbol = Symbol.for('homing.caller') as never;

/** A call whose params and options were read, to be made any number of times. */
export interface PreparedCall {
  /** What the params make; undefined when they can't become a request. */
  readonly wire: (EncodedBody & { readonly url: string }) | undefined;
  /** For when the caller goes on before the call is made. */
  takeOver(): void;
  /** Makes the call. */
  run(listener: CallListener): Promise<Result<unknown>>;
}

/** What the rooms that stand on a client need of an endpoint. */
export interface Caller {
  readonly parts: EndpointParts;
  /** Which of a client's endpoints this is, for a poll: equal for those whose callers share one. */
  readonly pollScope: string;
  /** Reads params and options. Never throws. */
  prepare(params: unknown, options: CallOptions): PreparedCall;
}
