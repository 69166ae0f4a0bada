import {
  type MiddlewareContext,
  type MiddlewareRequest,
  ignoringErrors,
  type Result,
} from '../../core/internal.js';

/** Decides whether a Result is retried; undefined leaves the decision to others. */
type RetryDecider = (result: Result<unknown>) => boolean | undefined;

const RETRY_DECIDERS: unique symbol = Symbol.for('homing.vetoes') as never;

/**
 * Stored on the request, which all middleware of a run share, even from another copy of the package. `result.retry()`
 * is another run with its own request.
 */
interface RequestWithDeciders extends MiddlewareRequest {
  [RETRY_DECIDERS]: Set<RetryDecider> | undefined;
}

/**
 * Adds a function that can decide whether a Result of this run is retried. A retry middleware, wherever it is listed,
 * calls it before its own rule, for each Result while retries are left and `methods` allows the request. A `retry()` of
 * the Result starts without such functions.
 *
 * @param decide Receives a copy of the Result. True and false decide; undefined leaves the decision to others. The
 * first decision counts, in the order in which the functions were added. If it throws or returns anything else, such as
 * a promise, it is ignored. Adding the same function twice has no effect.
 * @returns A function that removes it. A middleware inside retry runs for each attempt: without removal, its function
 * stays until the call ends. Removing twice does nothing.
 */
export function decideRetry({ request }: MiddlewareContext, decide: RetryDecider): () => void {
  const vetoes = ((request as RequestWithDeciders)[RETRY_DECIDERS] ??= new Set());
  vetoes.add(decide);
  return () => {
    vetoes.delete(decide);
  };
}

/**
 * Returns the first decision of the functions added with `decideRetry`; undefined if none decides. For your own retry;
 * `RetryPlugin` calls it itself.
 */
export function retryDecision({ request }: MiddlewareContext, result: Result<unknown>): boolean | undefined {
  for (const veto of (request as RequestWithDeciders)[RETRY_DECIDERS] ?? []) {
    try {
      // A copy: the function must not change the caller's Result.
      const decision: unknown = veto({ ...result });
      if (typeof decision === 'boolean') return decision;
      // An async function returns a promise, which is discarded. An unhandled rejection would end the process.
      void ignoringErrors(() => decision);
    } catch {
      // A function that throws doesn't decide.
    }
  }
  return undefined;
}
