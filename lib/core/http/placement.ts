import type { BodyEncoder, EncodedBody } from './body-encoder.js';
import type { HeaderRecord, HeadersOption } from './headers.js';
import type { QueryOption } from './query.js';
import type { UrlBuilder } from './url-builder.js';

/** Where each part of a call's params is sent. Everything that is left out is not sent. */
export interface Placement {
  /**
   * Values of the path params, by name. An array is written `1,2`; a function's return value is used unchanged. Names
   * that the path doesn't contain are ignored. Default: none.
   */
  readonly path?: Readonly<Record<string, unknown>> | null | undefined;
  /** Query values by name, a `URLSearchParams`, or a string that is sent unchanged, except for `#`. Default: none. */
  readonly query?: QueryOption | string | null | undefined;
  /** Headers that win over the endpoint's, but not over the call's. Default: none. */
  readonly headers?: HeadersOption | null | undefined;
  /** The body, sent as a whole; an object is sent as JSON. Null means none. Default: none. */
  readonly body?: unknown;
  /**
   * The content type of the body. Ignored without a body. A Content-Type of the caller, at any level, wins. Default,
   * also for null: the type of the body.
   */
  readonly type?: string | null | undefined;
}

/** What the params of a call become, or why they can't. */
export interface EncodedParams {
  /** The path, filled as far as possible, with its fixed query. It is joined to `baseUrl`, unless it is absolute. */
  readonly url: string;
  /** The query of the params. */
  readonly query: string;
  /** Headers that the params create; undefined for none. The call's own headers win over them. */
  readonly headers: HeaderRecord | undefined;
  /** The body; undefined if the params can't become a request. */
  readonly body: EncodedBody | undefined;
  /** Why the params can't become a request. */
  readonly refusal: unknown;
}

/**
 * Encodes the params of an endpoint by its own rules. Created by `placed` and `places` of `homing/openapi`, which bring
 * the code for it.
 */
export interface ParamPlacement<TParams = unknown> {
  /**
   * Returns where the params go. It must be synchronous. Declared as a method, whose parameters are bivariant: a config
   * for specific params must be assignable to any config.
   *
   * @param names The names of the path params.
   */
  place(params: TParams, names: readonly string[]): Placement;
  /** Converts the params to the parts of a request, with the URL and the bodies of the endpoint. Never throws. */
  encode(params: unknown, urls: UrlBuilder, bodies: BodyEncoder): EncodedParams;
  /** Returns the name of the param that creates a query param; undefined if there is none. */
  paramOfQuery?(name: string, names: readonly string[]): string | undefined;
}

/** Where the params of an endpoint go. */
export interface Places {
  /** The names of the path params. */
  readonly inPath: readonly string[];
  /** Whether the other params go in the query instead of the body. */
  readonly inQuery: boolean;
  /** The endpoint's `place`; undefined if these rules apply. */
  readonly place: ParamPlacement | undefined;
}
