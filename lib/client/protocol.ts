import type { OutgoingRequest } from '../pipeline/outgoing-request.js';
import type { BodySource } from '../wire/body-source.js';
import type { EncodedBody } from '../wire/body-strategy.js';
import type { Decoded } from '../wire/decoded.js';

/** What differs between REST and GraphQL: how params become a request, and a response becomes data or an error. */
export interface Protocol {
  readonly method: string;
  /** The path template, for messages and `ctx.request.path`. */
  readonly path: string;
  /** What tells two endpoints of one name apart: a GraphQL operation's side and document. Empty for REST. */
  readonly operation: string;
  /** The URL that errors name when none could be built. */
  readonly urlTemplate: string;
  /**
   * Makes the body of `request.params`, and sets `request.url`, as far as it can be built. Throws when the params
   * can't become a request.
   */
  encode(request: OutgoingRequest): EncodedBody;
  /** Never rejects. */
  decode(response: Response, source: BodySource): Promise<Decoded>;
}
