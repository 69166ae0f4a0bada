import { quietly } from '../platform/quietly.js';
import { thrownChain } from '../result/thrown.js';
import type { BodyMethod } from './body-source.js';
import type { Decoded } from './decoded.js';
import type { JsonFormat } from './json-format.js';
import type { OpenBody } from './response-reader.js';
import { emptyBody, noneOf, unreadBody } from './unusable.js';

/** How a response body is read. */
export type ResponseType = 'json' | 'optionalJson' | 'text' | 'blob' | 'arrayBuffer' | 'formData' | 'none';

/** A response, and how its body is read. */
export type UnreadBody = Pick<OpenBody, 'response' | 'read'>;

/** What the platform reads each kind of body with. */
const METHODS: Readonly<Record<ResponseType, Exclude<BodyMethod, 'cancel'>>> = {
  json: 'text',
  optionalJson: 'text',
  text: 'text',
  blob: 'blob',
  arrayBuffer: 'arrayBuffer',
  formData: 'formData',
  none: 'text',
};

/** The names of the response types. */
export const RESPONSE_TYPES: readonly string[] = Object.keys(METHODS);

/** Leaves a body unread, so that the connection is free again. Whether it was still open is nobody's business. */
const drop = (body: UnreadBody): void => {
  void quietly(() => body.read('cancel'));
};

/** Reads bodies as a name of `responseType` says. */
export class BodyReader {
  readonly #type: ResponseType;
  readonly #json: JsonFormat;

  constructor(type: ResponseType, json: JsonFormat) {
    this.#type = type;
    this.#json = json;
  }

  /** The data of a 2xx, or why it has none. Never rejects. */
  async read(body: UnreadBody): Promise<Decoded> {
    const type = this.#type;
    if (type === 'none') {
      drop(body);
      return { data: undefined, kind: undefined };
    }
    let data: unknown;
    try {
      data = await body.read(METHODS[type]);
    } catch (thrown) {
      const isOther = type === 'formData' && thrownChain(thrown).every(({ code }) => !code);
      return isOther ? noneOf('form data', body.response, thrown, thrown) : unreadBody(thrown);
    }
    return this.#isJson ? this.#parsed(data as string, body) : { data, kind: undefined };
  }

  /** The body of an error; null when it is empty, can't be read so, or isn't to be read. Never rejects. */
  async readError(unread: UnreadBody): Promise<unknown> {
    const type = this.#type;
    if (type === 'none') {
      drop(unread);
      return null;
    }
    try {
      const body = await unread.read(METHODS[type]);
      const { length, size, byteLength } = body as Partial<Record<string, unknown>>;
      if ([length, size, byteLength].includes(0)) return null;
      return this.#isJson ? await this.#json.parse(body as string, unread.response) : body;
    } catch {
      return null;
    }
  }

  get #isJson(): boolean {
    return this.#type === 'json' || this.#type === 'optionalJson';
  }

  #parsed(text: string, { response }: UnreadBody): Decoded | Promise<Decoded> {
    if (text === '') return this.#type === 'json' ? emptyBody() : { data: undefined, kind: undefined };
    try {
      const data = this.#json.parse(text, response);
      return data instanceof Promise ? this.#awaited(data, response) : { data, kind: undefined };
    } catch (thrown) {
      return noneOf(this.#json.name, response, thrown, thrown);
    }
  }

  async #awaited(parsing: Promise<unknown>, response: Response): Promise<Decoded> {
    try {
      return { data: await parsing, kind: undefined };
    } catch (thrown) {
      return noneOf(this.#json.name, response, thrown, thrown);
    }
  }
}
