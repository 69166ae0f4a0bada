import type { BodyReader, BodySource } from './body-reader.js';
import type { Decoded } from './decoded.js';
import { EmptyReader } from './empty-reader.js';
import { JsonReader } from './json-reader.js';
import { PlainReader } from './plain-reader.js';
import type { StandardSchemaV1 } from './standard-schema.js';

/** How a response body is read. */
export type ResponseType = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'formData' | 'none';

/** One reader each; none of them has state. */
export const READERS: Record<ResponseType, BodyReader> = {
  json: new JsonReader(),
  text: new PlainReader('text'),
  blob: new PlainReader('blob'),
  arrayBuffer: new PlainReader('arrayBuffer'),
  formData: new PlainReader('formData'),
  none: new EmptyReader(),
};

const unusable = (thrown: unknown): Decoded => ({ ok: false, kind: 'parse', body: thrown, cause: thrown });

/** Turns a response into data or the facts of an error. Rules: specification 7, 3 and 4; contract 5. */
export class ResponseDecoder {
  readonly #reader: BodyReader;
  readonly #schema: StandardSchemaV1 | undefined;

  constructor(responseType: ResponseType, schema: StandardSchemaV1 | undefined) {
    this.#reader = READERS[responseType];
    this.#schema = responseType === 'none' ? undefined : schema;
  }

  /** @param source Where the body is read from: the response itself, unless it is shared. */
  async decode(response: Response, source: BodySource): Promise<Decoded> {
    if (!response.ok) return { ok: false, kind: 'http', body: await this.#readError(source) };
    try {
      const decoded = await this.#reader.read(source);
      return decoded.ok && this.#schema ? await this.#validate(this.#schema, decoded.data) : decoded;
    } catch (thrown) {
      return unusable(thrown);
    }
  }

  async #readError(source: BodySource): Promise<unknown> {
    try {
      return (await this.#reader.readError(source)) ?? null;
    } catch {
      return null;
    }
  }

  async #validate(schema: StandardSchemaV1, value: unknown): Promise<Decoded> {
    const outcome = await schema['~standard'].validate(value);
    return outcome.issues
      ? { ok: false, kind: 'parse', body: outcome.issues }
      : { ok: true, data: outcome.value };
  }
}
