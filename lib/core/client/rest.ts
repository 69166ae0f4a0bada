import { checked, ClientCore, type ClientOptions } from '../call/client-core.js';
import { EndpointDefinition, type Protocol } from '../call/endpoint.js';
import { type BaseUrlOption, readBase } from '../call/late-options.js';
import { isObject, isPlain, isSearchParams, nullProto } from '../platform/values.js';
import { Request, type RequestConfig } from '../request/request.js';
import { InvalidInputError } from '../platform/errors.js';
import { BodyEncoder, type BodyStrategy, type EncodedBody, NO_BODY } from '../http/body-encoder.js';
import { JsonFormat } from '../http/json.js';
import { type Fields, fieldsOf, fieldsWithout } from '../http/params.js';
import type { EncodedParams, Places } from '../http/placement.js';
import { type QuerySerializer, queryString, serializedQuery } from '../http/query.js';
import {
  convertParams,
  isJson,
  isReader,
  readSchemas,
  RESPONSE_TYPES,
  ResponseDecoder,
  type StandardSchemaV1,
} from '../http/response-decoder.js';
import type { ResponseReader } from '../http/response-reader.js';
import { UrlBuilder } from '../http/url-builder.js';
import { EndpointGroup } from './endpoint-function.js';

/** Methods whose params go in the query by default. */
const QUERY_METHODS: readonly string[] = ['GET', 'DELETE', 'HEAD', 'OPTIONS'];

/**
 * The REST protocol: distributes params over path, query and body, and decodes responses by `responseType` and schema.
 */
class RestProtocol implements Protocol {
  readonly definition: Protocol['definition'];
  readonly reader: ResponseReader<unknown> | undefined;
  readonly places: Places;
  readonly decoder: ResponseDecoder;
  readonly #urls: UrlBuilder;
  readonly #params: StandardSchemaV1 | undefined;
  readonly #serialize: QuerySerializer | undefined;
  readonly #bodies: BodyEncoder;

  constructor(config: RequestConfig, bodies: BodyEncoder, json: JsonFormat) {
    const { method, path, bodyAs, place, responseType = 'json', schema, responses, serializeQuery } = config;
    this.#urls = new UrlBuilder(path);
    this.#params = config.params;
    this.#serialize = serializeQuery;
    this.#bodies = bodies;
    const inQuery = bodyAs ? bodyAs === 'query' : QUERY_METHODS.includes(method);
    this.places = { inPath: this.#urls.tokens, inQuery, place };
    // A response to HEAD has no body.
    const readAs = method === 'HEAD' ? 'none' : responseType;
    this.reader = isReader(readAs) ? readAs : undefined;
    this.decoder = new ResponseDecoder(isReader(readAs) ? 'json' : readAs, schema, json, config);
    this.definition = {
      method,
      path,
      operation: '',
      label: undefined,
      responseType,
      schema: schema ?? responses,
      pages: config.pages,
      streams: this.reader !== undefined,
      template: this.#urls.template,
      json,
      // Allowed across origins without a preflight request.
      accept: isJson(readAs) ? 'application/json' : undefined,
    };
  }

  encode(given: unknown): EncodedParams {
    const { inPath, inQuery, place } = this.places;
    let { template: url } = this.#urls;
    let query = '';
    let body: EncodedBody | undefined;
    let refusal: unknown;
    try {
      const params = this.#params ? convertParams(this.#params, given ?? {}) : given;
      if (place) return place.encode(params, this.#urls, this.#bodies);
      const needsFields = inPath.length > 0;
      const fields = fieldsOf(params, (value) => this.#bodies.isWhole(value, !(inQuery || needsFields)));
      if (!fields && needsFields)
        throw InvalidInputError.of('params', params, 'an object with the path params');
      const rest = inQuery ? undefined : fields ? fieldsWithout(inPath, fields) : params;
      const filled = this.#urls.fill(fields ?? {});
      ({ url } = filled);
      if (filled.problem) throw new InvalidInputError(filled.problem);
      if (inQuery) {
        if (!fields && !isSearchParams(params))
          throw InvalidInputError.of(
            'params',
            params,
            "an object for the query string, or set bodyAs: 'body'",
          );
        if (!fields) query = String(params);
        else
          query = this.#serialize ? this.#serialized(fields, this.#serialize) : queryString(fields, inPath);
      }
      body = rest === undefined ? NO_BODY : this.#bodies.encode(rest, !fields);
    } catch (thrown) {
      refusal = thrown;
    }
    return { url, query, headers: undefined, body, refusal };
  }

  #serialized(fields: Fields, serialize: QuerySerializer): string {
    const rest = fieldsWithout(this.places.inPath, fields);
    return rest ? serializedQuery(serialize, rest) : '';
  }
}

/**
 * Any endpoint. It declares no types: with `unknown` here, the compiler would infer from it in each `defineRequest`
 * inside `requests`, which makes type-checking a large client 50 % more expensive.
 */
interface AnyRequest {
  readonly config: RequestConfig;
  readonly '~endpoint': true;
}

/** Endpoints by the name of their function. A plain object, or a module namespace, is a group of endpoints. */
export interface Requests {
  readonly [name: string]: AnyRequest | Requests;
}

/** Options of `createApi`. */
export interface ApiConfig<TRequests extends Requests = Requests> extends ClientOptions {
  /**
   * Base of all URLs: absolute (`https://api.example.com/v1`), root-relative (`/api`), or `''` for the page's own
   * origin. Its trailing slashes are dropped. Its query precedes the query of the path and of the call. Required: if it
   * is missing, `createApi` throws. With `#` or a control character, every call returns a `'network'` error.
   *
   * A function runs once for each call, before its middleware, and receives the endpoint's name and the call's context.
   * `retry()` of the Result runs it again. The deadline and the signals of the call end the wait for it. If it throws,
   * rejects or returns another value, the call returns a `'network'` error.
   */
  baseUrl: BaseUrlOption;
  /**
   * The endpoints; each becomes a function on the client. They can be grouped: `requests: { users: { get } }` becomes
   * `api.users.get()`, named `users.get`. Required. `createApi` throws if it is missing, for an entry that isn't an
   * endpoint or a non-empty group, for an entry named `then`, and for two equal full names.
   */
  requests: TRequests;
  /**
   * Encoders for other kinds of bodies, such as MessagePack, tried before the built-in ones. Default: none. If a
   * strategy throws, the call returns a `'network'` error. Another value doesn't compile.
   */
  bodyStrategies?: readonly BodyStrategy[] | undefined;
  /**
   * Converts the params in a query to the query string, for servers that expect another format, such as `a[]=1`. An
   * endpoint's own function wins. See `RequestConfig.serializeQuery`. Default: names and values as `URLSearchParams`
   * writes them; an array repeats its name. Another value doesn't compile.
   */
  serializeQuery?: QuerySerializer | undefined;
}

/** Returns the config of an endpoint. Throws if the entry isn't one. */
const readRequest = (name: string, entry: unknown): RequestConfig => {
  const owner = `The endpoint "${name}"`;
  if (!(entry instanceof Request))
    throw InvalidInputError.of(owner, entry, 'a defineRequest or new Request result');
  const config = checked(owner, entry.config, { method: 'string', path: 'string' });
  const { method, responseType = 'json', params, errors, responses } = config;
  // fetch sends 'patch' unchanged, and servers distinguish case.
  if (/^[a-z]+$/.test(method)) throw new TypeError(`${owner} has the method "${method}": use upper case.`);
  if (!isReader(responseType) && !RESPONSE_TYPES.includes(responseType))
    throw new TypeError(
      `${owner} has the responseType ${JSON.stringify(responseType)}: use ${RESPONSE_TYPES.join(', ')} or a reader.`,
    );
  if (params && !('~standard' in Object(params)))
    throw InvalidInputError.ofOption(`${owner}: params`, params, 'a Standard Schema');
  if (errors) config.errors = readSchemas(owner, 'errors', errors);
  if (responses) config.responses = readSchemas(owner, 'responses', responses);
  return config;
};

/** Whether the entry is a non-empty plain object or module namespace. */
const isGroup = (entry: unknown): entry is Requests =>
  isObject(entry) && isPlain(entry) && Object.keys(entry).length > 0;

/**
 * Creates an endpoint of a client. Throws a TypeError for an invalid one.
 *
 * @param wrap Returns the protocol that the endpoint uses instead of its own. Default: its own.
 */
export type DefineEndpoint = (
  name: string,
  entry: unknown,
  wrap?: (protocol: Protocol) => Protocol,
) => EndpointDefinition;

/**
 * Creates the endpoints of a client, or of one group, from its `requests`.
 *
 * @param path The names of the enclosing groups, each followed by a dot.
 */
const groupOf = (requests: Requests, define: DefineEndpoint, path = ''): EndpointGroup =>
  new EndpointGroup(
    Object.entries(requests).map(([key, entry]) => {
      const name = path + key;
      return [key, isGroup(entry) ? groupOf(entry, define, `${name}.`) : define(name, entry)] as const;
    }),
  );

/**
 * Reads a client's config once, and computes everything that is equal for all calls. Throws for a configuration
 * mistake.
 */
export function compileEndpoints(
  given: ApiConfig,
): [core: ClientCore, endpoints: EndpointGroup, define: DefineEndpoint] {
  const {
    requests,
    bodyStrategies = [],
    serializeQuery,
    ...options
  } = checked('createApi', given, { requests: 'object' });
  // Only to throw here: the settings of the client read it too.
  readBase(options.baseUrl, 'createApi: "baseUrl"');
  const core = new ClientCore(options);
  const strategies = [...bodyStrategies];
  const names = new Set<string>();
  const define: DefineEndpoint = (name, entry, wrap) => {
    const config = readRequest(name, entry);
    const json = new JsonFormat(config, core.json);
    const protocol = new RestProtocol(
      nullProto<RequestConfig>({ serializeQuery }, config),
      new BodyEncoder(strategies, json),
      json,
    );
    return new EndpointDefinition(name, core, wrap ? wrap(protocol) : protocol, config);
  };
  const defineOnce: DefineEndpoint = (name, entry) => {
    if (names.has(name))
      throw new TypeError(`Two endpoints are named "${name}", one of them in a group: rename one.`);
    names.add(name);
    return define(name, entry);
  };
  return [core, groupOf(requests, defineOnce), define];
}
