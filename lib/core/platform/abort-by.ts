import { type Interruption, interruptionBy } from './interruption.js';

/** What an aborted signal of the caller's own means: an abort, whatever its reason is called (specification 7, 1). */
export const abortBy = (signal: AbortSignal): Interruption => ({ ...interruptionBy(signal), kind: 'abort' });
