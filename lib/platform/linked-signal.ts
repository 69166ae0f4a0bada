import { onAbort } from './on-abort.js';

/**
 * A signal that aborts with the first of its sources: `AbortSignal.any` for runtimes without it,
 * and without what `any` leaves behind on a source that outlives the call.
 */
export class LinkedSignal {
  readonly #controller = new AbortController();
  readonly #unlink: readonly (() => void)[];

  constructor(sources: readonly AbortSignal[]) {
    const aborted = sources.find((source) => source.aborted);
    if (aborted) this.#controller.abort(aborted.reason);
    this.#unlink = aborted ? [] : sources.map((source) => onAbort(source, () => this.#abort(source)));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Takes the listeners off the sources; they may live much longer than this link. */
  release(): void {
    for (const unlink of this.#unlink) unlink();
  }

  #abort({ reason }: AbortSignal): void {
    this.#controller.abort(reason);
    this.release();
  }
}
