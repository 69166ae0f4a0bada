/** A limit that several processes keep together: what a `RateLimitPlugin` asks before each request. */
export interface SharedLimit {
  /**
   * Takes one request out of what all may send.
   *
   * @param key What the limit is for, as `keyFor` names it.
   * @returns 0 when it was taken; else milliseconds after which to ask again. Rejects when the store can't say.
   */
  take(key: string): Promise<number>;
}
