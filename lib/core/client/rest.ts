import { checked, ClientCore, type ClientOptions } from '../call/client-core.js';
import { EndpointDefinition, type Encoding, type Protocol } from '../call/endpoint.js';
import { bare, describeType, isObject, isPlain, isSearchParams } from '../platform/values.js';
import { Request, type RequestConfig } from '../request/request.js';
import { Refusal } from '../result/refusal.js';
import { BodyEncoder, type BodyStrategy, type EncodedBody, NO_BODY } from '../wire/body-encoder.js';
import { JsonFormat } from '../wire/json.js';
import {
  type Fields,
  fieldsOf,
  fieldsWithout,
  isScalar,
  type NamingPlace,
  PARAM_OF_QUERY,
  type ParamNames,
  queryString,
  readPlacement,
  withQuery,
} from '../wire/params.js';
import {
  type Decoded,
  isReader,
  RESPONSE_TYPES,
  ResponseDecoder,
  type UnreadBody,
} from '../wire/response-decoder.js';
import type { ResponseReader } from '../wire/response-reader.js';
import { readErrorSchemas } from '../wire/standard-schema.js';
import { listText, UrlBuilder } from '../wire/url-builder.js';
import { EndpointGroup } from './endpoint-function.js';

/** Methods whose params go in the query unless `bodyAs` says otherwise. */
const QUERY_METHODS: readonly string[] = ['GET', 'DELETE', 'HEAD', 'OPTIONS'];

/** Params over path, query and body; the response by `responseType` and schema. */
class RestProtocol implements Protocol {
  readonly definition: Protocol['definition'];
  readonly reader: ResponseReader<unknown> | undefined;
  readonly #urls: UrlBuilder;
  readonly #bodies: BodyEncoder;
  readonly #inQuery: boolean;
  readonly #place: NamingPlace | undefined;
  readonly #decoder: ResponseDecoder;

  constructor(baseUrl: string, config: RequestConfig, bodies: BodyEncoder, json: JsonFormat) {
    const { method, path, bodyAs, place, responseType = 'json', schema } = config;
    this.#urls = new UrlBuilder(baseUrl, path);
    this.#bodies = bodies;
    this.#inQuery = (bodyAs ?? (QUERY_METHODS.includes(method) ? 'query' : 'body')) === 'query';
    this.#place = place;
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
      if (!fields && !isSearchParams(params))
        throw Refusal.of('params', params, "an object to be sent in the query string, or set bodyAs: 'body'");
      call.url = withQuery(call.url, fields ? queryString(fields, tokens) : String(params));
      return NO_BODY;
    }
    const rest = fields ? fieldsWithout(tokens, fields) : params;
    return rest === undefined ? NO_BODY : this.#bodies.encode(rest, !fields);
  }

  decode(body: UnreadBody): Promise<Decoded> {
    return this.#decoder.decode(body);
  }

  #encodePlaced(call: Encoding, place: NamingPlace): EncodedBody {
    const isWhole = (value: unknown): boolean => this.#bodies.isWhole(value, true);
    const { params } = call;
    const given = place(fieldsOf(params, isWhole) ?? params, this.#urls.tokens);
    const { path, query, headers, body } = readPlacement(given);
    this.#urls.fill(call, path, listText);
    call.url = withQuery(call.url, query);
    call.headers = headers;
    if (body === null || body === undefined) return NO_BODY;
    // JSON may be a number alone, which params can't be.
    const fields = isScalar(body) ? undefined : fieldsOf(body, isWhole, 'body');
    return this.#bodies.encode(fields ? (fieldsWithout([], fields) ?? fields) : body, !fields);
  }

  #fieldsOf(params: unknown): Fields | undefined {
    const needsFields = this.#urls.tokens.length > 0;
    const asksOwn = !this.#inQuery && !needsFields;
    const fields = fieldsOf(params, (value) => this.#bodies.isWhole(value, asksOwn));
    if (fields || !needsFields) return fields;
    throw Refusal.of(
      'params',
      params,
      'an object, as the path has params; the place of the endpoint can take the body out of it',
    );
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
   * Body kinds of your own (MessagePack, say), asked before the built-in ones. Default: none. No list: `createApi`
   * throws. What a strategy throws, and what it gives that is no body: a `'network'` error.
   */
  bodyStrategies?: readonly BodyStrategy[] | undefined;
}

/** Throws for what is no name of a response type. */
const checkType = (owner: string, option: string, given: unknown, others = ''): void => {
  if (RESPONSE_TYPES.includes(given as string)) return;
  const described = typeof given === 'string' ? `"${given}"` : `of ${describeType(given)}`;
  throw new TypeError(
    `${owner} has the ${option} ${described}: choose one of ${RESPONSE_TYPES.join(', ')}${others}.`,
  );
};

/** Throws for what is no endpoint, with what it takes to be one. */
const readRequest = (name: string, entry: unknown): RequestConfig => {
  const owner = `The endpoint "${name}"`;
  if (!(entry instanceof Request)) {
    if (isObject(entry) && isPlain(entry) && Object.keys(entry).length === 0)
      throw new TypeError(`The group "${name}" has no endpoint in it: add one, or take it out.`);
    const group = name.includes('.')
      ? ` "${name.slice(0, name.lastIndexOf('.'))}" is taken for a group.`
      : '';
    throw new TypeError(
      `${owner} is ${describeType(entry)}: make it with defineRequest or new Request.${group}`,
    );
  }
  const config = checked(owner, entry.config, { method: 'string', path: 'string' });
  const { method, responseType = 'json', errorType, errors, schema, place, bodyAs } = config;
  // fetch sends 'patch' as it stands, and servers tell cases apart.
  if (/^[a-z]+$/i.test(method) && method !== method.toUpperCase())
    throw new TypeError(`${owner} has the method "${method}": write it in upper case.`);
  if (!isReader(responseType)) checkType(owner, 'responseType', responseType, ', or pass a reader');
  else if (schema)
    throw new TypeError(
      `${owner} has a schema, and a reader as its responseType: let the reader validate, and take the schema out.`,
    );
  if (errorType != null) checkType(owner, 'errorType', errorType);
  if (place && bodyAs) throw new TypeError(`${owner} has place and bodyAs: take one of them out.`);
  return errors == null ? config : bare<RequestConfig>(config, { errors: readErrorSchemas(owner, errors) });
};

/** A plain object, or a module's namespace, with something in it. */
const isGroup = (entry: unknown): entry is Requests =>
  isObject(entry) && !(entry instanceof Request) && isPlain(entry) && Object.keys(entry).length > 0;

type Define = (name: string, entry: unknown) => EndpointDefinition;

/**
 * Makes the endpoints of a client of its `requests`, or those of a group.
 *
 * @param path The groups that it is in, the outermost first.
 */
const groupOf = (
  requests: Requests,
  define: Define,
  path: readonly { readonly name: string; readonly group: Requests }[] = [],
): EndpointGroup =>
  new EndpointGroup(
    Object.entries(requests).map(([key, entry]) => {
      const name = [...path.map((outer) => outer.name), key].join('.');
      if (key === 'then')
        throw new TypeError(
          `The endpoint "${name}" would be called by an await of the client: choose another name.`,
        );
      if (!isGroup(entry)) return [key, define(name, entry)] as const;
      if (path.some(({ group }) => group === entry))
        throw new TypeError(`The group "${name}" is inside of itself: take it out there.`);
      return [key, groupOf(entry, define, [...path, { name: key, group: entry }])] as const;
    }),
  );

/** Reads a client's config, once: what never varies per call is computed here. Throws for a configuration mistake. */
export function compileEndpoints(given: ApiConfig): {
  readonly core: ClientCore;
  readonly endpoints: EndpointGroup;
} {
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
      throw new TypeError(`There are two endpoints called "${name}", one of them in a group: rename one.`);
    names.add(name);
    const config = readRequest(name, entry);
    const json = new JsonFormat(config, core.json);
    const protocol = new RestProtocol(baseUrl, config, new BodyEncoder(strategies, json), json);
    return new EndpointDefinition(name, core, protocol, config);
  };
  return { core, endpoints: groupOf(requests, define) };
}
