import type { Result } from '../result/result.js';
import type { OutgoingRequest } from './outgoing-request.js';

/** What a middleware sees of the call. */
export interface MiddlewareContext {
  /** The request; all but `path` and `params` may be changed, and is read when fetch is called. */
  readonly request: OutgoingRequest;
  /** The endpoint's key in `requests`. */
  readonly requestName: string;
}

/**
 * Runs the rest of the chain and gives its Result. May be called again: everything after runs again.
 * Rejects only with what an inner middleware threw.
 */
export type MiddlewareNext<TData = unknown> = () => Promise<Result<TData>>;

/** Stands around the request: may change it, call `next` once, again or never, and return its Result or its own. */
export type Middleware = (ctx: MiddlewareContext, next: MiddlewareNext) => Promise<Result<unknown>>;
