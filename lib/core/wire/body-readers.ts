import type { BodyMethod } from './body-source.js';
import { parseJson } from './json-text.js';

/** How a response body is read. */
export type ResponseType = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'formData' | 'none';

/** One way to read a response body, chosen by the endpoint's `responseType`. */
export interface BodyReader {
  /** What the platform reads the body with. */
  readonly method: Exclude<BodyMethod, 'cancel'>;
  /** Makes data of what was read; undefined for an empty body where that is no data. */
  readonly parse: (read: never) => unknown;
  /** The property of what was read that is 0 for an empty body; undefined where none tells. */
  readonly sizeKey: 'length' | 'size' | 'byteLength' | undefined;
}

const json: BodyReader = { method: 'text', parse: parseJson, sizeKey: 'length' };

const asRead = (method: BodyReader['method'], sizeKey?: BodyReader['sizeKey']): BodyReader => ({
  method,
  parse: (read: unknown) => read,
  sizeKey,
});

/** A reader for each response type; none of them has state. Of `'none'` only error bodies are read. */
export const BODY_READERS: Readonly<Record<ResponseType, BodyReader>> = {
  json,
  text: asRead('text', 'length'),
  blob: asRead('blob', 'size'),
  arrayBuffer: asRead('arrayBuffer', 'byteLength'),
  formData: asRead('formData'),
  none: json,
};
