const EVERY = 10;

/** Measures event-loop lag, so that a busy machine doesn't cause failures. */
export class Lag {
  #late = [];
  #last = performance.now();
  #timer = setInterval(() => this.#look(), EVERY).unref();

  /** The longest delay of a timer since `from`, in milliseconds. */
  since(from) {
    const now = performance.now();
    let most = Math.max(now - this.#last - EVERY, 0);
    for (let at = this.#late.length - 1; at >= 0 && this.#late[at].at >= from; at -= 1)
      most = Math.max(most, this.#late[at].ms);
    return most;
  }

  stop() {
    clearInterval(this.#timer);
  }

  #look() {
    const at = performance.now();
    this.#late.push({ at, ms: at - this.#last - EVERY });
    if (this.#late.length > 2000) this.#late.splice(0, 1000);
    this.#last = at;
  }
}
