import { InvalidInputError } from '../platform/errors.js';
import { isObject, nullProto } from '../platform/values.js';
import type { Result } from '../result/result.js';
import type { EncodedBody } from '../http/body-encoder.js';
import type { HeaderRecord } from '../http/headers.js';
import type { EncodedParams, Places } from '../http/placement.js';
import { withQuery } from '../http/query.js';
import { type BaseUrl, urlUnder } from '../http/url-builder.js';
import type { Reading, Sharers } from './attempt.js';
import { Call, type CalledBy } from './call.js';
import type { ClientCore } from './client-core.js';
import { MiddlewarePipeline } from './middleware-pipeline.js';
import type { RequestDefinition } from './outgoing-request.js';
import { type ClientCopy, scopeOf } from './request-key.js';
import {
  type CallOptions,
  endpointSettings,
  type LevelOptions,
  mergeSettings,
  readSettings,
  type Settings,
} from './settings.js';

/** The difference between REST and GraphQL: how params become a request, and a response becomes data or an error. */
export interface Protocol extends Reading {
  /** The parts of a request that are the same for every call of the endpoint. */
  readonly definition: RequestDefinition;
  /** Where params with a name are sent; undefined if none go into a path or a query. */
  readonly places?: Places | undefined;
  /** Converts the params of a call to the parts of a request. Never throws. */
  encode(params: unknown): EncodedParams;
}

/** Options that REST and GraphQL endpoints have in common. */
interface EndpointOptions extends LevelOptions {
  readonly share?: boolean | undefined;
  readonly dedupe?: boolean | undefined;
}

/** Options that exclude each other. A reader's body can be read only once, and the reader validates it itself. */
const CLASHES = [
  ['share', 'dedupe'],
  ['share', 'reader'],
  ['schema', 'reader'],
  ['responses', 'reader'],
  ['schema', 'responses'],
  ['place', 'bodyAs'],
  ['place', 'serializeQuery'],
] as const;

/** The configuration of one endpoint of a client, shared by all copies of the client. */
export class EndpointDefinition {
  /** The endpoint's key in `requests`. */
  readonly name: string;
  readonly client: ClientCore;
  readonly protocol: Protocol;
  readonly share: boolean;
  readonly dedupe: boolean;
  readonly settings: Settings;

  /** Throws a TypeError for options that exclude each other, and for a reader without a tracker of open bodies. */
  constructor(name: string, client: ClientCore, protocol: Protocol, options: EndpointOptions) {
    const { reader } = protocol;
    const given = nullProto<object>(options, { reader }) as Readonly<Record<string, unknown>>;
    for (const [one, other] of CLASHES)
      if (given[one] && given[other])
        throw new TypeError(`"${name}" has both ${one} and ${other}: remove one.`);
    if (reader && !('~keeper' in reader))
      throw InvalidInputError.ofOption(`responseType of "${name}"`, reader, 'reader(…) from homing/stream');
    const { place } = given;
    if (place && !isObject(place))
      throw InvalidInputError.ofOption(`place of "${name}"`, place, 'placed(…) from homing/openapi');
    this.name = name;
    this.client = client;
    this.protocol = protocol;
    this.share = Boolean(options.share);
    this.dedupe = Boolean(options.dedupe);
    this.settings = endpointSettings(options);
  }
}

/** The key under which an endpoint function carries its `EndpointHandle`. */
export const ENDPOINT_HANDLE: unique symbol = Symbol.for('homing.caller') as never;

/** An endpoint as polls, paginations and adapters use it. */
export interface EndpointHandle {
  readonly definition: EndpointDefinition;
  /** The copy of the client that the endpoint is called through. */
  readonly copy: ClientCopy;
  /** The merged options of all configured levels. */
  readonly settings: Settings;
  /** Returns the scope of a copy for this endpoint: the key that identifies both. */
  within(copyScope: string): string;
  /** Reads the params and options of a call. Never throws. */
  prepare(params: unknown, options?: CallOptions | null): PreparedCall;
}

/** The params and options of one call, read once. Each run sends the same, for example by `retry()` or a poll. */
export class PreparedCall {
  readonly endpoint: Endpoint;
  /** The caller's own object, for messages and middleware. */
  readonly params: unknown;
  /** The path with its query, filled as far as possible. */
  readonly path: string;
  /** The base URL; undefined if a function returns it, and for a client without one. */
  readonly base: BaseUrl | undefined;
  /** Whether functions return the base URL or headers when the call starts. */
  readonly isLate: boolean;
  /** The URL; without the base URL if a function returns that. */
  readonly url: string;
  /** Headers that the params create; undefined for none. */
  readonly headers: HeaderRecord | undefined;
  /** The encoded body; undefined if the params can't become a request. */
  readonly body: EncodedBody | undefined;
  readonly settings: Settings;
  readonly pipeline: MiddlewarePipeline;
  /** Whether the call supersedes the previous call of the endpoint. */
  readonly dedupes: boolean;
  /** Why the params or options can't become a request. */
  readonly refusal: unknown;

  constructor(endpoint: Endpoint, params: unknown, options: CallOptions | null | undefined) {
    const own = endpoint.settings;
    const { url, query, headers, body, refusal } = endpoint.definition.protocol.encode(params);
    // Headers from params win over the endpoint's headers, and the headers of the call options win over both.
    const under = headers ? mergeSettings(own, readSettings({ headers })) : own;
    const settings = options == null ? under : mergeSettings(under, readSettings(options));
    const { baseUrl, middleware } = settings;
    this.endpoint = endpoint;
    this.params = params;
    this.dedupes = endpoint.definition.dedupe && endpoint.copy.dedupe;
    this.settings = settings;
    this.pipeline =
      middleware === own.middleware
        ? (endpoint.pipeline ??= new MiddlewarePipeline(middleware))
        : new MiddlewarePipeline(middleware);
    this.base = typeof baseUrl === 'function' ? undefined : baseUrl;
    this.isLate = typeof baseUrl === 'function' || settings.lateHeaders !== undefined;
    this.path = withQuery(url, query, settings.query);
    this.url = urlUnder(this.base, this.path);
    this.headers = headers;
    this.body = body;
    const problem = this.base?.problem;
    this.refusal = problem === undefined ? (refusal ?? settings.refusal) : new InvalidInputError(problem);
  }

  /**
   * Starts a call with these params and options. Each run is a separate call: values that a plugin stored with
   * `ctx.once` aren't shared.
   *
   * @param by Who starts the call, if not the caller directly.
   */
  run(by?: CalledBy): Promise<Result<unknown>> {
    return new Call(this, by).run();
  }
}

/** One endpoint of a client or copy: everything that is equal for all its calls, computed at the first call. */
export class Endpoint implements EndpointHandle {
  readonly definition: EndpointDefinition;
  readonly copy: ClientCopy;
  /** The pipeline of calls without middleware of their own, created by the first call. */
  pipeline: MiddlewarePipeline | undefined = undefined;
  #settings: Settings | undefined;
  #sharers: Sharers | undefined;

  constructor(definition: EndpointDefinition, copy: ClientCopy) {
    this.definition = definition;
    this.copy = copy;
  }

  /** Implements the endpoint function of the client. */
  ask(params?: unknown, options?: CallOptions): Promise<Result<unknown>> {
    return new Call(new PreparedCall(this, params, options)).run();
  }

  prepare(params: unknown, options?: CallOptions | null): PreparedCall {
    return new PreparedCall(this, params, options);
  }

  /** Returns the merged options: the reader's, the client's, the copy's and the endpoint's own. */
  get settings(): Settings {
    if (this.#settings) return this.#settings;
    const { copy } = this;
    const { client, protocol, settings } = this.definition;
    const ofClient = (copy.merged ??= mergeSettings(client.settings, copy.settings));
    const merged = [ofClient, settings].reduce(mergeSettings, readSettings(protocol.reader));
    return (this.#settings =
      copy.middleware.length > 0
        ? { ...merged, middleware: [...copy.middleware, ...merged.middleware] }
        : merged);
  }

  /** How the requests of an endpoint with `share` are shared. */
  get sharers(): Sharers {
    const { client, settings } = this.definition;
    return (this.#sharers ??= {
      registry: client.registry,
      scope: this.within(scopeOf(this.copy, 'share')),
      // Options of copies and calls don't change the deadline of a shared request.
      timeout: settings.timeout ?? client.settings.timeout ?? 0,
    });
  }

  /** Identifies the client copy and the endpoint: a call supersedes only calls of an equal scope. */
  get dedupeScope(): string {
    return this.within(scopeOf(this.copy, 'dedupe'));
  }

  within(copyScope: string): string {
    const { name, protocol } = this.definition;
    return JSON.stringify([copyScope, name, protocol.definition.operation]);
  }

  /** Implements `getHeaders` of the endpoint function. */
  headers(): Record<string, string> {
    const { headers, refusal } = this.settings;
    return refusal === undefined ? { ...headers } : {};
  }
}
