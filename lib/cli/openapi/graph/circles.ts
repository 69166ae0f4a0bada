/** A point that is being visited, and where the ways from it go on. */
interface Visit {
  readonly point: string;
  readonly index: number;
  readonly ways: Iterator<string, undefined>;
  /** The first point that is open and can be reached from it. */
  lowest: number;
}

/** Which points of a graph lie on a way round; Tarjan's algorithm, each point visited once, without recursion. */
export class Circles {
  readonly #next: (point: string) => readonly string[];
  readonly #index = new Map<string, number>();
  readonly #circle = new Map<string, number>();
  readonly #open: string[] = [];

  constructor(next: (point: string) => readonly string[]) {
    this.#next = next;
  }

  /** Whether ways lead from one to the other and back. A point is in a circle with itself. */
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

  /** What is closed already has no way back. */
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
