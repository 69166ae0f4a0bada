import { pascalCase } from './words.js';

/** Names of types, each given once. */
export class TypeNames {
  readonly #taken: Set<string>;

  /** @param taken what the file uses itself. */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** The name in PascalCase, with a number if another has it. */
  take(raw: string): string {
    const name = pascalCase(raw);
    let free = name;
    for (let count = 2; this.#taken.has(free); count += 1) free = `${name}${count}`;
    this.#taken.add(free);
    return free;
  }
}
