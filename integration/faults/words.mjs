/**
 * Words that a row's two sides say to each other beside the connection under test: what has to happen after
 * something else happens after it, and not after a sleep.
 */
export class Words {
  #said = new Set();
  #waiting = new Map();

  /** A word came in from the other side. */
  take(word) {
    this.#said.add(word);
    this.#waiting.get(word)?.resolve();
  }

  /** Resolves when the other side has said the word. */
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
