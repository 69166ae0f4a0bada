import { memberOf } from '../platform/has-methods.js';
import { isObject } from '../platform/is-object.js';
import { quietly } from '../platform/quietly.js';
import { type BodyMethod, NoForm } from './body-source.js';
import type { Decoded } from './decoded.js';
import type { JsonFormat } from './json-format.js';
import type { OpenBody } from './response-reader.js';
import { emptyBody, noneOf, unreadBody } from './unusable.js';

/** How a response body is read. */
export type ResponseType = 'json' | 'optionalJson' | 'text' | 'blob' | 'arrayBuffer' | 'formData' | 'none';

/** A response, and how its body is read. */
export type UnreadBody = Pick<OpenBody, 'response' | 'read'>;

/** Whether there is nothing in a body that was read: a text, a Blob or bytes. */
const isEmpty = (body: unknown): boolean =>
  body === '' || (isObject(body) && ['size', 'byteLength'].some((name) => memberOf(body, name) === 0));

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

/** The body of an error: null when it is empty, can't be read so, or isn't to be read. */
export interface ErrorBody {
  readonly body: unknown;
  /** The text that came in its place. */
  readonly rawBody?: string;
}

const NO_BODY: ErrorBody = { body: null };

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
      return NoForm.is(thrown)
        ? noneOf('form data', body.response, thrown.cause, thrown.cause)
        : unreadBody(body.response, thrown);
    }
    return this.#isJson ? this.#parsed(data as string, body) : { data, kind: undefined };
  }

  /** The body of an error. Never rejects. */
  async readError(unread: UnreadBody): Promise<ErrorBody> {
    const type = this.#type;
    if (type === 'none') {
      drop(unread);
      return NO_BODY;
    }
    try {
      const body = await unread.read(METHODS[type]);
      if (isEmpty(body)) return NO_BODY;
      return this.#isJson ? await this.#errorIn(body as string, unread.response) : { body };
    } catch {
      return NO_BODY;
    }
  }

  /** A gateway's page says what no JSON does: it is kept. */
  async #errorIn(text: string, response: Response): Promise<ErrorBody> {
    try {
      return { body: await this.#json.parse(text, response) };
    } catch {
      return { body: null, rawBody: text };
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
