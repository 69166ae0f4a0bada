import { ApiError } from '../result/api-error.js';
import type { Wording } from '../result/api-error-init.js';
import { bodyReader, type BodyReader, type ResponseType } from './body-readers.js';
import type { Decoded } from './decoded.js';
import type { JsonFormat } from './json-format.js';
import { isReader, type OpenBody, type ResponseReader } from './response-reader.js';
import type { StandardSchemaV1 } from './standard-schema.js';
import { Unusable } from './unusable.js';
import { validate } from './validate.js';

/** Turns a response into data or the facts of an error. docs/reference/rules.md#responses */
export class ResponseDecoder {
  readonly #reader: ResponseReader<unknown>;
  /** Reads the bodies of errors. */
  readonly #errors: BodyReader;
  readonly #schema: StandardSchemaV1 | undefined;

  constructor(
    type: ResponseType | ResponseReader<unknown>,
    schema: StandardSchemaV1 | undefined,
    json: JsonFormat,
  ) {
    this.#errors = bodyReader(isReader(type) ? 'json' : type, json);
    this.#reader = isReader(type) ? type : this.#errors;
    // There is nothing to validate in a body that nobody reads.
    this.#schema = type === 'none' ? undefined : schema;
  }

  /** Never rejects. */
  async decode(body: OpenBody): Promise<Decoded> {
    if (!body.response.ok) return { kind: 'http', body: await this.#errors.readError(body) };
    try {
      const data = await this.#reader.open(body);
      return this.#schema ? await validate(this.#schema, data) : { data, kind: undefined };
    } catch (thrown) {
      if (Unusable.is(thrown)) return thrown.facts;
      const error = ApiError.isOwn(thrown) ? { error: thrown } : {};
      const reason: Wording = (words, status) =>
        `answered ${String(status)}, but its reader failed: ${words.name(thrown)}`;
      return { kind: 'parse', body: thrown, cause: thrown, reason, ...error };
    }
  }
}
