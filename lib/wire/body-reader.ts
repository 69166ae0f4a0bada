/** Where a reader gets the body from: a `Response`, or what several callers of one request share. */
export interface BodySource extends Pick<Response, 'arrayBuffer' | 'blob' | 'formData' | 'text'> {
  readonly body: { cancel(): Promise<void> } | null;
}

/** One way to read a response body, chosen by the endpoint's `responseType`. */
export interface BodyReader {
  /** What the platform reads the body with. */
  readonly method: 'arrayBuffer' | 'blob' | 'formData' | 'text';
  /** Makes data of what was read; undefined for an empty body where that is no data. Default: it is the data. */
  readonly parse?: (text: string) => unknown;
  /** The property of what was read that is 0 for an empty body. */
  readonly sizeKey?: string;
}
