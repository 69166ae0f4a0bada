import type { Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import type { CalledBy } from '../stages/asked-for.js';
import type { MiddlewareEntry } from '../stages/plugin.js';
import type { ParamNames } from '../wire/placement.js';
import { CallPlan } from './call-plan.js';
import { CALLER, type Caller } from './caller.js';
import type { ClientCopy } from './copy-scope.js';
import { Endpoint } from './endpoint.js';
import type { EndpointDefinition } from './endpoint-definition.js';

/** What stands for params where there are none; the compiler names it when it refuses one. */
interface NoParams {
  readonly __noParams?: never;
}

/** The arguments of a call: params may be left out when none is required. */
export type CallArguments<TParams> = {} extends TParams
  ? [params?: TParams extends Record<string, never> ? NoParams : TParams, options?: CallOptions]
  : [params: TParams, options?: CallOptions];

/** One endpoint of a client, as a function. It never rejects: what goes wrong is an error Result. */
export interface EndpointFunction<TParams, TResponse, TErrors = {}> {
  // Without a doc comment, as an editor would show that at a call, in place of the endpoint's own.
  (...args: CallArguments<TParams>): Promise<Result<TResponse, TErrors>>;
  /**
   * The headers that client and endpoint configure, by lowercase name, on a fresh object; `{}` when one of them is
   * invalid. Never throws.
   */
  getHeaders(): Record<string, string>;
}

/** An endpoint that can be called: by its function, and in somebody else's name. */
class CallableEndpoint extends Endpoint implements Caller {
  get group(): object {
    return this.definition.core;
  }

  get name(): string {
    return this.definition.name;
  }

  get path(): string {
    return this.definition.protocol.definition.path;
  }

  get names(): ParamNames | undefined {
    return this.definition.protocol.names;
  }

  get urlTemplate(): string {
    return this.definition.protocol.definition.urlTemplate;
  }

  get middleware(): readonly MiddlewareEntry[] {
    try {
      return this.configured.middleware;
    } catch {
      return [];
    }
  }

  get streams(): boolean {
    return this.definition.protocol.reader !== undefined;
  }

  /** What the function does. */
  ask(params?: unknown, options?: CallOptions): Promise<Result<unknown>> {
    return this.prepare(params, options).run();
  }

  call(params: unknown, options: CallOptions | undefined, by: CalledBy): Promise<Result<unknown>> {
    return this.prepare(params, options).run(by);
  }

  prepare(params: unknown, options?: CallOptions): CallPlan {
    return new CallPlan(this, params, options);
  }
}

/** The function that stands on a client for an endpoint. */
export function endpointFunction(
  definition: EndpointDefinition,
  copy: ClientCopy,
): EndpointFunction<unknown, unknown> {
  const endpoint = new CallableEndpoint(definition, copy);
  // Bound methods: half the size of closures, and a client may be copied for every user. What else a call is made with
  // is nothing that a user's third argument can say.
  const bound = endpoint.ask.bind(endpoint) as EndpointFunction<unknown, unknown> & { [CALLER]: Caller };
  bound.getHeaders = endpoint.headers.bind(endpoint);
  bound[CALLER] = endpoint;
  return bound;
}
