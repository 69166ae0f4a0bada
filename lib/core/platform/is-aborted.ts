/** Whether a signal has aborted. A signal may be of anybody's making: one that can't say so has not. */
export function isAborted(signal: Pick<AbortSignal, 'aborted'> | null | undefined): boolean {
  try {
    return signal?.aborted === true;
  } catch {
    return false;
  }
}
