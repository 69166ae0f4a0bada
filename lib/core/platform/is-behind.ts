const DEPTH_OF_CAUSES = 8;

/** Whether the thrown value is the reason, or was caused by it. Safe on anything that can be thrown. */
export function isBehind(reason: unknown, thrown: unknown): boolean {
  try {
    let value = thrown;
    // Undefined is the reason of a signal of React Native, and the cause of most errors.
    for (let depth = 0; depth < DEPTH_OF_CAUSES && value !== undefined; depth += 1) {
      if (Object.is(value, reason)) return true;
      value = (value as Error).cause;
    }
  } catch {
    // A thrown value may be anything, a revoked proxy too; one that can't be read is not the reason.
  }
  return false;
}
