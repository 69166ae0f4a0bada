import type { Interruption, Result } from '../../core/internal.js';
import type { NotSentError } from '../retry/transient.js';

export { NotSentError, type NotSentReason } from '../retry/transient.js';

const failed = (kind: string, reason: unknown): Result<never> =>
  ({ data: null, error: { kind, body: reason, cause: reason } }) as unknown as Result<never>;

/** The Result of a call that was ended. The pipeline adds the names of the call. */
export const endedBy = ({ kind, reason }: Interruption): Result<never> => failed(kind, reason);

/** The Result of a call that was blocked before sending. */
export const notSent = (error: NotSentError): Result<never> => failed('network', error);
