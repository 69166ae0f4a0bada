import type { BodyMethod } from './body-source.js';

/** How a response body is read. */
export type ResponseType = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'formData' | 'none';

/** One way to read a response body, chosen by the endpoint's `responseType`. */
export interface BodyReader {
  /** What the platform reads the body with. */
  readonly method: Exclude<BodyMethod, 'cancel'>;
  /** Makes data of the text; undefined for an empty one. Default: what was read is the data. */
  readonly parse?: (text: string) => unknown;
}

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
  text: { method: 'text' },
  blob: { method: 'blob' },
  arrayBuffer: { method: 'arrayBuffer' },
  formData: { method: 'formData' },
  none: json,
};
