/** What is under way, by key. Nothing that is over is kept. */
export class InFlight<T> extends Map<string, T> {
  /** Takes the entry away, unless another stands under the key by now. */
  leave(key: string, entry: T): void {
    if (this.get(key) === entry) this.delete(key);
  }
}
