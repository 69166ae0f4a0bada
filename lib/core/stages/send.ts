import type { HeaderRecord, OutgoingRequest } from './outgoing-request.js';
import { bare } from '../platform/bare.js';
import { isPlatform } from '../platform/is-platform.js';
import { Refusal } from '../wire/refusal.js';

const isStream = isPlatform('ReadableStream');

const sentStreams = /* @__PURE__ */ new WeakSet();

/** A stream can be read once; what a second attempt would send is at best empty. */
const claim = (stream: object): void => {
  if (sentStreams.has(stream)) {
    throw new Refusal(
      'The ReadableStream was already sent, and a stream can be read only once: to send it again, read it into a Blob or an ArrayBuffer first.',
    );
  }
  sentStreams.add(stream);
};

/**
 * The edge to the network: hands the request to fetch as it stands, after all middleware. Throws a Refusal when it
 * can't be sent.
 */
export function send(request: OutgoingRequest, signal: AbortSignal | undefined): Promise<Response> {
  const { body = null, sentHeaders } = request;
  const init = bare<RequestInit & { duplex?: 'half' }>(request.sentOptions as RequestInit);
  init.method = request.method;
  // A copy: what a fetch adds to the headers of one call must not go out with another.
  init.headers = Symbol.iterator in sentHeaders ? sentHeaders : bare<HeaderRecord>(sentHeaders);
  init.body = body;
  init.signal = signal ?? null;
  if (isStream(body)) {
    claim(body as object);
    init.duplex = 'half';
  }
  // Unbound: a method's fetch would see the request as its `this`. The global one is looked up at each request.
  const fetch = request.fetch ?? globalThis.fetch;
  if (typeof fetch !== 'function') throw Refusal.of('fetch', fetch, 'a function that sends requests');
  return fetch(request.url, init);
}
