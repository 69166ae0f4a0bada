import type { ApiErrorInit } from '../result/api-error.js';

/** What went wrong with a call, without what names the call. */
export type Facts = Omit<ApiErrorInit, 'path' | 'request' | 'urlTemplate'>;

/** That something was thrown, or a signal's reason. */
export const thrownAs = (kind: Facts['kind'], thrown: unknown): Facts => ({
  kind,
  body: thrown,
  cause: thrown,
});
