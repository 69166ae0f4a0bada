import type { Result } from '../../../core/seats.js';

/** What a policy hands to what it runs. */
export interface PolicyContext {
  /** Ends what it runs: that of a timeout, say. */
  readonly signal?: AbortSignal | undefined;
}

/** A policy of cockatiel, or anything of its shape. */
export interface Policy {
  /**
   * Runs the function once, several times or not at all, and gives its Result or another.
   *
   * @param run Gives the Result of the rest of the chain. It rejects only with what an inner middleware threw.
   * @param signal Aborts when nobody waits for the Result any more.
   */
  execute(
    run: (context: PolicyContext) => Promise<Result<unknown>>,
    signal?: AbortSignal,
  ): PromiseLike<unknown>;
}
