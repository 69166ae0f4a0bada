/** Where a reader gets the body from: a `Response`, or what several callers of one request share. */
export interface BodySource extends Pick<Response, 'arrayBuffer' | 'blob' | 'formData' | 'text'> {
  readonly body: { cancel(): Promise<void> } | null;
}

/** One way to read a response body, chosen by the endpoint's `responseType`. */
export interface BodyReader {
  /** The body, decoded; undefined for an empty one where that is no data. */
  read(source: BodySource): Promise<unknown>;
  /** The property that is 0 for what `read` makes of an empty body. */
  readonly sizeKey?: string;
}
