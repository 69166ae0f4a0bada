import type { BodyMethod } from './body-source.js';
import { thrownChain } from '../result/thrown.js';
import { parseJson } from './json-text.js';
import type { OpenBody, ResponseReader } from './response-reader.js';
import { Unusable } from './unusable.js';

/** How a response body is read. */
export type ResponseType = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'formData' | 'none';

/** Where to look for how much was read; undefined where nothing tells. */
type SizeKey = 'length' | 'size' | 'byteLength' | undefined;

/** A reader behind a name of `responseType`: reads the whole body, of errors too. */
export class BodyReader implements ResponseReader<unknown> {
  readonly #method: Exclude<BodyMethod, 'cancel'>;
  readonly #sizeKey: SizeKey;
  readonly #parse: ((text: string) => unknown) | undefined;

  /**
   * @param method What the platform reads the body with.
   * @param sizeKey The property of what was read that is 0 for an empty body; undefined where none tells.
   * @param parse Makes data of the text; then an empty body is none.
   */
  constructor(method: Exclude<BodyMethod, 'cancel'>, sizeKey?: SizeKey, parse?: (text: string) => unknown) {
    this.#method = method;
    this.#sizeKey = sizeKey;
    this.#parse = parse;
  }

  open(body: OpenBody): Promise<unknown> {
    return body.read(this.#method).then(
      (read) => this.#parsed(read, body),
      (thrown: unknown) => {
        const isOther = this.#method === 'formData' && thrownChain(thrown).every(({ code }) => !code);
        throw isOther ? Unusable.not('form data', body.response, thrown, thrown) : Unusable.unread(thrown);
      },
    );
  }

  #parsed(read: unknown, { response }: OpenBody): unknown {
    const parse = this.#parse;
    if (!parse) return read;
    if (read === '') throw Unusable.empty();
    try {
      return parse(read as string);
    } catch (thrown) {
      throw Unusable.not(parse === parseJson ? 'JSON' : 'data', response, thrown, thrown);
    }
  }

  /** The body of an error; null when it is empty or can't be read so. */
  async readError(body: OpenBody): Promise<unknown> {
    try {
      const read = await body.read(this.#method);
      const isEmpty = this.#sizeKey !== undefined && (read as Record<string, unknown>)[this.#sizeKey] === 0;
      if (isEmpty) return null;
      return this.#parse ? this.#parse(read as string) : read;
    } catch {
      return null;
    }
  }
}

/** Leaves a body unread, so that the connection is free again. Bodies of errors are read as JSON. */
class UnreadBody extends BodyReader {
  override open(body: OpenBody): Promise<undefined> {
    // Whether it was still open is nobody's business.
    body.read('cancel').catch(() => undefined);
    return Promise.resolve(undefined);
  }
}

/** A reader for each response type; none of them has state. */
export const BODY_READERS: Readonly<Record<ResponseType, BodyReader>> = {
  json: new BodyReader('text', 'length', parseJson),
  text: new BodyReader('text', 'length'),
  blob: new BodyReader('blob', 'size'),
  arrayBuffer: new BodyReader('arrayBuffer', 'byteLength'),
  formData: new BodyReader('formData'),
  none: new UnreadBody('text', 'length', parseJson),
};
