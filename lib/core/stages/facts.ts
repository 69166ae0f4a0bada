import type { ApiErrorInit, CallNames } from '../result/api-error-init.js';
import type { AskedFor } from './asked-for.js';

/** What went wrong with a call, without what names the call. */
export type Facts = Omit<ApiErrorInit, keyof CallNames>;

/** That something was thrown, or a signal's reason. */
export const thrownAs = (kind: Facts['kind'], thrown: unknown): Facts => ({
  kind,
  body: thrown,
  cause: thrown,
});

/** What an error tells of an endpoint. */
export const namesOf = ({ name, definition }: AskedFor): Omit<CallNames, 'request'> => {
  const { path, urlTemplate, label } = definition;
  return { path, urlTemplate, endpoint: name, operation: label?.(name) };
};
