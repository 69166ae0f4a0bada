import { checked, ClientCore, type ClientOptions } from '../call/client-core.js';
import { EndpointDefinition, type Encoding, type Protocol } from '../call/endpoint.js';
import { isObject, isPlain, isSearchParams } from '../platform/values.js';
import { Request, type RequestConfig } from '../request/request.js';
import { InvalidInputError } from '../platform/errors.js';
import { BodyEncoder, type BodyStrategy, type EncodedBody, NO_BODY } from '../http/body-encoder.js';
import { JsonFormat } from '../http/json.js';
import {
  fieldsOf,
  fieldsWithout,
  isScalar,
  type Placement,
  type Places,
  queryString,
  readPlacement,
  withQuery,
} from '../http/params.js';
import {
  type Decoded,
  isReader,
  readErrorSchemas,
  RESPONSE_TYPES,
  ResponseDecoder,
  type UnreadBody,
} from '../http/response-decoder.js';
import type { ResponseReader } from '../http/response-reader.js';
import { listText, UrlBuilder } from '../http/url-builder.js';
import { EndpointGroup } from './endpoint-function.js';

/** Methods whose params go in the query unless `bodyAs` says otherwise. */
const QUERY_METHODS: readonly string[] = ['GET', 'DELETE', 'HEAD', 'OPTIONS'];

/** Params over path, query and body; the response by `responseType` and schema. */
class RestProtocol implements Protocol {
  readonly definition: Protocol['definition'];
  readonly reader: ResponseReader<unknown> | undefined;
  readonly places: Places;
  readonly #urls: UrlBuilder;
  readonly #bodies: BodyEncoder;
  readonly #decoder: ResponseDecoder;

  constructor(baseUrl: string, config: RequestConfig, bodies: BodyEncoder, json: JsonFormat) {
    const { method, path, bodyAs, place, responseType = 'json', schema } = config;
    this.#urls = new UrlBuilder(baseUrl, path);
    this.#bodies = bodies;
    const inQuery = bodyAs ? bodyAs === 'query' : QUERY_METHODS.includes(method);
    this.places = { inPath: this.#urls.tokens, inQuery, place };
    // HEAD has no body.
    const readAs = method === 'HEAD' ? 'none' : responseType;
    this.reader = isReader(readAs) ? readAs : undefined;
    this.#decoder = new ResponseDecoder(isReader(readAs) ? 'json' : readAs, schema, json, config);
    this.definition = {
      method,
      path,
      operation: '',
      label: undefined,
      responseType,
      schema,
      streams: this.reader !== undefined,
      urlTemplate: this.#urls.template,
      json,
    };
  }

  encode(call: Encoding): EncodedBody {
    const { inPath, inQuery, place } = this.places;
    const { params } = call;
    const needsFields = inPath.length > 0;
    const asksOwn = Boolean(place) || !(inQuery || needsFields);
    const fields = fieldsOf(params, (value) => this.#bodies.isWhole(value, asksOwn));
    if (place) return this.#encodePlaced(call, place(fields ?? params, inPath));
    if (!fields && needsFields)
      throw InvalidInputError.of('params', params, 'an object with the path params');
    this.#urls.fill(call, fields ?? {});
    if (inQuery) {
      if (!fields && !isSearchParams(params))
        throw InvalidInputError.of('params', params, "an object for the query string, or set bodyAs: 'body'");
      call.url = withQuery(call.url, fields ? queryString(fields, inPath) : String(params));
      return NO_BODY;
    }
    const rest = fields ? fieldsWithout(inPath, fields) : params;
    return rest === undefined ? NO_BODY : this.#bodies.encode(rest, !fields);
  }

  decode(body: UnreadBody): Promise<Decoded> {
    return this.#decoder.decode(body);
  }

  #encodePlaced(call: Encoding, given: Placement): EncodedBody {
    const { path, query, headers, body, type } = readPlacement(given);
    this.#urls.fill(call, path, listText);
    call.url = withQuery(call.url, query);
    call.headers = headers;
    if (body == null) return NO_BODY;
    // JSON may be a number alone, which params can't be.
    const fields = isScalar(body)
      ? undefined
      : fieldsOf(body, (value) => this.#bodies.isWhole(value, true), 'body');
    const encoded = this.#bodies.encode(fields ? (fieldsWithout([], fields) ?? fields) : body, !fields);
    return type ? { ...encoded, contentType: type } : encoded;
  }
}

/**
 * Any endpoint. Silent about its types: were they `unknown` here, the compiler would reason from that in each
 * `defineRequest` that stands inside `requests`, and a large client would cost half as much again to check.
 */
interface AnyRequest {
  readonly config: RequestConfig;
  readonly '~endpoint': true;
}

/** Endpoints by the name that their function gets; a plain object, or a module's namespace, is a group of such. */
export interface Requests {
  readonly [name: string]: AnyRequest | Requests;
}

/** What `createApi` takes. */
export interface ApiConfig<TRequests extends Requests = Requests> extends ClientOptions {
  /**
   * Absolute (`https://api.example.com/v1`), root-relative (`/api`) or `''` for the page's own origin. Its trailing
   * slashes are dropped; its query stands before that of the path and the call. Required. Missing: `createApi` throws.
   * With `#` or a control character: every call is a `'network'` error.
   */
  baseUrl: string;
  /**
   * The endpoints; each becomes a function on the client. They may stand in groups: `requests: { users: { get } }` is
   * called as `api.users.get()`, and its name is `users.get`. Required. Missing, an entry that is neither, one called
   * `then`, or two of one full name: `createApi` throws.
   */
  requests: TRequests;
  /**
   * Body kinds of your own (MessagePack, say), asked before the built-in ones. Default: none. What a strategy
   * throws: a `'network'` error. Another value doesn't compile.
   */
  bodyStrategies?: readonly BodyStrategy[] | undefined;
}

/** Throws for what is no endpoint, with what it takes to be one. */
const readRequest = (name: string, entry: unknown): RequestConfig => {
  const owner = `The endpoint "${name}"`;
  if (!(entry instanceof Request))
    throw InvalidInputError.of(owner, entry, 'a defineRequest or new Request result');
  const config = checked(owner, entry.config, { method: 'string', path: 'string' });
  const { method, responseType = 'json', errors } = config;
  // fetch sends 'patch' as it stands, and servers tell cases apart.
  if (/^[a-z]+$/.test(method)) throw new TypeError(`${owner} has the method "${method}": use upper case.`);
  if (!isReader(responseType) && !RESPONSE_TYPES.includes(responseType))
    throw new TypeError(
      `${owner} has the responseType ${JSON.stringify(responseType)}: use ${RESPONSE_TYPES.join(', ')} or a reader.`,
    );
  if (errors) config.errors = readErrorSchemas(owner, errors);
  return config;
};

/** A plain object, or a module's namespace, with something in it. */
const isGroup = (entry: unknown): entry is Requests =>
  isObject(entry) && isPlain(entry) && Object.keys(entry).length > 0;

type Define = (name: string, entry: unknown) => EndpointDefinition;

/**
 * Makes the endpoints of a client of its `requests`, or those of a group.
 *
 * @param path The names of the groups that it is in, each with a dot.
 */
const groupOf = (requests: Requests, define: Define, path = ''): EndpointGroup =>
  new EndpointGroup(
    Object.entries(requests).map(([key, entry]) => {
      const name = path + key;
      return [key, isGroup(entry) ? groupOf(entry, define, `${name}.`) : define(name, entry)] as const;
    }),
  );

/** Reads a client's config, once: what never varies per call is computed here. Throws for a configuration mistake. */
export function compileEndpoints(given: ApiConfig): [core: ClientCore, endpoints: EndpointGroup] {
  const {
    baseUrl,
    requests,
    bodyStrategies = [],
    ...options
  } = checked('createApi', given, { baseUrl: 'string', requests: 'object' });
  const core = new ClientCore(options);
  const strategies = [...bodyStrategies];
  const names = new Set<string>();
  const define: Define = (name, entry) => {
    if (names.has(name))
      throw new TypeError(`Two endpoints are named "${name}", one of them in a group: rename one.`);
    names.add(name);
    const config = readRequest(name, entry);
    const json = new JsonFormat(config, core.json);
    const protocol = new RestProtocol(baseUrl, config, new BodyEncoder(strategies, json), json);
    return new EndpointDefinition(name, core, protocol, config);
  };
  return [core, groupOf(requests, define)];
}
