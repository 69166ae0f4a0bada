import { bare } from '../platform/bare.js';
import { isObject } from '../platform/is-object.js';
import { isPlain } from '../platform/is-plain.js';
import { ownDefined } from '../platform/own-properties.js';
import type { Request } from '../request/request.js';
import { levelOfCopy, mergeLevels, readLevel } from '../settings/level.js';
import { snapshot } from '../settings/snapshot.js';
import type { MiddlewareEntry } from '../stages/plugin.js';
import type { WatchSlot } from '../stages/watch.js';
import type { HeadersOption } from '../wire/headers.js';
import { Refusal } from '../result/refusal.js';
import { readList } from '../wire/read-list.js';
import type { ApiConfig, Requests } from './api-config.js';
import type { ClientCore } from './client-core.js';
import { compileEndpoints } from './compile-endpoints.js';
import type { ClientCopy } from './copy-scope.js';
import { COPY, type Copyable, type CopyOptions, WATCH, type Watchable } from './copyable.js';
import type { EndpointFunction } from './endpoint-function.js';
import type { EndpointGroup } from './endpoint-group.js';

/** The function of an endpoint, from the types that it carries; of a group, an object of such. */
type FunctionOf<TRequest> =
  TRequest extends Request<infer TParams, infer TResponse, infer TErrors>
    ? EndpointFunction<TParams, TResponse, TErrors>
    : { -readonly [K in keyof TRequest]: FunctionOf<TRequest[K]> };

/** What a client has beside its endpoints. */
export interface ClientMethods<TRequests extends Requests> {
  /**
   * A copy that sends these headers too and shares everything else with the client. Endpoint headers win over them, a
   * call's over all. An invalid one makes every call through the copy a `'network'` error.
   */
  withHeaders(headers: HeadersOption, options?: Omit<CopyOptions, 'headers'>): ApiClient<TRequests>;
}

/** What a client has beside its endpoints, too. */
export interface CopyMethod<TRequests extends Requests> {
  /**
   * A copy all of whose calls have these options too, such as one for each incoming request; it shares everything else
   * with the client. They stand between the client's options and the endpoint's, the middleware outermost. One that can't
   * be used makes every call through the copy a `'network'` error.
   */
  with(options: CopyOptions): ApiClient<TRequests>;
}

/**
 * One function per endpoint, as own, enumerable, writable, configurable properties: fit for `jest.spyOn`. A group of
 * endpoints is an object of such.
 */
export type ApiClient<TRequests extends Requests> = {
  -readonly [K in keyof TRequests]: FunctionOf<TRequests[K]>;
} & ('withHeaders' extends keyof TRequests ? unknown : ClientMethods<TRequests>) &
  ('with' extends keyof TRequests ? unknown : CopyMethod<TRequests>);

/** What stands behind a client. */
interface Origin extends ClientCopy {
  readonly core: ClientCore;
  readonly endpoints: EndpointGroup;
}

/** Not in a private field: an object that already has many properties takes one more only in a larger, slower form. */
const origins = /* @__PURE__ */ new WeakMap<object, Origin>();

/** An object with the functions of all endpoints. */
const furnished = <T extends object>(origin: Origin, prototype: T): T => {
  const client = origin.endpoints.functions(origin, prototype) as T;
  origins.set(client, origin);
  return client;
};

const readCopy = (options: CopyOptions): CopyOptions => {
  if (!isObject(options) || !isPlain(options))
    throw Refusal.of('The options of a copy', options, 'a plain object');
  return ownDefined(options);
};

/** A client of any protocol, as an object with one function per endpoint. */
export class Client implements Copyable, Watchable {
  constructor(core: ClientCore, endpoints: EndpointGroup) {
    const added = readLevel({});
    const level = () => added;
    return furnished({ core, endpoints, level, middleware: [], dedupe: true }, new.target.prototype);
  }

  with(options: CopyOptions): Client | undefined {
    return this[COPY](options);
  }

  withHeaders(headers: HeadersOption, options?: CopyOptions): Client | undefined {
    return this[COPY](bare(options ?? {}, { headers }));
  }

  [COPY](options: CopyOptions): Client | undefined {
    const origin = origins.get(this);
    if (!origin) return undefined;
    let given: CopyOptions = {};
    let added: readonly MiddlewareEntry[] = [];
    // What can't be read is refused where headers are: at each call.
    const level = snapshot(() => {
      given = readCopy(options);
      const { middleware: list = [] } = given;
      added = readList('middleware', list);
      return mergeLevels(origin.level(), levelOfCopy(given));
    });
    const middleware = [...added, ...origin.middleware];
    const dedupe = origin.dedupe && given.dedupe !== false;
    return furnished({ ...origin, level, middleware, dedupe }, Client.prototype);
  }

  get [WATCH](): WatchSlot | undefined {
    return origins.get(this)?.core.watch;
  }
}

/** A client of REST endpoints. */
class RestClient extends Client {
  constructor(config: ApiConfig) {
    const { core, endpoints } = compileEndpoints(config);
    super(core, endpoints);
  }
}

/**
 * A client: one async function per entry of `requests`. Throws a TypeError for a configuration mistake, with a
 * sentence that says how to mend it.
 */
export const ApiClient: new <const TRequests extends Requests>(
  config: ApiConfig<TRequests>,
) => ApiClient<TRequests> = RestClient as never;
