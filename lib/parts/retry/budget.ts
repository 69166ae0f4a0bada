/** What a retry, or a hedge, asks before it sends a request again. `RetryBudget` of `homing/resilience` is one. */
export interface Budget {
  /**
   * Takes what one more request costs; false when there is not enough left.
   *
   * @param url The request's, whole.
   */
  take(url: string): boolean;
  /**
   * Is told of each request that was a success.
   *
   * @param url The request's, whole.
   */
  credit(url: string): void;
}
