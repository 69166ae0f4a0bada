import { bare } from '../platform/bare.js';
import { isPlatform } from '../platform/is-platform.js';
import type { HeaderRecord } from '../wire/fetch-options.js';
import { Refusal } from '../wire/refusal.js';
import type { Attempt } from './attempt.js';
import type { OutgoingRequest } from './outgoing-request.js';

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

/** What fetch takes beside the URL, as the request stands after all middleware. */
export function initOf(request: OutgoingRequest, signal: AbortSignal | undefined): RequestInit {
  const { body = null, sentHeaders } = request;
  const init = bare<RequestInit & { duplex?: 'half' }>(request.sentOptions as RequestInit);
  init.method = request.method;
  // A copy: what a fetch adds to the headers of one call must not go out with another.
  init.headers = Symbol.iterator in sentHeaders ? sentHeaders : bare<HeaderRecord>(sentHeaders);
  init.body = body;
  init.signal = signal ?? null;
  if (isStream(body)) init.duplex = 'half';
  return init;
}

/** The edge to the network: one sending of a request. Throws a Refusal when it can't be sent. */
export function sendOut(attempt: Attempt, url: string, init: RequestInit): Promise<Response> {
  const { request, watched } = attempt.call;
  if (isStream(init.body)) claim(init.body as object);
  // Unbound: a method's fetch would see the request as its `this`. The global one is looked up at each request.
  const fetch = request.fetch ?? globalThis.fetch;
  if (typeof fetch !== 'function') throw Refusal.of('fetch', fetch, 'a function that sends requests');
  return watched ? watched.send(attempt, url, init, (sent) => fetch(url, sent)) : fetch(url, init);
}
