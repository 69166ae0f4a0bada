// A signal may be of anybody's making, and throw wherever it is looked at.

/** Whether a signal has aborted. One that can't say so has not. */
export function isAborted(signal: Pick<AbortSignal, 'aborted'> | null | undefined): boolean {
  try {
    return signal?.aborted === true;
  } catch {
    return false;
  }
}

/** Why a signal aborted. Where its reason can't be read, what that threw. */
export function abortReason(signal: Pick<AbortSignal, 'reason'> | undefined): unknown {
  try {
    return signal?.reason;
  } catch (thrown) {
    return thrown;
  }
}
