import type { SharedRequest } from '../stages/shared-request.js';
import type { OutgoingRequest } from '../stages/outgoing-request.js';
import type { CallOptions } from '../settings/call-options.js';
import type { Level } from '../settings/level.js';
import type { EndpointParts } from './endpoint-parts.js';

/** What a call needs of its endpoint. */
export interface Callee {
  readonly parts: EndpointParts;
  /** Whether a newer call takes the place of an older one. */
  readonly dedupe: boolean;
  /** What calls have to have in common to be joined, or to take each other's place. */
  readonly scope: string;
  /** What a call with these options runs with. Throws a Refusal that names the option which can't be used. */
  settle(options: CallOptions | null | undefined): Level;
  /** The request that this one is sent with, when the endpoint shares and the request can be compared. */
  join(request: OutgoingRequest): SharedRequest | undefined;
}
