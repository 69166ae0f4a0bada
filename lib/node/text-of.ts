import type { Bytes } from './node-api.js';

const BYTE_ORDER_MARK = 0xfeff;

const decoder = /* @__PURE__ */ new TextDecoder();

/** Node's own class decodes faster than the platform's; a method tells it, in any realm. */
const isBuffer = (bytes: Uint8Array): bytes is Bytes => 'latin1Slice' in bytes;

/** Decodes as `Response.text()` does: what is no UTF-8 becomes U+FFFD, and a leading byte order mark is left out. */
export function textOf(bytes: Uint8Array): string {
  if (!isBuffer(bytes)) return decoder.decode(bytes);
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}
