import { markSafeText, InvalidInputError } from '../platform/errors.js';
import { nullProto, describeType, isStream } from '../platform/values.js';
import { withoutUser } from '../result/error-text.js';
import { lockStream } from '../http/body-encoder.js';
import type { HeaderRecord } from '../http/headers.js';
import type { MiddlewareContext, SendRequest } from './context.js';
import type { Followed, OutgoingRequest } from './outgoing-request.js';
import type { WatchedCall } from './watch.js';

/** A plugin around the wire brings what leads through all of them. */
interface Exchanging {
  '~through'(sending: unknown, signal: AbortSignal | undefined): SendRequest;
}

/** What may have ended without an event that told of it. */
interface Noticing {
  notice(): void;
}

/** An attempt, as far as it may wait for the request of another. */
export interface Following extends Followed {
  /** From now on it waits for the request of another attempt, or for none. */
  follow(other: Followed | undefined): void;
}

/** An attempt, as far as its sending is concerned. */
export interface Sending<TExchange = Exchanging> extends Following {
  readonly call: MiddlewareContext & {
    readonly request: OutgoingRequest;
    readonly pipeline: { readonly wrappers: readonly TExchange[] };
    readonly watched: WatchedCall | undefined;
    readonly guard: Noticing | undefined;
    /** Whether it has settled, and its stream has ended. */
    readonly isOver: boolean;
  };
  /** It is handed to fetch, or `-1` takes that back. */
  count(sendings: number): void;
  /** Where fetch, or a decorator of it, has said itself that nothing went out, that sending counts for nothing. */
  takeBack(refused: unknown): void;
  /** Ends it before its time; undefined when nothing can. */
  readonly guard: Noticing | undefined;
}

/** Throws a TypeError that says so where something gave something that is no Response. */
export function requireResponse(given: unknown, giver: string): asserts given is Response {
  if (typeof (given as Partial<Response> | null | undefined)?.ok === 'boolean') return;
  throw markSafeText(
    new TypeError(`${giver} returned ${describeType(given)}: return the Response of the platform's fetch.`),
  );
}

/** What fetch takes beside the URL, as the request stands after all middleware. */
function initOf(request: OutgoingRequest, signal: AbortSignal | undefined): RequestInit {
  const { body = null, sentHeaders } = request;
  const init = nullProto<RequestInit & { duplex?: 'half' }>(request.sentOptions as RequestInit);
  init.method = request.method;
  // A copy: what a fetch adds to the headers of one call must not go out with another.
  init.headers = Symbol.iterator in sentHeaders ? sentHeaders : nullProto<HeaderRecord>(sentHeaders);
  init.body = body;
  init.signal = signal ?? null;
  if (isStream(body)) init.duplex = 'half';
  return init;
}

/** Whether the platform's fetch would send the text "[object ReadableStream]": that of some browsers. */
const writesStreamsAsText = (): boolean => {
  const init = { method: 'POST', body: new ReadableStream(), duplex: 'half' };
  return new globalThis.Request('http://localhost', init).headers.has('content-type');
};

/** The edge to the network: gives what sends the request. Throws a InvalidInputError when it can't be sent, and nothing is counted. */
export function createSender(sending: Sending, url: string, init: RequestInit): () => Promise<Response> {
  const { call } = sending;
  const { request, watched } = call;
  // Unbound: a method's fetch would see the request as its `this`. The global one is looked up at each request.
  const fetch = request.fetch ?? globalThis.fetch;
  if (typeof fetch !== 'function')
    throw InvalidInputError.ofOption('fetch', fetch, 'a function that sends requests');
  // Platforms refuse it themselves, as if the connection had failed.
  if (!request.fetch && withoutUser(url) !== url)
    throw new InvalidInputError('The URL has a user or password: use an Authorization header.');
  let sent = init;
  let failure: Promise<never> | undefined;
  if (isStream(init.body)) {
    if (!request.fetch && writesStreamsAsText())
      throw new InvalidInputError(
        "This platform's fetch can't send streams: read it into a Blob or ArrayBuffer first.",
      );
    const claimed = lockStream(init.body);
    failure = claimed.failure;
    if (claimed.end && !call.isOver) call.onEnd(claimed.end);
    sent = nullProto<RequestInit & { duplex: 'half' }>(init, { body: claimed.stream, duplex: 'half' });
  }
  const handOver = (last: RequestInit): Promise<Response> =>
    failure ? Promise.race([fetch(url, last), failure]) : fetch(url, last);
  return () => {
    sending.count(1);
    return watched ? watched.send(sending, url, sent, handOver) : handOver(sent);
  };
}

/**
 * Hands the request on towards the network as it stands.
 *
 * @param signal Ends it: the attempt's, or that of a request which several calls share.
 */
export function exchange(sending: Sending, signal: AbortSignal | undefined): Promise<Response> {
  const { request, pipeline } = sending.call;
  const init = initOf(request, signal);
  const [plugin] = pipeline.wrappers;
  return plugin
    ? plugin['~through'](sending, signal)(request.url, init)
    : createSender(sending, request.url, init)();
}
