import { InvalidInputError } from '../platform/errors.js';
import { nullProto } from '../platform/values.js';
import type { Result } from '../result/result.js';
import type { EncodedBody } from '../http/body-encoder.js';
import type { HeaderRecord } from '../http/headers.js';
import { type Places, withQuery } from '../http/params.js';
import type { Reading, Sharers } from './attempt.js';
import { Call, type CalledBy, type CallPlan } from './call.js';
import type { ClientCore } from './client-core.js';
import { MiddlewarePipeline } from './middleware-pipeline.js';
import type { RequestDefinition } from './outgoing-request.js';
import { type ClientCopy, dedupeScope, shareScope } from './request-key.js';
import {
  type CallOptions,
  type LevelOptions,
  mergeSettings,
  readSettings,
  type Settings,
} from './settings.js';

/** A call whose params become a request. */
export interface Encoding {
  readonly params: unknown;
  url: string;
  /** Those that the params make, which stand under the call's own; undefined for none. */
  headers?: HeaderRecord | undefined;
}

/** What differs between REST and GraphQL: how params become a request, and a response becomes data or an error. */
export interface Protocol extends Reading {
  /** What each of the endpoint's requests begins as. */
  readonly definition: RequestDefinition;
  /** Where its params go by name; undefined where none goes into a path or a query. */
  readonly places?: Places | undefined;
  /**
   * Makes the body of `call.params`, and sets `call.url`, as far as it can be built, and `call.headers`. Throws when the
   * params can't become a request.
   */
  encode(call: Encoding): EncodedBody;
}

/** What both kinds of endpoint may be configured with. */
interface EndpointOptions extends LevelOptions {
  readonly share?: boolean | undefined;
  readonly dedupe?: boolean | undefined;
}

/** What excludes each other; what a reader opens can be read only once, and is validated by it. */
const CLASHES = [
  ['share', 'dedupe'],
  ['share', 'reader'],
  ['schema', 'reader'],
  ['place', 'bodyAs'],
] as const;

/** One endpoint of a client as it is configured, whichever copy of the client it is called through. */
export class EndpointDefinition {
  /** Its key in `requests`. */
  readonly name: string;
  readonly client: ClientCore;
  readonly protocol: Protocol;
  readonly share: boolean;
  readonly dedupe: boolean;
  readonly settings: Settings;

  /** Throws a TypeError for options that exclude each other, and for a reader that brings nothing to keep its bodies. */
  constructor(name: string, client: ClientCore, protocol: Protocol, options: EndpointOptions) {
    const { reader } = protocol;
    const given = nullProto<object>(options, { reader }) as Readonly<Record<string, unknown>>;
    for (const [one, other] of CLASHES)
      if (given[one] && given[other])
        throw new TypeError(`"${name}" has both ${one} and ${other}: remove one.`);
    if (reader && !('~keeper' in reader))
      throw InvalidInputError.ofOption(`responseType of "${name}"`, reader, 'reader(…) from homing/stream');
    this.name = name;
    this.client = client;
    this.protocol = protocol;
    this.share = Boolean(options.share);
    this.dedupe = Boolean(options.dedupe);
    this.settings = readSettings(options);
  }
}

/** The key under which an endpoint function carries its `Caller`. */
export const ENDPOINT_HANDLE: unique symbol = Symbol.for('homing.caller') as never;

/** An endpoint, as those see it who call it for another: a poll, a walk over pages, an adapter. */
export interface EndpointHandle {
  readonly definition: EndpointDefinition;
  /** The copy of the client that it is called through. */
  readonly copy: ClientCopy;
  /** The configured levels as one. */
  readonly settings: Settings;
  /** What a copy is told from others by, for this endpoint of it. */
  within(copyScope: string): string;
  /** Reads params and options, of a call that may be made in another's name. Never throws. */
  prepare(params: unknown, options?: CallOptions | null): PreparedCall;
}

/** One call as it was asked for: it may be run again, by `retry()` or by a poll, and sends the same each time. */
export class PreparedCall implements CallPlan {
  readonly endpoint: Endpoint;
  readonly params: unknown;
  url: string;
  /** Those that the params make; undefined for none. */
  headers: HeaderRecord | undefined = undefined;
  readonly body: EncodedBody | undefined = undefined;
  readonly settings: Settings;
  readonly refusal: unknown;

  constructor(endpoint: Endpoint, params: unknown, options: CallOptions | null | undefined) {
    const { protocol } = endpoint.definition;
    this.endpoint = endpoint;
    this.params = params;
    this.url = protocol.definition.urlTemplate;
    let refusal: unknown;
    try {
      this.body = protocol.encode(this);
    } catch (thrown) {
      refusal = thrown;
    }
    const { settings } = endpoint;
    // Those that the params make stand between the endpoint's and those of the options.
    const under = this.headers
      ? { ...settings, headers: nullProto(settings.headers, this.headers) }
      : settings;
    this.settings = mergeSettings(under, readSettings(options));
    this.url = withQuery(this.url, this.settings.query);
    this.refusal = refusal ?? this.settings.refusal;
  }

  /**
   * Makes a call for the same. Each is a call of its own: what a plugin keeps for one, by `ctx.once`, is not kept for the
   * other.
   *
   * @param by In whose name, where that is not simply the caller's.
   */
  run(by?: CalledBy): Promise<Result<unknown>> {
    return new Call(this, by).run();
  }
}

/** One endpoint of a client, or of a copy: everything that never varies per call, worked out at the first call. */
export class Endpoint implements EndpointHandle {
  readonly definition: EndpointDefinition;
  readonly copy: ClientCopy;
  #settings: Settings | undefined;
  #pipeline: MiddlewarePipeline | undefined;
  #sharers: Sharers | undefined;

  constructor(definition: EndpointDefinition, copy: ClientCopy) {
    this.definition = definition;
    this.copy = copy;
  }

  /** What the function on the client does. */
  ask(params?: unknown, options?: CallOptions): Promise<Result<unknown>> {
    return this.prepare(params, options).run();
  }

  prepare(params: unknown, options?: CallOptions | null): PreparedCall {
    return new PreparedCall(this, params, options);
  }

  /** The configured levels as one: what a reader asks for, the client's, the copy's and the endpoint's own. */
  get settings(): Settings {
    if (this.#settings) return this.#settings;
    const { client, protocol, settings } = this.definition;
    const merged = [client.settings, this.copy.settings, settings].reduce(
      mergeSettings,
      readSettings(protocol.reader),
    );
    const middleware = [...this.copy.middleware, ...merged.middleware];
    return (this.#settings = { ...merged, middleware });
  }

  /** The middleware of these settings, put together. */
  pipelineOf({ middleware }: Settings): MiddlewarePipeline {
    if (middleware !== this.settings.middleware) return new MiddlewarePipeline(middleware);
    return (this.#pipeline ??= new MiddlewarePipeline(middleware));
  }

  /** What its requests may be shared by; undefined for an endpoint that doesn't share. */
  get sharers(): Sharers | undefined {
    const { share, client, settings } = this.definition;
    if (!share) return undefined;
    return (this.#sharers ??= {
      registry: client.registry,
      scope: this.within(shareScope(this.copy)),
      // No copy and no call has a say in it.
      timeout: settings.timeout ?? client.settings.timeout ?? 0,
    });
  }

  /** Whether its calls take each other's place. */
  get dedupes(): boolean {
    return this.definition.dedupe && this.copy.dedupe;
  }

  /** What calls must come from for that. */
  get dedupeScope(): string {
    return this.within(dedupeScope(this.copy));
  }

  within(copyScope: string): string {
    const { name, protocol } = this.definition;
    return JSON.stringify([copyScope, name, protocol.definition.operation]);
  }

  /** What `getHeaders` of the function on the client gives. */
  headers(): Record<string, string> {
    const { headers, refusal } = this.settings;
    return refusal === undefined ? { ...headers } : {};
  }
}
