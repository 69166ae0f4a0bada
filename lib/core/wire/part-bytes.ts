import { isArrayBuffer } from '../platform/is-platform.js';

/** The first half of a character that UTF-16 writes as two. */
const ENDS_IN_HALF = /[\uD800-\uDBFF]$/;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The bytes of the parts of a body. */
export class PartBytes {
  /** Of a character that goes on in the next part. */
  #half = '';

  /** Those of the next part; undefined for a part that has none. */
  of(part: unknown): Uint8Array | undefined {
    if (typeof part === 'string') return this.#ofText(this.#half + part);
    const bytes = isArrayBuffer(part) ? new Uint8Array(part) : part;
    if (!ArrayBuffer.isView(bytes)) return undefined;
    const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this.#half ? new Uint8Array([...this.rest(), ...view]) : view;
  }

  /** Those that are left when there are no more parts. */
  rest(): Uint8Array {
    const half = this.#half;
    this.#half = '';
    return encode(half);
  }

  #ofText(text: string): Uint8Array {
    const end = ENDS_IN_HALF.test(text) ? text.length - 1 : text.length;
    this.#half = text.slice(end);
    return encode(text.slice(0, end));
  }
}
