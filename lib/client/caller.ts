import type { OutgoingRequest } from '../pipeline/outgoing-request.js';
import type { Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';

/** The key under which an endpoint function carries its `Caller`. */
export const CALLER: unique symbol = Symbol.for('homing.caller') as never;

/** What the rooms that stand on a client need of an endpoint. */
export interface Caller {
  /** The client and all its copies, as one object. */
  readonly group: object;
  /** Which of their endpoints this is, for a poll: equal for those whose callers share one. */
  readonly pollScope: string;
  /** The path, and the URL, with their tokens unfilled: for messages and logs. */
  readonly path: string;
  readonly urlTemplate: string;
  /** Calls the endpoint; `onSend` sees the request each time that it is about to be sent. */
  run(
    params: unknown,
    options: CallOptions,
    onSend: (request: OutgoingRequest) => void,
  ): Promise<Result<unknown>>;
}
