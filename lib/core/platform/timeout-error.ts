/** The reason of a call whose deadline passed. Not a `DOMException`, which React Native lacks. */
export class TimeoutError extends Error {
  /** @param ms The deadline, in milliseconds. */
  constructor(ms: number) {
    super(`The deadline of ${String(ms)} ms passed.`);
  }

  override get name(): 'TimeoutError' {
    return 'TimeoutError';
  }
}
