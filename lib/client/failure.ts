import { ApiError, type ApiErrorInit } from '../result/api-error.js';
import type { ErrorResult, Result } from '../result/result.js';
import { Refusal } from '../wire/refusal.js';
import type { Protocol } from './protocol.js';

/** What an error tells of the call that failed. */
export interface FailedCall {
  readonly protocol: Protocol;
  readonly request: ApiErrorInit['request'];
  readonly retry: () => Promise<Result<unknown>>;
}

/** What went wrong. */
export type FailureFacts = Omit<ApiErrorInit, 'path' | 'request' | 'message'>;

/** The error Result of a call. */
export function failure(
  { protocol, request, retry }: FailedCall,
  facts: FailureFacts,
  response: Response | null = null,
): ErrorResult<unknown> {
  const { path } = protocol;
  // A refusal's sentence holds no values, so it may stand where it gets logged.
  const refusal = facts.kind === 'network' && Refusal.is(facts.body) ? facts.body : undefined;
  const message =
    refusal && `${request.method} ${path.replace(/\?.*/s, '')} was not sent: ${refusal.summary}`;
  return { data: null, error: new ApiError({ ...facts, path, request, message }), response, retry };
}

/** The facts of a failure that something thrown stands for. */
export const thrownAs = (kind: FailureFacts['kind'], thrown: unknown): FailureFacts => ({
  kind,
  body: thrown,
  cause: thrown,
});
