import { markSafeText, InvalidInputError } from '../platform/errors.js';
import { nullProto, describeType, isStream } from '../platform/values.js';
import { withoutUser } from '../result/error-text.js';
import { lockStream } from '../http/body-encoder.js';
import type { Attempt } from './attempt.js';
import type { SendRequest } from './context.js';

/** Throws a TypeError with the actual type if the value isn't a Response. */
export function requireResponse(given: unknown, giver: string): asserts given is Response {
  if (typeof (given as Partial<Response> | null | undefined)?.ok === 'boolean') return;
  throw markSafeText(
    new TypeError(`${giver} returned ${describeType(given)}: return the Response of the platform's fetch.`),
  );
}

/** Whether the platform's fetch would send the string "[object ReadableStream]", as some browsers do. */
const writesStreamsAsText = (): boolean => {
  const init = { method: 'POST', body: new ReadableStream(), duplex: 'half' };
  return new globalThis.Request('http://localhost', init).headers.has('content-type');
};

/**
 * Calls fetch: the platform boundary. Rejects with an InvalidInputError, without counting a request, if the request can't
 * be sent.
 */
export async function send(attempt: Attempt, url: string, init: RequestInit): Promise<Response> {
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
  let callFetch: SendRequest = fetch;
  // Most bodies are text.
  if (init.body && typeof init.body !== 'string' && isStream(init.body)) {
    if (!request.fetch && writesStreamsAsText())
      throw new InvalidInputError(
        "This platform's fetch can't send streams: read it into a Blob or ArrayBuffer first.",
      );
    const { stream, end, failure } = lockStream(init.body);
    if (failure) callFetch = (to, last) => Promise.race([fetch(to, last), failure]);
    if (end && !call.isOver) call.onEnd(end);
    sent = nullProto<RequestInit & { duplex: 'half' }>(init, { body: stream, duplex: 'half' });
  }
  request.log.count(record, 1);
  try {
    const response = await (watched ? watched.send(attempt, url, sent, callFetch) : callFetch(url, sent));
    requireResponse(response, 'fetch');
    return response;
  } catch (thrown) {
    // A function around fetch reports that it sent nothing.
    if (InvalidInputError.is(thrown)) request.log.count(record, -1);
    throw thrown;
  }
}
