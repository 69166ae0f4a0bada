/** Why a signal aborted. A signal may be of anybody's making: where its reason can't be read, what that threw. */
export function abortReason(signal: Pick<AbortSignal, 'reason'> | undefined): unknown {
  try {
    return signal?.reason;
  } catch (thrown) {
    return thrown;
  }
}
