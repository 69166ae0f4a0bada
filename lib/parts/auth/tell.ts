import { reportError } from '../../core/platform/window.js';

/** Calls a function of somebody else's that nobody waits for. What it throws, or rejects with, is reported. */
export function tell(callback: (() => unknown) | undefined): void {
  new Promise((resolve) => resolve(callback?.())).catch(reportError);
}
