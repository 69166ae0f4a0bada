/**
 * A signal that aborts with the first of its sources: `AbortSignal.any` for runtimes without it,
 * and without what `any` leaves behind on a source that outlives the call.
 */
export class LinkedSignal {
  readonly #controller = new AbortController();
  readonly #sources: readonly AbortSignal[];

  constructor(sources: readonly AbortSignal[]) {
    this.#sources = sources;
    for (const source of sources) {
      if (source.aborted) {
        this.#controller.abort(source.reason);
        return;
      }
    }
    for (const source of sources) source.addEventListener('abort', this);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Called by the platform when a source aborts. */
  handleEvent(event: Event): void {
    this.#controller.abort((event.target as AbortSignal).reason);
    this.release();
  }

  /** Takes the listeners off the sources; they may live much longer than this link. */
  release(): void {
    for (const source of this.#sources) source.removeEventListener('abort', this);
  }
}
