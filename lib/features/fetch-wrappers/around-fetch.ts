import { define, nullProto, type FetchLike, isPlain, InvalidInputError } from '../../core/internal.js';

/** First argument of a fetch function. */
export type FetchInput = string | URL | globalThis.Request;

/** Returns the fetch function to wrap. The global fetch is looked up at each request, because it can be replaced. */
export function fetchOf(
  name: string,
  given: FetchLike = (url, init) => globalThis.fetch(url, init),
): FetchLike {
  if (typeof given === 'function') return given;
  throw InvalidInputError.ofOption(name, given, 'a function that sends requests');
}

/** Returns the own properties of fetch's init. A platform `Request` has none, and is returned as it is. */
export const ownInit = (init: RequestInit = {}): RequestInit => (isPlain(init) ? nullProto(init) : init);

/** Properties that the Response constructor can't set: URL, redirect, type, and statuses above 599. */
const KNOWN = ['url', 'redirected', 'type', 'status', 'statusText', 'ok'] as const;

type Known = Pick<Response, (typeof KNOWN)[number]>;

/** Sets the network properties of a received response on a constructed one, and on each of its clones. */
export function asReceived(made: Response, known: Known): Response {
  for (const name of KNOWN) define(made, name, known[name]);
  made.clone = () => asReceived(Response.prototype.clone.call(made), made);
  return made;
}

/** Returns the same response with another body stream. */
export const withBody = (response: Response, body: ReadableStream<Uint8Array<ArrayBuffer>>): Response =>
  asReceived(new Response(body, nullProto<ResponseInit>({ headers: response.headers })), response);

/** Creates a stream that reads a chunk only when its own reader asks for one. */
export const pullStream = <T>(source: UnderlyingDefaultSource<T>): ReadableStream<T> =>
  new ReadableStream(nullProto<UnderlyingDefaultSource<T>>(source), nullProto({ highWaterMark: 0 }));

/**
 * Returns a stream that counts chunks as they are read. Never reads ahead.
 *
 * @param add Called before each chunk is passed on. If it throws, both streams end.
 * @param over Called at the end: `isWhole` if the stream was read to its end, `isBroken` if reading failed. Can be
 * called more than once.
 */
export function tapped<T extends Uint8Array>(
  stream: ReadableStream<T>,
  add: (size: number, chunk: T) => void,
  over: (isWhole: boolean, isBroken: boolean) => void,
): ReadableStream<T> {
  const reader = stream.getReader();
  const leave = (reason: unknown, isBroken: boolean): Promise<void> => {
    over(false, isBroken);
    return reader.cancel(reason);
  };
  const cancel = (reason: unknown): Promise<void> => leave(reason, false);
  const pull = async (controller: ReadableStreamDefaultController<T>): Promise<void> => {
    try {
      const { done, value } = await reader.read();
      if (done) {
        // Close first: it throws if the stream was cancelled.
        controller.close();
        over(true, false);
      } else {
        add(value.byteLength, value);
        controller.enqueue(value);
      }
    } catch (thrown) {
      leave(thrown, true).catch(() => undefined);
      throw thrown;
    }
  };
  return pullStream({ pull, cancel });
}
