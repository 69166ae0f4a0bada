/** What is known of a point of a graph. */
export interface Point<T> {
  /** Whether it is what is looked for. */
  readonly isFound: boolean;
  /** Where it leads to. */
  readonly next: Iterable<T>;
}

/** Which points of a graph lead to one that is looked for. Each point and each way is looked at once. */
export class Reaching<T = string> {
  readonly #pointAt: (key: T) => Point<T>;
  readonly #known = new Map<T, boolean>();

  constructor(pointAt: (key: T) => Point<T>) {
    this.#pointAt = pointAt;
  }

  /** Whether the point is one, or leads to one. */
  leads(key: T): boolean {
    if (!this.#known.has(key)) this.#explore(key);
    return this.#known.get(key) === true;
  }

  #explore(start: T): void {
    /** The new points, and from where each is reached. */
    const from = new Map<T, T[]>([[start, []]]);
    const leading: T[] = [];
    // A Map goes on to what is added meanwhile.
    for (const key of from.keys()) {
      const { isFound, next } = this.#pointAt(key);
      if (isFound) leading.push(key);
      for (const other of next) {
        const known = this.#known.get(other);
        if (known === true) leading.push(key);
        if (known !== undefined) continue;
        const before = from.get(other);
        if (before) before.push(key);
        else from.set(other, [key]);
      }
    }
    for (const key of leading) {
      if (this.#known.has(key)) continue;
      this.#known.set(key, true);
      for (const before of from.get(key) ?? []) leading.push(before);
    }
    for (const key of from.keys()) if (!this.#known.has(key)) this.#known.set(key, false);
  }
}
