import { abortReason } from './abort-reason.js';
import { Cutoff } from './cutoff.js';
import { onAbort } from './on-abort.js';

/**
 * Aborts with the first of its sources: `AbortSignal.any` for runtimes without it, and without what `any` leaves
 * behind on a source that outlives the call.
 */
export class LinkedSignal extends Cutoff {
  readonly #unlink: readonly (() => void)[];

  constructor(sources: readonly AbortSignal[]) {
    super();
    const aborted = sources.find((source) => source.aborted);
    if (aborted) this.abort(abortReason(aborted));
    this.#unlink = aborted ? [] : sources.map((source) => onAbort(source, () => this.#follow(source)));
  }

  /** Takes the listeners off the sources; they may live much longer than this link. */
  release(): void {
    for (const unlink of this.#unlink) unlink();
  }

  #follow(source: AbortSignal): void {
    this.abort(abortReason(source));
    this.release();
  }
}
