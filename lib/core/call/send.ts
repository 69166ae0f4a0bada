import { markSafeText, InvalidInputError } from '../platform/errors.js';
import { nullProto, describeType, isStream } from '../platform/values.js';
import { withoutUser } from '../result/error-text.js';
import { lockStream } from '../http/body-encoder.js';
import type { Attempt } from './attempt.js';
import type { OutgoingRequest } from './outgoing-request.js';

/** Throws a TypeError with the actual type if the value isn't a Response. */
export function requireResponse(given: unknown, giver: string): asserts given is Response {
  if (typeof (given as Partial<Response> | null | undefined)?.ok === 'boolean') return;
  throw markSafeText(
    new TypeError(`${giver} returned ${describeType(given)}: return the Response of the platform's fetch.`),
  );
}

/** Builds the `init` argument of fetch from the request after all middleware. */
const initOf = (request: OutgoingRequest, signal: AbortSignal | undefined): RequestInit => {
  const { method, body = null, headers } = request;
  const own = { method, body, signal: signal ?? null };
  return nullProto<RequestInit & { duplex?: 'half' }>(
    request.fetchOptions as RequestInit,
    own,
    // A copy: a fetch function that adds headers must not change the headers of the next attempt.
    { headers: new Headers(headers) },
    isStream(body) ? { duplex: 'half' } : {},
  );
};

/** Whether the platform's fetch would send the string "[object ReadableStream]", as some browsers do. */
const writesStreamsAsText = (): boolean => {
  const init = { method: 'POST', body: new ReadableStream(), duplex: 'half' };
  return new globalThis.Request('http://localhost', init).headers.has('content-type');
};

/**
 * Creates the function that calls fetch: the platform boundary. Throws an InvalidInputError, without counting an
 * attempt, if the request can't be sent.
 */
export function createSender(attempt: Attempt, url: string, init: RequestInit): () => Promise<Response> {
  const { call, record } = attempt;
  const { request, watched } = call;
  // Called unbound: a method would get the request as its `this`. The global fetch is looked up at each request.
  const fetch = request.fetch ?? globalThis.fetch;
  if (typeof fetch !== 'function')
    throw InvalidInputError.ofOption('fetch', fetch, 'a function that sends requests');
  // Platforms also reject such a URL, but the error looks like a failed connection.
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
    request.log.count(record, 1);
    return watched ? watched.send(attempt, url, sent, handOver) : handOver(sent);
  };
}

/**
 * Sends the request in its current state, through the plugins that wrap fetch.
 *
 * @param signal Ends the request: the signal of the attempt, or of the shared request.
 */
export function exchange(attempt: Attempt, signal: AbortSignal | undefined): Promise<Response> {
  const { request, pipeline } = attempt.call;
  const init = initOf(request, signal);
  const [plugin] = pipeline.wrappers;
  return plugin
    ? plugin['~through'](attempt, signal)(request.url, init)
    : createSender(attempt, request.url, init)();
}
