import { NotSentError } from '../not-sent.js';
import { isBreaker } from './layers.js';
import type { Policy } from './policy.js';

/** Whether a thrown value has a flag of cockatiel's. Safe on anything that can be thrown. */
export const isFlagged = (thrown: unknown, flag: string): boolean => {
  try {
    return (thrown as Record<string, unknown> | null | undefined)?.[flag] === true;
  } catch {
    return false;
  }
};

/** What cockatiel's breakers know of an open circuit, and don't tell. */
interface OpenCircuit {
  readonly innerState?: { readonly openedAt?: number; readonly backoff?: { readonly duration?: number } };
}

/** Milliseconds until the circuit that is open lets a call through; undefined where it can't be known. */
const retryAfterOf = (layers: readonly Policy[]): number | undefined => {
  try {
    const open = layers.find((layer) => isBreaker(layer) && layer.state !== 0);
    const { openedAt = NaN, backoff } = (open as OpenCircuit | undefined)?.innerState ?? {};
    const left = openedAt + (backoff?.duration ?? NaN) - Date.now();
    return Number.isFinite(left) ? Math.max(left, 0) : undefined;
  } catch {
    return undefined;
  }
};

/** The error of a call that a policy held back, where it was that what it threw; else undefined. */
export function heldBack(thrown: unknown, layers: readonly Policy[]): NotSentError | undefined {
  if (isFlagged(thrown, 'isIsolatedCircuitError'))
    return new NotSentError(
      'circuit-open',
      'The circuit is held open by hand: dispose of what isolate() gave.',
    );
  if (isFlagged(thrown, 'isBrokenCircuitError'))
    return new NotSentError(
      'circuit-open',
      'The circuit is open, as calls have failed: try again later.',
      retryAfterOf(layers),
    );
  if (isFlagged(thrown, 'isBulkheadRejectedError'))
    return new NotSentError(
      'queue-full',
      'The bulkhead and its queue are full: try again later, or let it hold more.',
    );
  return undefined;
}
