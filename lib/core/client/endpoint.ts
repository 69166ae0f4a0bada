import type { CallContext } from '../stages/call-context.js';
import type { MiddlewareEntry } from '../stages/plugin.js';
import type { Next } from '../stages/stage.js';
import type { CallOptions } from '../settings/call-options.js';
import { type Level, levelOfReader, mergeLevels, readLevel, withOutermost } from '../settings/level.js';
import { callStages } from './call-stages.js';
import type { EndpointDefinition } from './endpoint-definition.js';

/** What sets a copy of a client apart from the client. */
export interface ClientCopy {
  /** The added options; they stand between the client's and the endpoint's. One that can't be used throws. */
  readonly level: () => Level;
  /** The added middleware, which stands outermost. */
  readonly middleware: readonly MiddlewareEntry[];
  /** The added options as text: copies with equal text count as one client, and without any as the client. */
  readonly scope: string;
  /** False for a copy whose calls supersede nothing. */
  readonly dedupe: boolean;
}

/** One endpoint of a client, or of a copy: everything that never varies per call, worked out at the first call. */
export class Endpoint {
  readonly definition: EndpointDefinition;
  readonly #copy: ClientCopy;
  #configured: Level | undefined;
  #scope: string | undefined;
  #stages: Next<CallContext> | undefined;

  constructor(definition: EndpointDefinition, copy: ClientCopy) {
    this.definition = definition;
    this.#copy = copy;
  }

  /** Whether a newer call takes the place of an older one. */
  get dedupe(): boolean {
    return this.definition.dedupe && this.#copy.dedupe;
  }

  /** What calls have to have in common to be joined, or to take each other's place. */
  get scope(): string {
    const { name, protocol } = this.definition;
    return (this.#scope ??= JSON.stringify([this.#copy.scope, name, protocol.definition.operation]));
  }

  /** A copy made with `dedupe: false` differs from one made without: docs/reference/rules.md#sharing-a-poll */
  get pollScope(): string {
    return `${String(this.#copy.dedupe)} ${this.scope}`;
  }

  /** The deadline of a request that several calls share, in milliseconds; 0 for none. */
  get timeout(): number {
    return this.configured.timeout ?? 0;
  }

  /** The configured levels as one. Throws a Refusal when one of them can't be used. */
  get configured(): Level {
    return (this.#configured ??= this.#configure());
  }

  /** What stands around the sending of its calls. */
  get stages(): Next<CallContext> {
    return (this.#stages ??= callStages(this));
  }

  /** What a call with these options runs with. Throws a Refusal that names the option which can't be used. */
  settle(options: CallOptions | null | undefined): Level {
    return options === null || options === undefined
      ? this.configured
      : mergeLevels(this.configured, readLevel(options));
  }

  /** What `getHeaders` of the function on the client gives. */
  headers(): Record<string, string> {
    try {
      return { ...this.configured.headers };
    } catch {
      return {};
    }
  }

  #configure(): Level {
    const { core, protocol, level } = this.definition;
    const levels = [levelOfReader(protocol.reader), core.level(), this.#copy.level(), level()];
    return withOutermost(this.#copy.middleware, levels.reduce(mergeLevels));
  }
}
