/**
 * Messages between the two sides of a row, outside the tested connection. They order the steps of a row without sleeps.
 */
export class Words {
  #said = new Set();
  #waiting = new Map();

  /** Handles a message from the other side. */
  take(word) {
    this.#said.add(word);
    this.#waiting.get(word)?.resolve();
  }

  /** Resolves when the other side has sent this message. */
  heard(word) {
    if (this.#said.has(word)) return Promise.resolve();
    let waiting = this.#waiting.get(word);
    if (!waiting) {
      waiting = withResolvers();
      this.#waiting.set(word, waiting);
    }
    return waiting.promise;
  }
}

const withResolvers = () => {
  let resolve;
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
};
