/** The reason of a call, or an attempt, whose deadline passed. Not a `DOMException`, which React Native lacks. */
export class TimeoutError extends Error {
  /**
   * @param ms The deadline, in milliseconds.
   * @param owner What had it, where that is not the whole call.
   */
  constructor(ms: number, owner?: 'attempt') {
    super(`The ${owner ? `${owner}'s ` : ''}deadline of ${String(ms)} ms passed.`);
  }

  override get name(): 'TimeoutError' {
    return 'TimeoutError';
  }
}
