import { SharedRequest, type SharedRequestSettings } from './shared-request.js';

/** The shared requests in flight of one client and its copies. An entry is gone as soon as its request is over. */
export class ShareRegistry {
  readonly #inFlight = new Map<string, SharedRequest>();

  /** How many requests are in flight. */
  get size(): number {
    return this.#inFlight.size;
  }

  /** The request in flight under this key; else a new one. */
  find(key: string, settings: Omit<SharedRequestSettings, 'onEnd'>): SharedRequest {
    const found = this.#inFlight.get(key);
    if (found) return found;
    const request: SharedRequest = new SharedRequest({
      ...settings,
      onEnd: () => {
        // By then another request may stand under the key.
        if (this.#inFlight.get(key) === request) this.#inFlight.delete(key);
      },
    });
    this.#inFlight.set(key, request);
    return request;
  }
}
