/** The promise of a call, settled once. */
export class Outcome {
  /** Dropped when they are used: through its promise they would hold a response that nobody else has any more. */
  #resolve: ((response: Response) => void) | undefined;
  #reject: ((reason: unknown) => void) | undefined;

  constructor(resolve: (response: Response) => void, reject: (reason: unknown) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  get isSettled(): boolean {
    return this.#resolve === undefined;
  }

  resolve(response: Response): void {
    this.#resolve?.(response);
    this.#drop();
  }

  reject(reason: unknown): void {
    this.#reject?.(reason);
    this.#drop();
  }

  #drop(): void {
    this.#resolve = undefined;
    this.#reject = undefined;
  }
}
