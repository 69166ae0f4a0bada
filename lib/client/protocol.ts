import type { BodySource } from '../wire/body-reader.js';
import type { EncodedBody } from '../wire/body-strategy.js';
import type { Decoded } from '../wire/decoded.js';

/** A request as the params make it, before headers and middleware. */
export interface EncodedRequest extends EncodedBody {
  /** As far as it could be built. */
  readonly url: string;
  /** Why the params can't become a request, when they can't. */
  readonly problem?: { readonly thrown: unknown } | undefined;
}

/** What differs between REST and GraphQL: how params become a request, and a response becomes data or an error. */
export interface Protocol {
  readonly method: string;
  /** The path template, for messages and `ctx.request.path`. */
  readonly path: string;
  /** What tells two endpoints of one name apart: a GraphQL operation's side and document. Empty for REST. */
  readonly operation: string;
  /** The URL that errors name when none could be built. */
  readonly urlTemplate: string;
  /** Never throws. */
  encode(params: unknown): EncodedRequest;
  /** Never rejects. */
  decode(response: Response, source: BodySource): Promise<Decoded>;
}
