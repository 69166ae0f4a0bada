/** The header that identifies a call. `share` and the caches ignore it. */
export const CALL_ID = 'x-request-id';

/** The requests of one run's calls, as recorded by the fetch and by the transport below it. */
export class Ledger {
  /** The last time that fetch and the transport below it were called for a call. */
  last = 0;
  #calls = new Map();
  #reached = 0;
  #keys = new Map();

  /** The number of fetch calls for this call so far. */
  of(call) {
    return this.#calls.get(call) ?? 0;
  }

  /** The number of requests that the transport sent, including hedges. */
  get reached() {
    return this.#reached;
  }

  /** The number of different idempotency keys of a call. */
  keysOf(call) {
    return this.#keys.get(call)?.size ?? 0;
  }

  /** A fetch that wraps the function that really sends. */
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
