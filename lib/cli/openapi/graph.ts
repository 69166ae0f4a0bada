/** A node of a graph: whether it is a target, and its edges. */
interface Point<T> {
  readonly isFound: boolean;
  readonly next: Iterable<T>;
}

/** Finds the nodes of a graph that lead to a target. Visits each node and each edge once. */
export class Reachability<T = string> {
  readonly #pointAt: (key: T) => Point<T>;
  readonly #known = new Map<T, boolean>();

  constructor(pointAt: (key: T) => Point<T>) {
    this.#pointAt = pointAt;
  }

  /** Whether a node is a target or leads to one. */
  leads(key: T): boolean {
    if (!this.#known.has(key)) this.#explore(key);
    return this.#known.get(key) === true;
  }

  #explore(start: T): void {
    /** The new nodes, and the nodes that lead to each. */
    const from = new Map<T, T[]>([[start, []]]);
    const leading: T[] = [];
    // Iterating a Map also visits keys that are added during the loop.
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

/** A node that is being visited, and its remaining edges. */
interface Visit {
  readonly point: string;
  readonly index: number;
  readonly ways: Iterator<string, undefined>;
  /** Lowest index of an open node that can be reached from it. */
  lowest: number;
}

/**
 * Finds the nodes of a graph that are on a common cycle. Tarjan's algorithm without recursion: visits each
 * node once.
 */
export class Circles {
  readonly #next: (point: string) => readonly string[];
  readonly #index = new Map<string, number>();
  readonly #circle = new Map<string, number>();
  readonly #open: string[] = [];

  constructor(next: (point: string) => readonly string[]) {
    this.#next = next;
  }

  /** Whether two nodes lead to each other. A node is on a cycle with itself. */
  together(one: string, other: string): boolean {
    return this.#circleOf(one) === this.#circleOf(other);
  }

  #circleOf(point: string): number | undefined {
    if (!this.#index.has(point)) this.#visitFrom(point);
    return this.#circle.get(point);
  }

  #visitFrom(start: string): void {
    const visits = [this.#begin(start)];
    for (let visit = visits.at(-1); visit; visit = visits.at(-1)) {
      const next = visit.ways.next().value;
      if (next !== undefined && !this.#index.has(next)) visits.push(this.#begin(next));
      else if (next !== undefined) this.#meet(visit, next);
      else {
        visits.pop();
        if (visit.lowest === visit.index) this.#close(visit);
        const above = visits.at(-1);
        if (above) above.lowest = Math.min(above.lowest, visit.lowest);
      }
    }
  }

  #begin(point: string): Visit {
    const index = this.#index.size;
    this.#index.set(point, index);
    this.#open.push(point);
    return { point, index, ways: this.#next(point).values(), lowest: index };
  }

  /** A node in a closed component can't lead back. */
  #meet(visit: Visit, point: string): void {
    const index = this.#circle.has(point) ? undefined : this.#index.get(point);
    if (index !== undefined) visit.lowest = Math.min(visit.lowest, index);
  }

  #close({ point, index }: Visit): void {
    let closed: string | undefined;
    do {
      closed = this.#open.pop();
      if (closed !== undefined) this.#circle.set(closed, index);
    } while (closed !== undefined && closed !== point);
  }
}
