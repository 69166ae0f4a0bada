/** Runs somebody else's code whose failure changes nothing for the call. Undefined where it throws or rejects. */
export async function quietly<T>(task: () => T | PromiseLike<T>): Promise<T | undefined> {
  try {
    return await task();
  } catch {
    return undefined;
  }
}
