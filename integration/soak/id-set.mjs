const MOST = 32_000_000;

/** A set of small integers that uses a fixed amount of memory. */
export class IdSet {
  #bits;

  constructor(bits = new Uint8Array(MOST / 8)) {
    this.#bits = bits;
  }

  static fromJSON(text) {
    return new IdSet(new Uint8Array(Buffer.from(text, 'base64')));
  }

  add(id) {
    if (!(id >= 0 && id < MOST)) throw new RangeError(`No room for request ${id}.`);
    this.#bits[id >> 3] |= 1 << (id & 7);
  }

  has(id) {
    return (this.#bits[id >> 3] & (1 << (id & 7))) !== 0;
  }

  toJSON() {
    return Buffer.from(this.#bits).toString('base64');
  }
}
