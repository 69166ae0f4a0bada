import { markSafeText } from '../core/platform/errors.js';
import {
  nullProto,
  describeType,
  isArrayBuffer,
  isBlob,
  isFormData,
  isPlatform,
  isSearchParams,
  isWebStream,
} from '../core/platform/values.js';
import type { Payload } from './dispatcher.js';
import { Buffer, isDisturbed, Readable, type Upload, type UploadOptions } from './node-api.js';

export interface RequestBody {
  /** Content-Type if the caller sets none; null for none. */
  readonly type: string | null;
  /** Length in bytes for the Content-Length header; undefined if it is unknown. */
  readonly length: number | undefined;
  /** Whether the body can be sent again. */
  readonly bodyReusable: boolean;
  open(): Payload;
  /** Called when the body won't be read to its end. */
  cancel(reason: unknown): void;
}

class HeldBody implements RequestBody {
  readonly type: string | null;
  readonly length: number;
  readonly bodyReusable = true;
  readonly #payload: string | Uint8Array;

  constructor(payload: string | Uint8Array, type: string | null) {
    this.#payload = payload;
    this.type = type;
    this.length = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.length;
  }

  open(): string | Uint8Array {
    return this.#payload;
  }

  cancel(): void {
    // No resource to release.
  }
}

/** Next item of a stream or an iterator. */
interface SourceStep {
  readonly done?: boolean | undefined;
  readonly value?: unknown;
}

type Read = () => Promise<SourceStep>;
type Cancel = (reason: unknown) => Promise<unknown> | undefined;

/** Returns the next bytes of a source; null at its end. */
const nextBytes = async (read: Read): Promise<Uint8Array | null> => {
  for (let step = await read(); !step.done; step = await read()) {
    const bytes = bytesOf(step.value);
    if (bytes.length > 0) return bytes;
  }
  return null;
};

/**
 * A source as a Node stream. Over HTTP/2, undici resets its stream when a Node stream is destroyed. It leaves its
 * stream open when an iterator fails after the response has ended.
 */
const uploadOf = (read: Read, cancel: Cancel): Upload => {
  let isRead = false;
  const push = (bytes: Uint8Array | null): void => {
    isRead = bytes === null;
    upload.push(bytes);
  };
  const upload = new Readable(
    nullProto<UploadOptions>({
      // Reads nothing before undici has room for it.
      highWaterMark: 0,
      read: () =>
        void nextBytes(read)
          .then(push)
          .catch((reason: unknown) => upload.destroy(reason)),
      destroy: (reason, done) => {
        if (!isRead) cancel(reason)?.catch(() => undefined);
        done(reason);
      },
    }),
  );
  // undici stops listening when the request ends. An error without a listener would end the process.
  return upload.on('error', () => undefined);
};

/** A Blob that is read in chunks: it can represent a file larger than the memory. */
class BlobBody implements RequestBody {
  readonly type: string | null;
  readonly length: number;
  readonly bodyReusable = true;
  readonly #blob: Blob;
  #upload: Upload | undefined;

  constructor(blob: Blob) {
    this.#blob = blob;
    this.type = blob.type || null;
    this.length = blob.size;
  }

  open(): Upload {
    const pieces = (this.#blob.stream() as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    this.#upload = uploadOf(
      () => pieces.next(),
      (reason) => pieces.return?.(reason),
    );
    return this.#upload;
  }

  cancel(reason: unknown): void {
    this.#upload?.destroy(reason);
  }
}

const viewed = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** A body that is streamed once. Sends strings as UTF-8 and views as bytes, as fetch does. */
class StreamedBody implements RequestBody {
  readonly type = null;
  readonly length = undefined;
  readonly bodyReusable = false;
  readonly #read: Read;
  readonly #cancel: Cancel;
  #upload: Upload | undefined;

  constructor(read: Read, cancel: Cancel) {
    this.#read = read;
    this.#cancel = cancel;
  }

  open(): Upload {
    this.#upload = uploadOf(this.#read, this.#cancel);
    return this.#upload;
  }

  cancel(reason: unknown): void {
    if (this.#upload) this.#upload.destroy(reason);
    else this.#cancel(reason)?.catch(() => undefined);
  }
}

const bytesOf = (value: unknown): Uint8Array => {
  if (typeof value === 'string') return Buffer.from(value);
  if (ArrayBuffer.isView(value)) return viewed(value);
  const given = describeType(value);
  throw markSafeText(new TypeError(`The body stream yielded ${given}: yield strings or typed arrays.`));
};

const streamBody = (stream: ReadableStream): StreamedBody => {
  if (stream.locked || isDisturbed(stream)) {
    throw markSafeText(new TypeError('The ReadableStream of the body is already locked or read.'));
  }
  const reader = stream.getReader() as ReadableStreamDefaultReader<unknown>;
  return new StreamedBody(
    () => reader.read(),
    (reason) => reader.cancel(reason),
  );
};

/** Creates the body of a Node stream, a generator or another async iterable. */
const iterableBody = (iterable: AsyncIterable<unknown>): StreamedBody => {
  const iterator = iterable[Symbol.asyncIterator]();
  return new StreamedBody(
    () => iterator.next(),
    (reason) => iterator.return?.(reason),
  );
};

/** Escapes characters that would end a quoted name or a line: "multipart form data" in the HTML standard. */
const escaped = (text: string): string =>
  text.replace(/[\r\n"]/g, (character) => (character === '"' ? '%22' : character === '\r' ? '%0D' : '%0A'));

const withLineEnds = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n');

/**
 * Encodes a form as a Blob that refers to its files. So the length is known and files are read only when they
 * are sent. The Blob's type contains the boundary.
 */
const multipartOf = (form: FormData): Blob => {
  const boundary = `----homing-${globalThis.crypto.randomUUID()}`;
  const parts: BlobPart[] = [];
  form.forEach((value, name) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(withLineEnds(name))}"`;
    if (typeof value === 'string') parts.push(`${head}\r\n\r\n${withLineEnds(value)}\r\n`);
    else {
      const type = value.type || 'application/octet-stream';
      parts.push(
        `${head}; filename="${escaped(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`,
        value,
        '\r\n',
      );
    }
  });
  parts.push(`--${boundary}--\r\n`);
  return new Blob(parts, nullProto<BlobPropertyBag>({ type: `multipart/form-data; boundary=${boundary}` }));
};

/** Options that affect a streaming body. */
interface HowSent {
  readonly duplex?: unknown;
  readonly keepalive?: unknown;
}

const TEXT = 'text/plain;charset=UTF-8';
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';

const isSharedArrayBuffer = /* @__PURE__ */ isPlatform('SharedArrayBuffer');

const checkStreamed = ({ duplex, keepalive }: HowSent): void => {
  if (keepalive) {
    throw markSafeText(new TypeError('keepalive is not supported for a stream body: its length is unknown.'));
  }
  if (duplex !== undefined) return;
  throw markSafeText(
    new TypeError("A stream body needs duplex: 'half': it is sent before the response is read."),
  );
};

/** Throws for shared memory, because other threads can change it while it is sent. */
const checkShared = (buffer: object): void => {
  if (isSharedArrayBuffer(buffer)) {
    throw markSafeText(new TypeError('The body is in a SharedArrayBuffer: pass new Uint8Array(bytes).'));
  }
};

const textBody = (body: unknown): RequestBody => {
  if (typeof body === 'symbol') throw markSafeText(new TypeError(`The body can't be ${describeType(body)}.`));
  return new HeldBody(String(body), TEXT);
};

/** Converts a body as fetch does: its bytes and its default Content-Type. */
export function bodyOf(body: unknown, how: HowSent): RequestBody {
  if (typeof body !== 'object' || body === null) return textBody(body);
  checkShared(ArrayBuffer.isView(body) ? body.buffer : body);
  // Copy the bytes, as fetch does: the caller can change them before they are sent.
  if (ArrayBuffer.isView(body)) return new HeldBody(Buffer.from(viewed(body)), null);
  if (isArrayBuffer(body)) return new HeldBody(Buffer.from(new Uint8Array(body)), null);
  if (isSearchParams(body)) return new HeldBody(body.toString(), FORM);
  if (isFormData(body)) return new BlobBody(multipartOf(body));
  if (isBlob(body)) return new BlobBody(body);
  const iterates = Symbol.asyncIterator in body;
  if (iterates || isWebStream(body)) checkStreamed(how);
  if (isWebStream(body)) return streamBody(body);
  if (iterates) return iterableBody(body as AsyncIterable<unknown>);
  return textBody(body);
}
