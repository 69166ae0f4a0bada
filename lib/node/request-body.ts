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
import { Buffer, isDisturbed } from './node-api.js';

export interface RequestBody {
  /** The Content-Type, where the caller sets none; null for none. */
  readonly type: string | null;
  /** In bytes, for the Content-Length; undefined where nobody knows. */
  readonly length: number | undefined;
  /** Whether it can be sent a second time. */
  readonly bodyReusable: boolean;
  open(): Payload;
  /** It will not be read to its end. */
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
    // Nothing is held open.
  }
}

/** A Blob, read piece by piece: it may stand for a file that is larger than the memory. */
class BlobBody implements RequestBody {
  readonly type: string | null;
  readonly length: number;
  readonly bodyReusable = true;
  readonly #blob: Blob;

  constructor(blob: Blob) {
    this.#blob = blob;
    this.type = blob.type || null;
    this.length = blob.size;
  }

  open(): AsyncIterable<Uint8Array> {
    return this.#blob.stream();
  }

  cancel(): void {
    // Each stream of it ends with the request that reads it.
  }
}

const viewed = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** What a stream or an iterator gives next. */
interface Step {
  readonly done?: boolean | undefined;
  readonly value?: unknown;
}

/** What is sent as it comes, once: text as UTF-8, and bytes in any view, as fetch sends them. */
class StreamedBody implements RequestBody {
  readonly type = null;
  readonly length = undefined;
  readonly bodyReusable = false;
  readonly #read: () => Promise<Step>;
  readonly #cancel: (reason: unknown) => Promise<unknown> | undefined;

  constructor(read: () => Promise<Step>, cancel: (reason: unknown) => Promise<unknown> | undefined) {
    this.#read = read;
    this.#cancel = cancel;
  }

  async *open(): AsyncGenerator<Uint8Array> {
    for (let step = await this.#read(); !step.done; step = await this.#read()) {
      const bytes = bytesOf(step.value);
      if (bytes.length > 0) yield bytes;
    }
  }

  cancel(reason: unknown): void {
    this.#cancel(reason)?.catch(() => undefined);
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

/** A Node stream, a generator, or what else can be iterated over. */
const iterableBody = (iterable: AsyncIterable<unknown>): StreamedBody => {
  const iterator = iterable[Symbol.asyncIterator]();
  return new StreamedBody(
    () => iterator.next(),
    (reason) => iterator.return?.(reason),
  );
};

/** HTML, "multipart form data": what would end a quoted name or a line. */
const escaped = (text: string): string =>
  text.replace(/[\r\n"]/g, (character) => (character === '"' ? '%22' : character === '\r' ? '%0D' : '%0A'));

const withLineEnds = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n');

/**
 * A form as a Blob that refers to the files and doesn't copy them, so that its length is known and a file is read
 * when it is sent. The Blob's type names the boundary.
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

/** The options that a body which is a stream has a say in. */
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

/** Other threads may write to shared memory while it is sent. */
const checkShared = (buffer: object): void => {
  if (isSharedArrayBuffer(buffer)) {
    throw markSafeText(new TypeError('The body is in a SharedArrayBuffer: pass new Uint8Array(bytes).'));
  }
};

const textBody = (body: unknown): RequestBody => {
  if (typeof body === 'symbol') throw markSafeText(new TypeError(`The body can't be ${describeType(body)}.`));
  return new HeldBody(String(body), TEXT);
};

/** What fetch makes of a body: which bytes, and which Content-Type they have by themselves. */
export function bodyOf(body: unknown, how: HowSent): RequestBody {
  if (typeof body !== 'object' || body === null) return textBody(body);
  checkShared(ArrayBuffer.isView(body) ? body.buffer : body);
  // Copied, as fetch does: the caller may write to them before they are sent.
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
