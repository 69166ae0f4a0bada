/** Numbers for objects that are told apart by identity. They hold in this process only, and say so. */
export class Identities {
  readonly #process = Math.random().toString(36).slice(2);
  readonly #numbers = new WeakMap<object, number>();
  #next = 1;

  of(thing: object): string {
    let number = this.#numbers.get(thing);
    if (number === undefined) {
      number = this.#next;
      this.#next += 1;
      this.#numbers.set(thing, number);
    }
    return `${this.#process}-${String(number)}`;
  }
}
