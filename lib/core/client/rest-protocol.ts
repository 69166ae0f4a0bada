import { DEFAULTS } from '../settings/defaults.js';
import type { RequestConfig } from '../settings/request-config.js';
import type { BodyEncoder } from '../wire/body-encoder.js';
import type { UnreadBody } from '../wire/body-readers.js';
import type { EncodedBody } from '../wire/body-strategy.js';
import type { Decoded } from '../wire/decoded.js';
import { type Fields, fieldsOf, fieldsWithout } from '../wire/fields.js';
import { isSearchParams } from '../platform/is-platform.js';
import type { JsonFormat } from '../wire/json-format.js';
import { queryString } from '../wire/query-string.js';
import { Refusal } from '../wire/refusal.js';
import { ResponseDecoder } from '../wire/response-decoder.js';
import { isReader, type OpenBody, type ResponseReader } from '../wire/response-reader.js';
import { UrlBuilder } from '../wire/url-builder.js';
import type { Protocol } from './protocol.js';

const NO_BODY: EncodedBody = { body: null, contentType: null };

const wholeQuery = (params: unknown): string => {
  if (isSearchParams(params)) return String(params);
  throw Refusal.of('params', params, "an object to be sent in the query string, or set bodyAs: 'body'");
};

/** Params over path, query and body; the response by `responseType` and schema. */
export class RestProtocol implements Protocol {
  readonly definition: Protocol['definition'];
  readonly reader: ResponseReader<unknown> | undefined;
  readonly #urls: UrlBuilder;
  readonly #bodies: BodyEncoder;
  readonly #inQuery: boolean;
  readonly #decoder: ResponseDecoder;

  constructor(baseUrl: string, config: RequestConfig, bodies: BodyEncoder, json: JsonFormat) {
    const { method, path, bodyAs, responseType = DEFAULTS.responseType, schema } = config;
    this.#urls = new UrlBuilder(baseUrl, path);
    this.#bodies = bodies;
    this.#inQuery = (bodyAs ?? (DEFAULTS.queryMethods.includes(method) ? 'query' : 'body')) === 'query';
    // HEAD has no body.
    const readAs = method === 'HEAD' ? 'none' : responseType;
    this.#decoder = new ResponseDecoder(readAs, schema, json);
    this.reader = isReader(readAs) ? readAs : undefined;
    const urlTemplate = this.#urls.template;
    const streams = this.reader !== undefined;
    this.definition = {
      method,
      path,
      operation: '',
      label: undefined,
      responseType,
      schema,
      streams,
      urlTemplate,
      json,
    };
  }

  encode(call: { readonly params: unknown; url: string }): EncodedBody {
    const { params } = call;
    const { tokens } = this.#urls;
    const fields = this.#fieldsOf(params);
    this.#urls.fill(call, fields ?? {});
    if (this.#inQuery) {
      this.#urls.append(call, fields ? queryString(fields, tokens) : wholeQuery(params));
      return NO_BODY;
    }
    const rest = fields ? fieldsWithout(tokens, fields) : params;
    return rest === undefined ? NO_BODY : this.#bodies.encode(rest, !fields);
  }

  decode(body: UnreadBody | OpenBody): Promise<Decoded> {
    return this.#decoder.decode(body);
  }

  #fieldsOf(params: unknown): Fields | undefined {
    const needsFields = this.#urls.tokens.length > 0;
    const fields = fieldsOf(params, (value) => this.#bodies.isWhole(value, !this.#inQuery && !needsFields));
    if (fields || !needsFields) return fields;
    throw Refusal.of(
      'params',
      params,
      'an object, as the path has params; a body strategy can take the body out of it',
    );
  }
}
