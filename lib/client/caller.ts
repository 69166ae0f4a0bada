import type { OutgoingRequest } from '../pipeline/outgoing-request.js';
import type { Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import type { EndpointParts } from './endpoint-parts.js';

/** The key under which an endpoint function carries its `Caller`. */
export const CALLER: unique symbol = Symbol.for('homing.caller') as never;

/** What the rooms that stand on a client need of an endpoint. */
export interface Caller {
  readonly parts: EndpointParts;
  /** Which of a client's endpoints this is, for a poll: equal for those whose callers share one. */
  readonly pollScope: string;
  /** Calls the endpoint; `onSend` sees the request each time that it is about to be sent. */
  call(
    params?: unknown,
    options?: CallOptions,
    onSend?: (request: OutgoingRequest) => void,
  ): Promise<Result<unknown>>;
}
