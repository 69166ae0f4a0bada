import type { OutgoingRequest } from '../pipeline/outgoing-request.js';
import { describeType } from '../platform/describe-type.js';
import { isPlatform } from '../wire/is-platform.js';
import { Refusal } from '../wire/refusal.js';
import type { FetchLike } from './fetch-like.js';

const isStream = isPlatform('ReadableStream');

/** The edge to the network: what the middleware made of a request, handed to fetch. One per client. */
export class Exchange {
  readonly #fetch: FetchLike | undefined;
  readonly #sentStreams = new WeakSet();

  /** @param fetch Default: the global one, looked up at each request. */
  constructor(fetch: FetchLike | undefined) {
    this.#fetch = fetch;
  }

  /** Sends the request as it stands. Rejects with what fetch threw, or with a Refusal when nothing can be sent. */
  async send(request: OutgoingRequest, signal: AbortSignal | undefined): Promise<Response> {
    const init: RequestInit & { __proto__: null; duplex?: 'half' } = {
      // What somebody put on Object.prototype must not be read as an option by fetch.
      __proto__: null,
      ...request.sentOptions,
      method: request.method,
      headers: request.sentHeaders,
      body: request.body ?? null,
      signal: signal ?? null,
    };
    if (isStream(request.body)) {
      this.#claim(request.body as object);
      init.duplex = 'half';
    }
    const fetch = this.#fetch ?? globalThis.fetch;
    const response: unknown = await fetch(request.url, init);
    if (typeof (response as Response | undefined)?.ok === 'boolean') return response as Response;
    throw new TypeError(`fetch gave ${describeType(response)}, which is no Response.`);
  }

  /** A stream can be read once; what a second attempt would send is at best empty. */
  #claim(stream: object): void {
    if (this.#sentStreams.has(stream)) {
      throw new Refusal(
        'The ReadableStream was already sent, and a stream can be read only once: to send it again, read it into a Blob or an ArrayBuffer first.',
      );
    }
    this.#sentStreams.add(stream);
  }
}
