import { BodyReader, type ResponseType, type UnreadBody } from './body-readers.js';
import type { Decoded } from './decoded.js';
import { type ErrorSchemas, errorSchema } from './error-schemas.js';
import type { JsonFormat } from './json-format.js';
import { opened } from './opened.js';
import { isReader, type OpenBody, type ResponseReader } from './response-reader.js';
import type { StandardSchemaV1 } from './standard-schema.js';
import { validate } from './validate.js';

/** The names of `responseType` that errors are read by as well; under the others they are JSON. */
const OF_ERRORS_TOO: readonly unknown[] = ['text', 'blob', 'arrayBuffer', 'formData'];

/** What is configured for the bodies of errors. */
export interface ErrorReading {
  /** Default: as data are read, where errors can be. */
  readonly errorType?: ResponseType | undefined;
  readonly errors?: ErrorSchemas | undefined;
}

/** Turns a response into data or the facts of an error. docs/reference/rules.md#responses */
export class ResponseDecoder {
  /** Undefined where `responseType` is a name. */
  readonly #reader: ResponseReader<unknown> | undefined;
  readonly #bodies: BodyReader;
  readonly #schema: StandardSchemaV1 | undefined;
  /** Whether a body may be empty, which no schema is asked about. */
  readonly #maybeEmpty: boolean;
  readonly #errorBodies: BodyReader;
  readonly #errors: ErrorSchemas | undefined;

  constructor(
    type: ResponseType | ResponseReader<unknown>,
    schema: StandardSchemaV1 | undefined,
    json: JsonFormat,
    { errorType, errors }: ErrorReading = {},
  ) {
    this.#reader = isReader(type) ? type : undefined;
    this.#bodies = new BodyReader(isReader(type) ? 'json' : type, json);
    const errorsAsData = OF_ERRORS_TOO.includes(type) ? (type as ResponseType) : 'json';
    this.#errorBodies = new BodyReader(errorType ?? errorsAsData, json);
    this.#errors = errors;
    // There is nothing to validate in a body that nobody reads.
    this.#schema = type === 'none' ? undefined : schema;
    this.#maybeEmpty = type === 'optionalJson';
  }

  /**
   * Never rejects.
   *
   * @param body Open where a reader of the user's own is to read a 2xx.
   */
  decode(body: UnreadBody | OpenBody): Promise<Decoded> {
    if (!body.response.ok) return this.#error(body);
    const schema = this.#schema;
    const decoded = this.#reader ? opened(this.#reader, body as OpenBody) : this.#bodies.read(body);
    if (!schema) return decoded;
    return decoded.then((found) => {
      const isEmpty = this.#maybeEmpty && !found.kind && found.data === undefined;
      return found.kind || isEmpty ? found : validate(schema, found.data);
    });
  }

  async #error(unread: UnreadBody): Promise<Decoded> {
    const read = await this.#errorBodies.readError(unread);
    const { body } = read;
    const schema = errorSchema(this.#errors, unread.response.status);
    // There is nothing to validate where there is no body.
    if (!schema || body == null) return { kind: 'http', ...read };
    const found = await validate(schema, body, 'error body');
    if (!found.kind) return { kind: 'http', body: found.data };
    // It stays the answer that it is, of all callers who share it.
    return { ...found, kind: 'http', body: null, rawBody: body, quotesBody: true, bySchema: false };
  }
}
