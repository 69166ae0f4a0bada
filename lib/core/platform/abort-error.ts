/** The reason of an abort that has none of its own. Not a `DOMException`, which React Native lacks. */
export class AbortError extends Error {
  override get name(): 'AbortError' {
    return 'AbortError';
  }
}
