import type { FetchOptions, HeaderRecord } from '../wire/fetch-options.js';

/** What the params and the options of a call make. */
export interface PreparedRequest {
  /** Encoded, null for none. */
  readonly body: RequestInit['body'];
  /** Whether the body is JSON whose members may stand in any order. */
  readonly isJson?: boolean | undefined;
  /** Merged, by lowercase name. */
  readonly headers: HeaderRecord;
  /** Merged. */
  readonly fetchOptions: FetchOptions;
}

/** Of a request whose call is not prepared yet. */
export const NOT_PREPARED: PreparedRequest = { body: null, headers: {}, fetchOptions: {} };
