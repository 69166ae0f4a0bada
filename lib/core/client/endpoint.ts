import { bare } from '../platform/bare.js';
import type { CallRun } from '../stages/call-run.js';
import type { CarriedContext } from '../stages/carried-context.js';
import type { Next } from '../stages/stage.js';
import type { CallOptions } from '../settings/call-options.js';
import { type Level, NONE, levelOfReader, mergeLevels, readLevel } from '../settings/level.js';
import type { HeaderRecord } from '../wire/fetch-options.js';
import { callStages } from './call-stages.js';
import { type ClientCopy, dedupeScope, shareScope } from './copy-scope.js';
import type { EndpointDefinition } from './endpoint-definition.js';

/** One endpoint of a client, or of a copy: everything that never varies per call, worked out at the first call. */
export class Endpoint {
  readonly definition: EndpointDefinition;
  readonly copy: ClientCopy;
  #configured: Level | undefined;
  #shareScope: string | undefined;
  #stages: Next<CallRun> | undefined;

  constructor(definition: EndpointDefinition, copy: ClientCopy) {
    this.definition = definition;
    this.copy = copy;
  }

  /** Whether a newer call takes the place of an older one. */
  get dedupe(): boolean {
    return this.definition.dedupe && this.copy.dedupe;
  }

  /** What calls must come from to share a request. */
  get shareScope(): string {
    return (this.#shareScope ??= this.within(shareScope(this.copy)));
  }

  /** What calls must come from to take each other's place. */
  get dedupeScope(): string {
    return this.within(dedupeScope(this.copy));
  }

  /** The deadline of a request that several calls share, in milliseconds; 0 for none. No copy has a say in it. */
  get sharedTimeout(): number {
    const { core, level } = this.definition;
    return level().timeout ?? core.level().timeout ?? 0;
  }

  /** The configured levels as one. Throws a Refusal when one of them can't be used. */
  get configured(): Level {
    return (this.#configured ??= this.#configure());
  }

  /** What stands around the sending of its calls. */
  get stages(): Next<CallRun> {
    return (this.#stages ??= callStages(this));
  }

  /**
   * What a call with these options runs with. Throws a Refusal that names the option which can't be used.
   *
   * @param added Headers that stand between the endpoint's and those of the options.
   */
  settle(options: CallOptions | null | undefined, added?: HeaderRecord): Level {
    const { configured } = this;
    const under = added ? { ...configured, headers: bare(configured.headers, added) } : configured;
    return options === null || options === undefined ? under : mergeLevels(under, readLevel(options));
  }

  /** What its calls carry, but for what each call's own options add; nothing when the configured options can't be used. */
  get context(): CarriedContext {
    try {
      return this.configured.context;
    } catch {
      return NONE;
    }
  }

  /** What `getHeaders` of the function on the client gives. */
  headers(): Record<string, string> {
    try {
      return { ...this.configured.headers };
    } catch {
      return {};
    }
  }

  /** What a copy is told from others by, for this endpoint of it. */
  within(copyScope: string): string {
    const { name, protocol } = this.definition;
    return JSON.stringify([copyScope, name, protocol.definition.operation]);
  }

  #configure(): Level {
    const { core, protocol, level } = this.definition;
    const { middleware, level: added } = this.copy;
    const merged = [levelOfReader(protocol.reader), core.level(), added(), level()].reduce(mergeLevels);
    // A query is an option of calls alone.
    return { ...merged, middleware: [...middleware, ...merged.middleware], query: '' };
  }
}
