import { className } from '../platform/describe-type.js';
import { hasGetter } from '../platform/has-getter.js';
import { isAsyncIterable, isStream, isWebStream } from '../platform/is-stream.js';
import { quietly } from '../platform/quietly.js';
import { IteratedBody } from './iterated-body.js';
import { Refusal } from '../result/refusal.js';

/** By the iterable, and by the stream that was made of it. */
const iterated = /* @__PURE__ */ new WeakMap<object, IteratedBody>();

/** Why a stream can't be sent any more. */
const spent = /* @__PURE__ */ new WeakMap<ReadableStream, string>();

/** A stream of this platform, which its fetch takes as it is; that of a package is none for it. */
const isOwnStream = (value: object): value is ReadableStream =>
  typeof ReadableStream === 'function' &&
  (value instanceof ReadableStream ||
    (isWebStream(value) && hasGetter(ReadableStream.prototype, 'locked', value)));

const iteratedBody = (source: AsyncIterable<unknown>): IteratedBody => {
  const known = iterated.get(source);
  if (known) return known;
  if (typeof ReadableStream !== 'function')
    throw new Refusal(
      `The body is a stream (${className(source)}), and this platform sends none: read it into an ArrayBuffer first.`,
    );
  const body = new IteratedBody(source);
  iterated.set(source, body).set(body.stream, body);
  return body;
};

/** The stream that a fetch takes. Throws a Refusal for a source that has nothing to give any more. */
export function streamOf(source: AsyncIterable<unknown> | ReadableStream): ReadableStream {
  if (!isOwnStream(source)) {
    if (isAsyncIterable(source)) return iteratedBody(source).stream;
    throw Refusal.of('The body', source, "a ReadableStream of the platform's, or an async iterable");
  }
  if (source.locked && !spent.has(source))
    throw new Refusal('The body is a ReadableStream that something else reads: pass one that is not locked.');
  return source;
}

const nameOf = (stream: ReadableStream): string => iterated.get(stream)?.name ?? 'ReadableStream';

/**
 * Takes a stream for one sending; gives what it was made of, where that isn't the platform's. A stream can be read once:
 * what a second attempt would send is at best empty.
 */
export function claimStream(stream: ReadableStream): IteratedBody | undefined {
  const reason = spent.get(stream);
  if (reason !== undefined) throw new Refusal(reason);
  spent.set(
    stream,
    `The ${nameOf(stream)} was already sent, and a stream can be read only once: to send it again, read it into a Blob or an ArrayBuffer first.`,
  );
  return iterated.get(stream);
}

const close = async (source: unknown): Promise<void> => {
  if (!isStream(source)) return;
  const stream = streamOf(source);
  if (spent.has(stream)) return;
  spent.set(
    stream,
    `The ${nameOf(stream)} was closed at the end of a call that did not send it, and a stream can be read only once: pass a new one.`,
  );
  const body = iterated.get(stream);
  if (body) body.close();
  else await stream.cancel();
};

/** Closes what is a stream, and was not sent: nobody will read it. */
export const closeUnsent = (body: unknown): void => void quietly(() => close(body));
