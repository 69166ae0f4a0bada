import { pascalCase } from './words.js';

/** Names of types, each given once. */
export class TypeNames {
  readonly #taken: Set<string>;
  /** The number of the last that came to a name. */
  readonly #counts = new Map<string, number>();

  /** @param taken what the file uses itself. */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** The name in PascalCase, with a number if another has it. */
  take(raw: string): string {
    const name = pascalCase(raw);
    let free = name;
    // No name is given back, so a number that was taken once is taken for good.
    for (let count = (this.#counts.get(name) ?? 1) + 1; this.#taken.has(free); count += 1) {
      free = `${name}${count}`;
      this.#counts.set(name, count);
    }
    this.#taken.add(free);
    return free;
  }
}
