import type { BodyMethod } from './body-source.js';

/** How a response body is read. */
export type ResponseType = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'formData' | 'none';

/** One way to read a response body, chosen by the endpoint's `responseType`. */
export interface BodyReader {
  /** What the platform reads the body with. */
  readonly method: Exclude<BodyMethod, 'cancel'>;
  /** Makes data of what was read; undefined for an empty body where that is no data. */
  readonly parse: (read: never) => unknown;
}

const BYTE_ORDER_MARK = 0xfeff;

const parseJson = (text: string): unknown =>
  // A byte order mark is no part of the text, RFC 8259, 8.1.
  text ? JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text) : undefined;

const json: BodyReader = { method: 'text', parse: parseJson };

const asRead = (method: BodyReader['method']): BodyReader => ({ method, parse: (read: unknown) => read });

/** A reader for each response type; none of them has state. Of `'none'` only error bodies are read. */
export const BODY_READERS: Readonly<Record<ResponseType, BodyReader>> = {
  json,
  text: asRead('text'),
  blob: asRead('blob'),
  arrayBuffer: asRead('arrayBuffer'),
  formData: asRead('formData'),
  none: json,
};
