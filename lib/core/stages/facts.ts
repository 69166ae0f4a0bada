import type { ApiErrorInit, CallNames } from '../result/api-error-init.js';

/** What went wrong with a call, without what names the call. */
export type Facts = Omit<ApiErrorInit, keyof CallNames>;

/** That something was thrown, or a signal's reason. */
export const thrownAs = (kind: Facts['kind'], thrown: unknown): Facts => ({
  kind,
  body: thrown,
  cause: thrown,
});
