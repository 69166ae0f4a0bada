/** Which points of a graph lie on a way round; Tarjan's algorithm, each point visited once. */
export class Circles {
  readonly #next: (point: string) => Iterable<string>;
  readonly #index = new Map<string, number>();
  readonly #circle = new Map<string, number>();
  readonly #open: string[] = [];

  constructor(next: (point: string) => Iterable<string>) {
    this.#next = next;
  }

  /** Whether ways lead from one to the other and back. A point is in a circle with itself. */
  together(one: string, other: string): boolean {
    return this.#circleOf(one) === this.#circleOf(other);
  }

  #circleOf(point: string): number | undefined {
    if (!this.#index.has(point)) this.#visit(point);
    return this.#circle.get(point);
  }

  #visit(point: string): number {
    const index = this.#index.size;
    this.#index.set(point, index);
    this.#open.push(point);
    let lowest = index;
    for (const next of this.#next(point)) {
      if (!this.#index.has(next)) lowest = Math.min(lowest, this.#visit(next));
      else if (!this.#circle.has(next)) lowest = Math.min(lowest, this.#index.get(next) ?? index);
    }
    if (lowest === index) this.#close(point, index);
    return lowest;
  }

  #close(point: string, circle: number): void {
    let closed: string | undefined;
    do {
      closed = this.#open.pop();
      if (closed !== undefined) this.#circle.set(closed, circle);
    } while (closed !== undefined && closed !== point);
  }
}
