import { Refusal } from '../result/refusal.js';

/** A `signal` option; null, as fetch takes it, is none. Throws a Refusal for what is no AbortSignal. */
export function readSignal(signal: AbortSignal | null | undefined): AbortSignal | undefined {
  if (signal == null) return undefined;
  if (typeof signal.addEventListener !== 'function') throw Refusal.of('signal', signal, 'an AbortSignal');
  return signal;
}
