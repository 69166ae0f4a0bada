/** A place in a queue. */
interface Place<T> {
  readonly item: T;
  before: Place<T> | undefined;
  after: Place<T> | undefined;
}

/** First in, first out; whoever stands in it may leave it from the middle, at no more cost than from an end. */
export class Queue<T> {
  #first: Place<T> | undefined;
  #last: Place<T> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Who has waited longest; undefined when nobody waits. */
  get first(): T | undefined {
    return this.#first?.item;
  }

  /** Takes a place at the end; gives what leaves it. Leaving twice does nothing. */
  join(item: T): () => void {
    const place: Place<T> = { item, before: this.#last, after: undefined };
    if (this.#last) this.#last.after = place;
    else this.#first = place;
    this.#last = place;
    this.#size += 1;
    let isHere = true;
    return () => {
      if (!isHere) return;
      isHere = false;
      this.#leave(place);
    };
  }

  /** From the first to the last. The one that is given may leave meanwhile. */
  *[Symbol.iterator](): Generator<T, void, undefined> {
    let place = this.#first;
    while (place) {
      const { item, after } = place;
      yield item;
      place = after;
    }
  }

  #leave({ before, after }: Place<T>): void {
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    this.#size -= 1;
  }
}
