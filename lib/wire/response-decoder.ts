import type { BodyReader, BodySource } from './body-reader.js';
import { BODY_READERS, type ResponseType } from './body-readers.js';
import type { Decoded } from './decoded.js';
import type { StandardSchemaV1 } from './standard-schema.js';
import { validate } from './validate.js';

/** Turns a response into data or the facts of an error. Rules: specification 7, 3 and 4; contract 5. */
export class ResponseDecoder {
  readonly #type: ResponseType;
  readonly #reader: BodyReader;
  readonly #schema: StandardSchemaV1 | undefined;

  constructor(type: ResponseType, schema: StandardSchemaV1 | undefined) {
    this.#type = type;
    this.#reader = BODY_READERS[type];
    this.#schema = schema;
  }

  /** @param source Where the body is read from: the response itself, unless it is shared. */
  async decode(response: Response, source: BodySource): Promise<Decoded> {
    if (!response.ok) return { kind: 'http', body: await this.#readError(source) };
    try {
      if (this.#type === 'none') {
        // Unread, so that the connection is free again; whether it was still open is nobody's business.
        Promise.resolve(source.body?.cancel()).catch(() => undefined);
        return { data: undefined, kind: undefined };
      }
      const { method, parse } = this.#reader;
      const raw = await source[method]();
      const data = parse ? parse(raw as string) : raw;
      if (data === undefined) return { kind: 'parse', body: '' };
      return this.#schema ? await validate(this.#schema, data) : { data, kind: undefined };
    } catch (thrown) {
      return { kind: 'parse', body: thrown, cause: thrown };
    }
  }

  /** Null for what is empty or can't be read. */
  async #readError(source: BodySource): Promise<unknown> {
    const { method, parse, sizeKey } = this.#reader;
    try {
      const raw = await source[method]();
      const body = parse ? parse(raw as string) : raw;
      return body === undefined || (sizeKey && (raw as unknown as Record<string, unknown>)[sizeKey] === 0)
        ? null
        : body;
    } catch {
      return null;
    }
  }
}
