/** Runs somebody else's code whose failure changes nothing for the call. Undefined where it throws or rejects. */
export async function quietly<T>(task: () => T | PromiseLike<T>): Promise<T | undefined> {
  try {
    const given = task();
    // Most tasks give nothing, and then there is nothing to wait for.
    return given && (await given);
  } catch {
    return undefined;
  }
}
