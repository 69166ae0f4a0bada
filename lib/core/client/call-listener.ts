import type { OutgoingRequest } from '../stages/outgoing-request.js';

/** Somebody who runs a call in another's name: a poll. */
export interface CallListener {
  /** In the place of the signal of the options. */
  readonly signal: AbortSignal;
  /** Sees the request each time that it is about to be sent. */
  onSend(request: OutgoingRequest): void;
}
