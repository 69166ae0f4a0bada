/** Runs what is asked for at the same time one behind the other, in the order in which it was asked for. */
export class Turns {
  #last: Promise<unknown> | undefined;
  #count = 0;

  /** Whether nothing waits for its turn, or has it. */
  get isFree(): boolean {
    return this.#count === 0;
  }

  /** @param task Never rejects, and says `end()` when it has come to its end. */
  take<T>(task: () => Promise<T>): Promise<T> {
    const before = this.#count > 0 ? this.#last : undefined;
    this.#count += 1;
    const turn = before ? before.then(task) : task();
    this.#last = turn;
    return turn;
  }

  end(): void {
    this.#count -= 1;
  }
}
