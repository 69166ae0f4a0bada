/** The header that tells calls apart; neither `share` nor a cache looks at it. */
export const CALL_ID = 'x-request-id';

/** What was sent for the calls of one run, as their fetch and what sends beneath it saw it. */
export class Ledger {
  /** When fetch was called last for a call, and what sends beneath it. */
  last = 0;
  #calls = new Map();
  #reached = 0;
  #keys = new Map();

  /** How often fetch was called for this call so far. */
  of(call) {
    return this.#calls.get(call) ?? 0;
  }

  /** How many requests went out beneath the fetches, hedges among them. */
  get reached() {
    return this.#reached;
  }

  /** How many different idempotency keys a call sent. */
  keysOf(call) {
    return this.#keys.get(call)?.size ?? 0;
  }

  /** A fetch that stands around what really sends. */
  reaching = (fetch) => (url, init) => {
    this.#reached += 1;
    this.last = performance.now();
    return fetch(url, init);
  };

  /** The fetch of a client. */
  counting = (fetch) => (url, init) => {
    const headers = new Headers(init.headers);
    const call = headers.get(CALL_ID);
    this.#calls.set(call, this.of(call) + 1);
    this.last = performance.now();
    const key = headers.get('idempotency-key');
    if (key !== null) this.#keys.set(call, (this.#keys.get(call) ?? new Set()).add(key));
    return fetch(url, init);
  };
}
