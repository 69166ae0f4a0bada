import { randomFrom } from '../random.mjs';

/** Draws the parts of a set-up; the same seed and number draw the same. Remembers what was drawn, for people to read. */
export class Draw {
  /** What was drawn, in words. */
  words = [];
  #random;

  constructor(seed, setup) {
    this.#random = randomFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(setup + 1, 0x85ebca6b));
  }

  /** Whether it comes to pass, with this chance. */
  chance(share) {
    return this.#random() < share;
  }

  /** A whole number from `from` to `to`. */
  between(from, to) {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  /** One of the values. */
  of(...values) {
    return values[this.between(0, values.length - 1)];
  }

  /** One of the members, whose name is remembered behind `label`. */
  named(label, members) {
    const name = this.of(...Object.keys(members));
    this.say(`${label} ${name}`);
    return members[name];
  }

  /** The values in another order. */
  shuffled(values) {
    const left = [...values];
    return values.map(() => left.splice(this.between(0, left.length - 1), 1)[0]);
  }

  say(word) {
    this.words.push(word);
  }
}
