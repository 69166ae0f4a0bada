import { bare } from '../platform/bare.js';
import { isStream } from '../platform/is-stream.js';
import type { HeaderRecord } from '../wire/fetch-options.js';
import { refuseNoBody } from '../wire/foreign-body.js';
import { Refusal } from '../result/refusal.js';
import { claimStream, streamOf } from '../wire/stream-body.js';
import type { Attempt } from './attempt.js';
import type { OutgoingRequest } from './outgoing-request.js';

/** Whether the platform's fetch would send the text "[object ReadableStream]": that of some browsers. */
const writesStreamsAsText = (): boolean => {
  try {
    const init = { method: 'POST', body: new ReadableStream(), duplex: 'half' };
    return new globalThis.Request('http://localhost', init).headers.has('content-type');
  } catch {
    // Then the fetch says it.
    return false;
  }
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
  if (isStream(init.body)) return sendStream(attempt, url, init, streamOf(init.body));
  refuseNoBody(init.body);
  return handOver(attempt, url, init);
}

function handOver(attempt: Attempt, url: string, init: RequestInit): Promise<Response> {
  const { request, watched } = attempt.call;
  // Unbound: a method's fetch would see the request as its `this`. The global one is looked up at each request.
  const fetch = request.fetch ?? globalThis.fetch;
  if (typeof fetch !== 'function') throw Refusal.of('fetch', fetch, 'a function that sends requests');
  attempt.countSending();
  return watched ? watched.send(attempt, url, init, (sent) => fetch(url, sent)) : fetch(url, init);
}

function sendStream(
  attempt: Attempt,
  url: string,
  init: RequestInit,
  body: ReadableStream,
): Promise<Response> {
  if (!attempt.call.request.fetch && writesStreamsAsText())
    throw new Refusal(
      'The body is a stream, which the fetch of this platform sends as text: read it into a Blob or an ArrayBuffer first.',
    );
  const iterated = claimStream(body);
  const sending = handOver(
    attempt,
    url,
    bare<RequestInit & { duplex: 'half' }>(init, { body, duplex: 'half' }),
  );
  if (!iterated) return sending;
  attempt.call.whenOver(() => iterated.close());
  return Promise.race([iterated.failure, sending]);
}
