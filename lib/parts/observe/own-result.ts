import { ApiError, type ApiErrorInit, isAborted, type Result } from '../../core/seats.js';
import type { ObservedRequest } from './observer.js';

/** What came of a sending. */
export type Outcome =
  | { readonly response: Response; readonly thrown?: undefined }
  | { readonly response?: undefined; readonly thrown: unknown };

const factsOf = (
  { response, thrown }: Outcome,
  signal: AbortSignal | null | undefined,
): Pick<ApiErrorInit, 'kind' | 'body' | 'cause' | 'status' | 'statusText' | 'headers'> | undefined => {
  if (!response)
    return { kind: signal && isAborted(signal) ? 'abort' : 'network', body: thrown, cause: thrown };
  const { ok, status, statusText, headers } = response;
  return ok ? undefined : { kind: 'http', body: null, status, statusText, headers };
};

/** A sending as a Result of its own, when the call came to something else: nobody read its body. */
export function ownResult(
  call: ObservedRequest,
  outcome: Outcome,
  signal: AbortSignal | null | undefined,
): Result<unknown> {
  const facts = factsOf(outcome, signal);
  // Nobody tries an attempt again: the call does.
  const retry = (): Promise<Result<unknown>> => Promise.resolve(result);
  const response = outcome.response ?? null;
  const result = (
    facts
      ? {
          data: null,
          error: new ApiError({ ...facts, request: call, path: call.path }),
          response,
          retry,
        }
      : { data: undefined, error: null, response, retry }
  ) as Result<unknown>;
  return result;
}
