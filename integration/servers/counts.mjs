/** Counts by name, with promises that resolve when a count is reached. */
export class Counts {
  #counts = new Map();
  #waiting = new Set();

  add(name) {
    const count = this.of(name) + 1;
    this.#counts.set(name, count);
    for (const look of this.#waiting) look();
    return count;
  }

  of(name) {
    return this.#counts.get(name) ?? 0;
  }

  reaches(name, count) {
    return new Promise((resolve) => {
      const look = () => {
        if (this.of(name) < count) return;
        this.#waiting.delete(look);
        resolve(this.of(name));
      };
      this.#waiting.add(look);
      look();
    });
  }
}
