import type { BodySource } from '../wire/body-source.js';
import type { EncodedBody } from '../wire/body-strategy.js';
import type { ResponseType } from '../wire/body-readers.js';
import type { Decoded } from '../wire/decoded.js';
import type { StandardSchemaV1 } from '../wire/standard-schema.js';

/** What differs between REST and GraphQL: how params become a request, and a response becomes data or an error. */
export interface Protocol {
  readonly method: string;
  /** The path template, for messages and `ctx.request.path`. */
  readonly path: string;
  /** What tells two endpoints of one name apart: a GraphQL operation's side and document. Empty for REST. */
  readonly operation: string;
  /** The URL that errors name when none could be built. */
  readonly urlTemplate: string;
  /** How the data of a response are read. */
  readonly responseType: ResponseType;
  /** What the data have to be. */
  readonly schema: StandardSchemaV1 | undefined;
  /**
   * Makes the body of `call.params`, and sets `call.url`, as far as it can be built. Throws when the params can't
   * become a request.
   */
  encode(call: { readonly params: unknown; url: string }): EncodedBody;
  /** Never rejects. */
  decode(response: Response, source: BodySource): Promise<Decoded>;
}
