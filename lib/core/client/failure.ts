import { ApiError } from '../result/api-error.js';
import type { ApiErrorKind } from '../result/api-error-init.js';
import type { ErrorResult, Result } from '../result/result.js';

/**
 * The Result of a failure that no call made: of something that only stands in for an endpoint, or around one.
 *
 * @param thrown What went wrong, the body of the error.
 * @param sent The newest request that was sent, if one was.
 */
export function failure(
  kind: ApiErrorKind,
  thrown: unknown,
  params: unknown,
  retry: () => Promise<Result<never>>,
  endpoint?: { readonly name?: string | undefined; readonly path: string; readonly urlTemplate: string },
  sent?: { readonly method: string; readonly url: string; readonly attempts?: number },
): ErrorResult<never> {
  const error = new ApiError({
    kind,
    request: { method: sent?.method ?? '', url: sent?.url ?? '', params },
    attempts: sent?.attempts,
    endpoint: endpoint?.name,
    path: endpoint?.path,
    urlTemplate: sent && endpoint?.urlTemplate,
    body: thrown,
    cause: thrown,
  });
  return { data: null, error, response: null, retry };
}
