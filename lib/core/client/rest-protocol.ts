import { DEFAULTS } from '../settings/defaults.js';
import type { RequestConfig } from '../settings/request-config.js';
import type { BodyEncoder } from '../wire/body-encoder.js';
import type { UnreadBody } from '../wire/body-readers.js';
import type { EncodedBody } from '../wire/body-strategy.js';
import type { Decoded } from '../wire/decoded.js';
import { type Fields, fieldsOf, fieldsWithout } from '../wire/fields.js';
import { isSearchParams } from '../platform/is-platform.js';
import type { JsonFormat } from '../wire/json-format.js';
import { listText } from '../wire/path-template.js';
import { type NamingPlace, PARAM_OF_QUERY, type ParamNames, readPlacement } from '../wire/placement.js';
import { queryString } from '../wire/query-string.js';
import { Refusal } from '../result/refusal.js';
import { isScalar } from '../wire/scalar.js';
import { ResponseDecoder } from '../wire/response-decoder.js';
import { isReader, type OpenBody, type ResponseReader } from '../wire/response-reader.js';
import { UrlBuilder } from '../wire/url-builder.js';
import type { Encoding, Protocol } from './protocol.js';

const NO_BODY: EncodedBody = { body: null, contentType: null, isJson: false };

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
  readonly #place: NamingPlace | undefined;
  readonly #decoder: ResponseDecoder;

  constructor(baseUrl: string, config: RequestConfig, bodies: BodyEncoder, json: JsonFormat) {
    const { method, path, bodyAs, place, responseType = DEFAULTS.responseType, schema } = config;
    this.#urls = new UrlBuilder(baseUrl, path);
    this.#bodies = bodies;
    this.#inQuery = (bodyAs ?? (DEFAULTS.queryMethods.includes(method) ? 'query' : 'body')) === 'query';
    this.#place = place;
    // HEAD has no body.
    const readAs = method === 'HEAD' ? 'none' : responseType;
    this.#decoder = new ResponseDecoder(readAs, schema, json, config);
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

  get names(): ParamNames {
    const inPath = this.#urls.tokens;
    const isInQuery = this.#inQuery || this.#place !== undefined;
    const known = this.#place?.[PARAM_OF_QUERY];
    return {
      inPath,
      ofQuery: (name) => {
        if (known) return known(name, inPath);
        return isInQuery && !inPath.includes(name) ? name : undefined;
      },
    };
  }

  encode(call: Encoding): EncodedBody {
    if (this.#place) return this.#encodePlaced(call, this.#place);
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

  #encodePlaced(call: Encoding, place: NamingPlace): EncodedBody {
    const isWhole = (value: unknown): boolean => this.#bodies.isWhole(value, true);
    const { params } = call;
    const given = place(fieldsOf(params, isWhole) ?? params, this.#urls.tokens);
    const { path, query, headers, body } = readPlacement(given);
    this.#urls.fill(call, path, listText);
    this.#urls.append(call, query);
    call.headers = headers;
    if (body === null || body === undefined) return NO_BODY;
    // JSON may be a number alone, which params can't be.
    const fields = isScalar(body) ? undefined : fieldsOf(body, isWhole, 'body');
    return this.#bodies.encode(fields ? (fieldsWithout([], fields) ?? fields) : body, !fields);
  }

  #fieldsOf(params: unknown): Fields | undefined {
    const needsFields = this.#urls.tokens.length > 0;
    const fields = fieldsOf(params, (value) => this.#bodies.isWhole(value, !this.#inQuery && !needsFields));
    if (fields || !needsFields) return fields;
    throw Refusal.of(
      'params',
      params,
      'an object, as the path has params; the place of the endpoint can take the body out of it',
    );
  }
}
