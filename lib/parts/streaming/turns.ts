/** Runs what is asked for at the same time one behind the other, in the order in which it was asked for. */
export class Turns {
  #last: Promise<unknown> | undefined;
  #count = 0;

  /** Whether nothing waits for its turn, or has it. */
  get isFree(): boolean {
    return this.#count === 0;
  }

  /** @param task Never rejects. */
  take<T>(task: () => Promise<T>): Promise<T> {
    const before = this.#count > 0 ? this.#last : undefined;
    this.#count += 1;
    const turn = before ? before.then(task) : task();
    // It stands before whatever the caller waits with, and so is done before the caller can ask again.
    void turn.then(() => (this.#count -= 1));
    this.#last = turn;
    return turn;
  }
}
