import type { BodyMethod } from './body-source.js';
import { thrownChain } from '../result/thrown.js';
import type { JsonFormat } from './json-format.js';
import type { OpenBody, ResponseReader } from './response-reader.js';
import { Unusable } from './unusable.js';

/** How a response body is read. */
export type ResponseType = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'formData' | 'none';

/** Where to look for how much was read; undefined where nothing tells. */
type SizeKey = 'length' | 'size' | 'byteLength' | undefined;

type Parse = (text: string, response: Response) => unknown;

/** A reader behind a name of `responseType`: reads the whole body, of errors too. */
export class BodyReader implements ResponseReader<unknown> {
  readonly #method: Exclude<BodyMethod, 'cancel'>;
  readonly #sizeKey: SizeKey;
  readonly #parse: Parse | undefined;
  readonly #wanted: string;

  /**
   * @param method What the platform reads the body with.
   * @param sizeKey The property of what was read that is 0 for an empty body; undefined where none tells.
   * @param parse Makes data of the text; then an empty body is none.
   * @param wanted What a text that it throws for is none of, for the message.
   */
  constructor(method: Exclude<BodyMethod, 'cancel'>, sizeKey?: SizeKey, parse?: Parse, wanted = 'data') {
    this.#method = method;
    this.#sizeKey = sizeKey;
    this.#parse = parse;
    this.#wanted = wanted;
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
    const refuse = (thrown: unknown): never => {
      throw Unusable.not(this.#wanted, response, thrown, thrown);
    };
    try {
      const data = parse(read as string, response);
      return data instanceof Promise ? data.catch(refuse) : data;
    } catch (thrown) {
      return refuse(thrown);
    }
  }

  /** The body of an error; null when it is empty or can't be read so. */
  async readError(body: OpenBody): Promise<unknown> {
    try {
      const read = await body.read(this.#method);
      const isEmpty = this.#sizeKey !== undefined && (read as Record<string, unknown>)[this.#sizeKey] === 0;
      if (isEmpty) return null;
      return this.#parse ? await this.#parse(read as string, body.response) : read;
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

/** What makes the reader of each response type; none of them has state. */
const READERS: Readonly<Record<ResponseType, (json: JsonFormat) => BodyReader>> = {
  json: ({ parse, name }) => new BodyReader('text', 'length', parse, name),
  text: () => new BodyReader('text', 'length'),
  blob: () => new BodyReader('blob', 'size'),
  arrayBuffer: () => new BodyReader('arrayBuffer', 'byteLength'),
  formData: () => new BodyReader('formData'),
  none: ({ parse }) => new UnreadBody('text', 'length', parse),
};

/** The names of the response types. */
export const RESPONSE_TYPES: readonly string[] = Object.keys(READERS);

/** The reader of a response type. */
export const bodyReader = (type: ResponseType, json: JsonFormat): BodyReader => READERS[type](json);
