import type { Result } from '../../core/seats.js';
import type { NotSentError } from '../../retry.js';

export { NotSentError } from '../../retry.js';
export type { NotSentReason } from '../../retry.js';

/** The Result of a call that a middleware held back, as a chain takes it: the call's names are added on its way home. */
export const notSent = (error: NotSentError): Result<never> =>
  ({ data: null, error: { kind: 'network', body: error, cause: error } }) as unknown as Result<never>;
