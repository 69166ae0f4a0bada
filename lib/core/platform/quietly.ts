/** Runs somebody else's code whose failure is nobody's business. Undefined for one that throws or rejects. */
export async function quietly<T>(task: () => T | PromiseLike<T>): Promise<T | undefined> {
  try {
    return await task();
  } catch {
    return undefined;
  }
}
