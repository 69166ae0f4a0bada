import type { BodyReader } from './body-reader.js';

/** How a response body is read. */
export type ResponseType = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'formData' | 'none';

const BYTE_ORDER_MARK = 0xfeff;

const json: BodyReader = {
  method: 'text',
  // A byte order mark is no part of the text, RFC 8259, 8.1.
  parse: (text) =>
    text ? (JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text) as unknown) : undefined,
};

/** A reader for each response type; none of them has state. Of `'none'` only error bodies are read. */
export const BODY_READERS: Readonly<Record<ResponseType, BodyReader>> = {
  json,
  text: { method: 'text', sizeKey: 'length' },
  blob: { method: 'blob', sizeKey: 'size' },
  arrayBuffer: { method: 'arrayBuffer', sizeKey: 'byteLength' },
  formData: { method: 'formData' },
  none: json,
};
