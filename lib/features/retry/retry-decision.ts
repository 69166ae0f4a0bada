import {
  type MiddlewareContext,
  type MiddlewareRequest,
  ignoringErrors,
  type Result,
} from '../../core/internal.js';

/** Decides whether a Result is tried again; undefined leaves it to others. */
type RetryDecider = (result: Result<unknown>) => boolean | undefined;

const RETRY_DECIDERS: unique symbol = Symbol.for('homing.vetoes') as never;

/**
 * They are kept on the request, which all middleware of a run see, of another copy of the package, too; `result.retry()`
 * is another run, with a request of its own.
 */
interface RequestWithDeciders extends MiddlewareRequest {
  [RETRY_DECIDERS]: Set<RetryDecider> | undefined;
}

/**
 * Gives a plugin a say in whether a Result of the call is tried again, for this run of it: a `retry()` of the Result
 * asks none from before. A retry, wherever it stands, asks before its own rule, for each Result as long as there are
 * retries left and `methods` lets the request through.
 *
 * @param decide Gets a copy of the Result: true and false decide, undefined leaves it to others. Of several the first
 *   that decides counts, in the order in which they were added. One that throws, or gives anything else, a promise too,
 *   leaves it to the others. The same function again adds nothing.
 * @returns Takes the function away. A middleware inside of retry runs for each attempt: what it makes anew stays until
 *   the call is over, unless it takes that away. Twice does nothing.
 */
export function decideRetry({ request }: MiddlewareContext, decide: RetryDecider): () => void {
  const vetoes = ((request as RequestWithDeciders)[RETRY_DECIDERS] ??= new Set());
  vetoes.add(decide);
  return () => {
    vetoes.delete(decide);
  };
}

/**
 * What those say who were given a say by `decideRetry`: the first true or false, undefined where none decides. For a retry
 * of your own; `RetryPlugin` asks it itself.
 */
export function retryDecision({ request }: MiddlewareContext, result: Result<unknown>): boolean | undefined {
  for (const veto of (request as RequestWithDeciders)[RETRY_DECIDERS] ?? []) {
    try {
      // A copy: who is asked what is to become of a Result doesn't change what the caller gets.
      const decision: unknown = veto({ ...result });
      if (typeof decision === 'boolean') return decision;
      // What an async one rejects with must not end the process.
      void ignoringErrors(() => decision);
    } catch {
      // Who fails to decide leaves it to the others.
    }
  }
  return undefined;
}
