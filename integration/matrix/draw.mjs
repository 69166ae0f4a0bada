import { randomFrom } from '../random.mjs';

/** Draws the parts of a setup, always the same for one seed and number. Records them in readable form. */
export class Draw {
  /** A description of the drawn parts. */
  words = [];
  #random;

  constructor(seed, setup) {
    this.#random = randomFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(setup + 1, 0x85ebca6b));
  }

  /** True with this probability. */
  chance(share) {
    return this.#random() < share;
  }

  /** An integer from `from` to `to`. */
  between(from, to) {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  /** One of the values. */
  of(...values) {
    return values[this.between(0, values.length - 1)];
  }

  /** One of the members. Its name is recorded after `label`. */
  named(label, members) {
    const name = this.of(...Object.keys(members));
    this.say(`${label} ${name}`);
    return members[name];
  }

  /** The values in random order. */
  shuffled(values) {
    const left = [...values];
    return values.map(() => left.splice(this.between(0, left.length - 1), 1)[0]);
  }

  say(word) {
    this.words.push(word);
  }
}
