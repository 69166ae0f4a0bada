import { BODY_READERS, type BodyReader, type ResponseType } from './body-readers.js';
import type { BodySource } from './body-source.js';
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
  async decode({ ok }: Response, source: BodySource): Promise<Decoded> {
    try {
      if (ok && this.#type === 'none') {
        // Unread, so that the connection is free again; whether it was still open is nobody's business.
        source('cancel').catch(() => undefined);
        return { data: undefined, kind: undefined };
      }
      const { method, parse, sizeKey } = this.#reader;
      const read = await source(method);
      const data = parse(read as never);
      if (!ok) {
        const isEmpty = sizeKey !== undefined && (read as Record<string, unknown>)[sizeKey] === 0;
        return { kind: 'http', body: isEmpty ? null : data };
      }
      if (data === undefined) return { kind: 'parse', body: '' };
      return this.#schema ? await validate(this.#schema, data) : { data, kind: undefined };
    } catch (thrown) {
      return ok ? { kind: 'parse', body: thrown, cause: thrown } : { kind: 'http', body: null };
    }
  }
}
