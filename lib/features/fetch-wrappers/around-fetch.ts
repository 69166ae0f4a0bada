import { nullProto, type FetchLike, isPlain, InvalidInputError } from '../../core/internal.js';

/** What a decorator stands around. The global fetch is looked up at each request: it may be replaced. */
export function fetchOf(
  name: string,
  given: FetchLike = (url, init) => globalThis.fetch(url, init),
): FetchLike {
  if (typeof given === 'function') return given;
  throw InvalidInputError.ofOption(name, given, 'a function that sends requests');
}

/** The own properties of what fetch is called with; a platform `Request` in its place has none, and is read as it is. */
export const ownInit = (init: RequestInit = {}): RequestInit => (isPlain(init) ? nullProto(init) : init);

/** What the constructor of a response can't be given: its way, and statuses above 599. */
const KNOWN = ['url', 'redirected', 'type', 'status', 'statusText', 'ok'] as const;

type Known = Pick<Response, (typeof KNOWN)[number]>;

/** Gives a response that was made here what one knows that came from the network, and each clone of it, too. */
export function asReceived(made: Response, known: Known): Response {
  for (const name of KNOWN)
    Object.defineProperty(made, name, nullProto<PropertyDescriptor>({ value: known[name] }));
  made.clone = () => asReceived(Response.prototype.clone.call(made), made);
  return made;
}

/** The same response with another stream for its body. */
export const withBody = (response: Response, body: ReadableStream<Uint8Array<ArrayBuffer>>): Response =>
  asReceived(new Response(body, nullProto<ResponseInit>({ headers: response.headers })), response);

/**
 * The same stream, whose chunks are counted as they are read. Nothing is read ahead of its reader.
 *
 * @param add So many more bytes are about to be handed on. What it throws ends both streams.
 * @param over Nothing more will be read; `isWhole` where it was read to its end, `isBroken` where reading failed. Ends
 *   that come together may each tell.
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
        // First: it throws where this end comes of a cancel.
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
  return new ReadableStream(
    nullProto<UnderlyingDefaultSource<T>>({ pull, cancel }),
    nullProto({ highWaterMark: 0 }),
  );
}
