import type { Bytes } from './node-api.js';

const BYTE_ORDER_MARK = 0xfeff;

const decoder = /* @__PURE__ */ new TextDecoder();

/** Decodes as `Response.text()` does: what is no UTF-8 becomes U+FFFD, and a leading byte order mark is left out. */
export function textOf(bytes: Uint8Array): string {
  // Node's own class decodes faster than the platform's.
  const text = 'latin1Slice' in bytes ? (bytes as Bytes).toString('utf8') : decoder.decode(bytes);
  return text.charCodeAt(0) === BYTE_ORDER_MARK && 'latin1Slice' in bytes ? text.slice(1) : text;
}
