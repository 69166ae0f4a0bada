import type { BodyReader } from './body-reader.js';

/** How a response body is read. */
export type ResponseType = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'formData' | 'none';

const json: BodyReader = {
  async read(source) {
    const text = await source.text();
    // A byte order mark is no part of the text, RFC 8259, 8.1.
    return text ? (JSON.parse(text.replace(/^\uFEFF/, '')) as unknown) : undefined;
  },
};

/** A reader for each response type; none of them has state. Of `'none'` only error bodies are read. */
export const BODY_READERS: Readonly<Record<ResponseType, BodyReader>> = {
  json,
  text: { read: (source) => source.text(), sizeKey: 'length' },
  blob: { read: (source) => source.blob(), sizeKey: 'size' },
  arrayBuffer: { read: (source) => source.arrayBuffer(), sizeKey: 'byteLength' },
  formData: { read: (source) => source.formData() },
  none: json,
};
