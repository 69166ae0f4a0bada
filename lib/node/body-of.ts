import { describeType } from '../core/platform/describe-type.js';
import { isPlatform } from '../core/platform/is-platform.js';
import { Buffer, isDisturbed } from './node-api.js';
import { BlobBody } from './blob-body.js';
import { HeldBody } from './held-body.js';
import { IterableBody } from './iterable-body.js';
import { multipartOf } from './multipart.js';
import type { RequestBody } from './request-body.js';
import { StreamBody } from './stream-body.js';

/** The options that a body which is a stream has a say in. */
interface HowSent {
  readonly duplex?: unknown;
  readonly keepalive?: unknown;
}

const TEXT = 'text/plain;charset=UTF-8';
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';

const isArrayBuffer = isPlatform('ArrayBuffer');
const isSharedArrayBuffer = isPlatform('SharedArrayBuffer');
const isSearchParams = isPlatform('URLSearchParams');
const isFormData = isPlatform('FormData');
const isBlob = isPlatform('Blob');
const isStream = isPlatform('ReadableStream');

const checkStreamed = ({ duplex, keepalive }: HowSent): void => {
  if (keepalive) {
    throw new TypeError('The option keepalive is not for a body that is a stream: its length is not known.');
  }
  if (duplex !== undefined) return;
  throw new TypeError(
    "A body that is a stream needs the option duplex: 'half'; it is sent before the answer is read.",
  );
};

const streamBody = (stream: ReadableStream): RequestBody => {
  if (stream.locked || isDisturbed(stream))
    throw new TypeError('The ReadableStream of the body is locked or read already, by something else.');
  return new StreamBody(stream);
};

/** Other threads may write to shared memory while it is sent. */
const checkShared = (buffer: object): void => {
  if (isSharedArrayBuffer(buffer)) {
    throw new TypeError('The body is in a SharedArrayBuffer. Copy it: new Uint8Array(bytes).');
  }
};

const textBody = (body: unknown): RequestBody => {
  if (typeof body === 'symbol') throw new TypeError(`The body can't be ${describeType(body)}.`);
  return new HeldBody(String(body), TEXT);
};

/** What fetch makes of a body: which bytes, and which Content-Type they have by themselves. */
export function bodyOf(body: unknown, how: HowSent): RequestBody {
  if (typeof body !== 'object' || body === null) return textBody(body);
  checkShared(ArrayBuffer.isView(body) ? body.buffer : body);
  // Copied, as fetch does: the caller may write to them before they are sent.
  if (ArrayBuffer.isView(body)) {
    return new HeldBody(Buffer.from(new Uint8Array(body.buffer, body.byteOffset, body.byteLength)), null);
  }
  if (isArrayBuffer(body)) return new HeldBody(Buffer.from(new Uint8Array(body as ArrayBuffer)), null);
  if (isSearchParams(body)) return new HeldBody((body as URLSearchParams).toString(), FORM);
  if (isFormData(body)) return new BlobBody(multipartOf(body as FormData));
  if (isBlob(body)) return new BlobBody(body as Blob);
  const iterates = Symbol.asyncIterator in body;
  if (iterates || isStream(body)) checkStreamed(how);
  if (isStream(body)) return streamBody(body as ReadableStream);
  if (iterates) return new IterableBody(body as AsyncIterable<unknown>);
  return textBody(body);
}
