import type { Protocol } from '../../core/client/protocol.js';
import { ownValue } from '../../core/platform/own-properties.js';
import type { EncodedBody } from '../../core/wire/body-strategy.js';
import type { Decoded } from '../../core/wire/decoded.js';
import { fieldsOf } from '../../core/wire/fields.js';
import { jsonText, parseJson } from '../../core/wire/json-text.js';
import { Refusal } from '../../core/wire/refusal.js';
import type { OpenBody } from '../../core/wire/response-reader.js';
import type { StandardSchemaV1 } from '../../core/wire/standard-schema.js';
import { urlProblem } from '../../core/wire/url-problem.js';
import { validate } from '../../core/wire/validate.js';

/** Undefined for what is no JSON. */
const jsonOf = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};

/** Whether a value has no named fields of its own; the entries of a `Map` are its fields. */
const hasNoFields = (value: unknown): boolean =>
  typeof value !== 'object' ||
  ArrayBuffer.isView(value) ||
  (Object.keys(value as object).length === 0 && Object.prototype.toString.call(value) !== '[object Map]');

/** A document and its variables as a POST of JSON; data and errors out of the response's root object. */
export class GraphQLProtocol implements Protocol {
  readonly definition: Protocol['definition'];
  readonly reader: undefined;
  readonly #endpoint: string;
  readonly #document: string;
  readonly #schema: StandardSchemaV1 | undefined;

  constructor(endpoint: string, side: string, document: string, schema: StandardSchemaV1 | undefined) {
    this.#endpoint = endpoint;
    this.#document = document;
    this.#schema = schema;
    this.definition = {
      method: 'POST',
      path: endpoint,
      urlTemplate: endpoint,
      operation: `${side} ${document}`,
      responseType: 'json',
      schema,
      streams: false,
    };
  }

  encode({ params: variables }: { readonly params: unknown }): EncodedBody {
    const problem = urlProblem('endpoint', this.#endpoint);
    if (problem !== undefined) throw new Refusal(problem);
    const fields = fieldsOf(variables, hasNoFields);
    if (!fields) throw Refusal.of('variables', variables, 'an object');
    const body = jsonText('variables', {
      query: this.#document,
      variables: { ...fields },
    });
    return { body, contentType: 'application/json', isJson: true };
  }

  async decode(body: OpenBody): Promise<Decoded> {
    const { response } = body;
    try {
      const text = (await body.read('text')) as string;
      return response.ok ? await this.#read(text) : { kind: 'http', body: jsonOf(text) ?? null };
    } catch (thrown) {
      return response.ok ? { kind: 'parse', body: thrown, cause: thrown } : { kind: 'http', body: null };
    }
  }

  #read(text: string): Decoded | Promise<Decoded> {
    const root = jsonOf(text);
    // Neither a list nor one long text is looked into, however large it is.
    if (typeof root !== 'object' || root === null || Array.isArray(root))
      return { kind: 'parse', body: text };
    const data: unknown = ownValue(root as { data?: unknown }, 'data');
    const errors: unknown = ownValue(root as { errors?: unknown }, 'errors');
    if (Array.isArray(errors) && errors.length > 0) {
      return {
        kind: 'http',
        body: errors,
        statusText: 'GraphQL Error',
        partialData: data ?? undefined,
      };
    }
    if (data == null) return { kind: 'parse', body: text };
    return this.#schema ? validate(this.#schema, data) : { data, kind: undefined };
  }
}
