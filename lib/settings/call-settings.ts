import type { MiddlewarePipeline } from '../pipeline/middleware-pipeline.js';
import type { FetchOptions, HeaderRecord } from '../pipeline/outgoing-request.js';

/** All that is settled for one call, from its three levels: nothing is missing. */
export interface CallSettings {
  readonly headers: HeaderRecord;
  readonly fetchOptions: FetchOptions;
  /** Milliseconds; 0 for no deadline. */
  readonly timeout: number;
  /** The caller's own. */
  readonly signal: AbortSignal | undefined;
  readonly pipeline: MiddlewarePipeline;
}
