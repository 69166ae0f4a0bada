import { IdSet } from './id-set.mjs';

/**
 * The fetch of all clients. It numbers each request that is really sent, and records its outcome. Shared calls send one
 * request for several calls, and retries send several requests for one call, so the server's count is compared with
 * these requests.
 */
export class Transport {
  sent = 0;
  answered = 0;
  failed = 0;
  #answered = new IdSet();

  fetch = async (url, init) => {
    const id = this.sent;
    this.sent += 1;
    const headers = new Headers(init.headers);
    headers.set('x-request-id', String(id));
    try {
      const response = await globalThis.fetch(url, { ...init, headers });
      this.answered += 1;
      this.#answered.add(id);
      return response;
    } catch (thrown) {
      this.failed += 1;
      throw thrown;
    }
  };

  /** The problems with the requests that the server received. */
  problems({ received, repeated }, seen) {
    const atServer = IdSet.fromJSON(seen);
    let arrived = 0;
    let unknown = 0;
    for (let id = 0; id < this.sent; id += 1) {
      if (atServer.has(id)) arrived += 1;
      else if (this.#answered.has(id)) unknown += 1;
    }
    return [
      repeated > 0 && `the server got ${repeated} requests a second time`,
      unknown > 0 && `${unknown} answers came to requests that the server never got`,
      arrived !== received - repeated && `the server received ${received - arrived} unexpected requests`,
      this.sent !== this.answered + this.failed && 'a request has no outcome',
      this.sent - arrived > this.failed && 'requests got lost that did not fail',
    ].filter(Boolean);
  }
}
