import { send } from '../stages/send.js';
import { shareKey } from '../stages/share-key.js';
import type { SharedRequest } from '../stages/shared-request.js';
import type { OutgoingRequest } from '../stages/outgoing-request.js';
import type { Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import { DEFAULTS } from '../settings/defaults.js';
import { type Level, mergeLevels, readLevel } from '../settings/level.js';
import { Call } from './call.js';
import { CallPlan } from './call-plan.js';
import type { Callee } from './callee.js';
import type { Caller, PreparedCall } from './caller.js';
import type { EndpointParts } from './endpoint-parts.js';

/** What sets a copy of a client apart from the client. */
export interface CopiedParts {
  /** The added headers; they stand between the client's and the endpoint's. One that can't be used throws. */
  readonly level: () => Level;
  /** The added headers as text: copies with equal text count as one client, and without headers as the client. */
  readonly scope: string;
  /** False for a copy whose calls supersede nothing. */
  readonly dedupe: boolean;
}

/** Everything about one endpoint of one client that never varies per call. */
export class Endpoint implements Callee, Caller {
  /** The client's own, whichever copy this stands on. */
  readonly parts: EndpointParts;
  readonly #copied: CopiedParts;
  #configured: Level | undefined;

  constructor(parts: EndpointParts, copied: CopiedParts) {
    this.parts = parts;
    this.#copied = copied;
  }

  get dedupe(): boolean {
    return this.parts.dedupe && this.#copied.dedupe;
  }

  get scope(): string {
    const { name, protocol } = this.parts;
    return JSON.stringify([this.#copied.scope, name, protocol.operation]);
  }

  /** A copy made with `dedupe: false` differs from one made without (specification 4.5, sharing 2). */
  get pollScope(): string {
    return `${String(this.#copied.dedupe)} ${this.scope}`;
  }

  /** The configured levels as one. Throws a Refusal when one of them can't be used. */
  get configured(): Level {
    const [client, endpoint] = this.parts.levels;
    // At the first call: of a copy for one user, most endpoints are never called.
    return (this.#configured ??= [client, this.#copied.level, endpoint]
      .map((level) => level())
      .reduce(mergeLevels));
  }

  settle(options: CallOptions | null | undefined): Level {
    return options == null ? this.configured : mergeLevels(this.configured, readLevel(options));
  }

  join(request: OutgoingRequest): SharedRequest | undefined {
    const { share, surroundings } = this.parts;
    const key = share ? shareKey(request, this.scope) : undefined;
    if (key === undefined) return undefined;
    const { clock, shares } = surroundings;
    const timeout = this.configured.timeout ?? DEFAULTS.timeout;
    return shares.find(key, { clock, timeout, send: (signal) => send(request, signal) });
  }

  call(params?: unknown, options?: CallOptions): Promise<Result<unknown>> {
    return new Call(new CallPlan(this, params, options)).run();
  }

  prepare(params: unknown, options: CallOptions): PreparedCall {
    const plan = new CallPlan(this, params, options);
    return {
      wire: plan.wire,
      takeOver: () => void plan.takeOver(),
      run: (listener) => new Call(plan, listener).run(),
    };
  }

  /** What `getHeaders` of the function on the client gives. */
  headers(): Record<string, string> {
    try {
      return { ...this.configured.headers };
    } catch {
      return {};
    }
  }
}
