import { bare } from './bare.js';

/** Aborts with a reason that the signal tells of in React Native too, whose own signals have none. */
export function abortWith(controller: AbortController, reason: unknown): void {
  const { signal } = controller;
  if (!('reason' in signal)) Object.defineProperty(signal, 'reason', bare({ value: reason }));
  controller.abort(reason);
}
