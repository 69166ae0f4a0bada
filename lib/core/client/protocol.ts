import type { RequestDefinition } from '../stages/request-definition.js';
import type { Reading } from '../stages/read.js';
import type { EncodedBody } from '../wire/body-strategy.js';
import type { HeaderRecord } from '../wire/fetch-options.js';
import type { ParamNames } from '../wire/placement.js';
import type { ResponseReader } from '../wire/response-reader.js';

/** A call whose params become a request. */
export interface Encoding {
  readonly params: unknown;
  url: string;
  /** Those that the params make, which stand under the call's own; undefined for none. */
  headers?: HeaderRecord | undefined;
}

/** What differs between REST and GraphQL: how params become a request, and a response becomes data or an error. */
export interface Protocol extends Reading {
  /** What each of the endpoint's requests begins as. */
  readonly definition: RequestDefinition;
  /** The endpoint's own reader; undefined where `responseType` is a name. */
  readonly reader: ResponseReader<unknown> | undefined;
  /** What the names of its query are made of; undefined where no param goes there. */
  readonly names: ParamNames | undefined;
  /**
   * Makes the body of `call.params`, and sets `call.url`, as far as it can be built, and `call.headers`. Throws when the
   * params can't become a request.
   */
  encode(call: Encoding): EncodedBody;
}
