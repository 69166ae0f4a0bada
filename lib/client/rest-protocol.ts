import { describeType } from '../platform/describe-type.js';
import { DEFAULTS } from '../settings/defaults.js';
import type { RequestConfig } from '../settings/request-config.js';
import type { BodyEncoder } from '../wire/body-encoder.js';
import type { BodySource } from '../wire/body-reader.js';
import type { EncodedBody } from '../wire/body-strategy.js';
import type { Decoded } from '../wire/decoded.js';
import { fieldsOf, fieldsWithout, NO_FIELDS } from '../wire/fields.js';
import { NotSent } from '../wire/not-sent.js';
import { PLATFORM_BODIES } from '../wire/platform-bodies.js';
import { queryString } from '../wire/query-string.js';
import { Refusal } from '../wire/refusal.js';
import { ResponseDecoder } from '../wire/response-decoder.js';
import { UrlBuilder } from '../wire/url-builder.js';
import type { EncodedRequest, Protocol } from './protocol.js';

const NO_BODY: EncodedBody = { body: null, contentType: null };

const wholeQuery = (params: unknown): string => {
  if (PLATFORM_BODIES.searchParams.accepts(params)) return String(params);
  throw new Refusal(
    `${describeType(params)} can't be sent in the query string: pass an object, or set bodyAs: 'body'.`,
  );
};

/** Params over path, query and body; the response by `responseType` and schema. */
export class RestProtocol implements Protocol {
  readonly method: string;
  readonly path: string;
  readonly #urls: UrlBuilder;
  readonly #bodies: BodyEncoder;
  readonly #inQuery: boolean;
  readonly #decoder: ResponseDecoder;

  constructor(baseUrl: string, config: RequestConfig, bodies: BodyEncoder) {
    const { method, path, bodyAs, responseType = DEFAULTS.responseType, schema } = config;
    this.method = method;
    this.path = path;
    this.#urls = new UrlBuilder(baseUrl, path);
    this.#bodies = bodies;
    this.#inQuery = bodyAs ? bodyAs === 'query' : DEFAULTS.queryMethods.includes(method);
    this.#decoder = new ResponseDecoder(method === 'HEAD' ? 'none' : responseType, schema);
  }

  get urlTemplate(): string {
    return this.#urls.template;
  }

  encode(params: unknown): EncodedRequest {
    const { tokens } = this.#urls;
    const fields = fieldsOf(
      params,
      (value) =>
        this.#bodies.isWhole(value) || (!this.#inQuery && tokens.length === 0 && this.#bodies.isOwn(value)),
    );
    if (!fields && tokens.length > 0)
      throw new Refusal(
        `${describeType(params)} can't fill the path params of this endpoint: pass an object.`,
      );
    const url = this.#urls.fill(fields ?? NO_FIELDS);
    try {
      if (this.#inQuery)
        return {
          url: this.#urls.append(url, fields ? queryString(fields, tokens) : wholeQuery(params)),
          ...NO_BODY,
        };
      const rest = fields ? fieldsWithout(tokens, fields) : params;
      return { url, ...(rest === undefined ? NO_BODY : this.#bodies.encode(rest)) };
    } catch (thrown) {
      throw new NotSent(thrown, url);
    }
  }

  decode(response: Response, source: BodySource): Promise<Decoded> {
    return this.#decoder.decode(response, source);
  }
}
