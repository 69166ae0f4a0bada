import type { Result } from '../result/result.js';

/** Runs what stands inside of a stage, down to the request itself. */
export type Next<TSubject> = (subject: TSubject) => Promise<Result<unknown>>;

/**
 * One step that stands around the sending of a request. It may look at its subject, do something before and after what
 * stands inside, put another Result in the place of what comes back, or pass all of it by.
 */
export interface Stage<TSubject> {
  /** Gives the Result of the subject: that of `next`, which it usually calls once, or one of its own. */
  run(subject: TSubject, next: Next<TSubject>): Promise<Result<unknown>>;
}

/** Puts stages around the innermost step: the first of the list stands outermost. Done once per endpoint. */
export function compose<TSubject>(
  stages: readonly Stage<TSubject>[],
  innermost: Next<TSubject>,
): Next<TSubject> {
  return stages.reduceRight<Next<TSubject>>(
    (next, stage) => (subject) => stage.run(subject, next),
    innermost,
  );
}
