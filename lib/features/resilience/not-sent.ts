import type { Interruption, Result } from '../../core/internal.js';
import type { NotSentError } from '../retry/transient.js';

export { NotSentError, type NotSentReason } from '../retry/transient.js';

const failed = (kind: string, reason: unknown): Result<never> =>
  ({ data: null, error: { kind, body: reason, cause: reason } }) as unknown as Result<never>;

/** The Result of a call that was ended, as a chain takes it: the call's names are added on its way home. */
export const endedBy = ({ kind, reason }: Interruption): Result<never> => failed(kind, reason);

/** That of a call which was held back. */
export const notSent = (error: NotSentError): Result<never> => failed('network', error);
