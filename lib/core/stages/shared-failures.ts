import type { ApiError } from '../result/api-error.js';
import type { SharedRequest } from './shared-request.js';

/** By error, the shared request that failed with it. */
const FAILED = /* @__PURE__ */ new WeakMap<ApiError, SharedRequest>();

/** Notes that an error is a failure of the shared request itself. */
export const noteShared = (error: ApiError, shared: SharedRequest): void => {
  FAILED.set(error, shared);
};

/**
 * Whether nobody was told of the failure yet: that of a shared request is one, however many of its callers get it. A
 * call that was only handed the error, and never waited for that request, has a failure of its own.
 */
export function isNews(error: ApiError, call: object): boolean {
  const shared = FAILED.get(error);
  if (!shared?.wasAwaitedBy(call)) return true;
  const { reported } = shared;
  shared.reported = true;
  return !reported;
}
