/** A call that a newer one can take the place of. */
export interface Supersedable {
  supersede(): void;
}

/** The newest call of each endpoint with `dedupe`, of one client and its copies. Settled calls are not kept. */
export class DedupeRegistry {
  readonly #newest = new Map<string, Supersedable>();

  /** How many calls are kept. */
  get size(): number {
    return this.#newest.size;
  }

  /** Makes the call the newest under the key; the one before it ends. */
  enter(key: string, call: Supersedable): void {
    const older = this.#newest.get(key);
    this.#newest.set(key, call);
    older?.supersede();
  }

  /** The call is settled. */
  leave(key: string, call: Supersedable): void {
    if (this.#newest.get(key) === call) this.#newest.delete(key);
  }
}
