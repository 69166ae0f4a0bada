import type { MiddlewarePlan } from './middlewares.js';
import type { ChangePlan, ParamsPlan } from './params.js';
import type { PlacePlan } from './place.js';
import type { Reply } from './replies.js';
import type { AskPlan } from './scenario.js';
import type { SignalPlan, Thrown } from './signals.js';

/** The options that client, endpoint and call have in common. */
export interface LevelPlan {
  readonly headers: Readonly<Record<string, string | null>> | undefined;
  readonly fetchOptions: Readonly<Record<string, unknown>> | undefined;
  readonly timeout: number | undefined;
  readonly middleware: readonly MiddlewarePlan[];
}

export interface EndpointPlan extends LevelPlan {
  readonly method: string;
  readonly path: string;
  readonly bodyAs: 'body' | 'query' | undefined;
  readonly responseType: string | undefined;
  readonly schema: SchemaPlan | undefined;
  readonly joins: 'share' | 'dedupe' | undefined;
}

export interface SchemaPlan {
  readonly does:
    'passes' | 'passes later' | 'finds issues' | 'throws' | 'rejects' | 'gives garbage' | 'hangs';
  readonly thrown: Thrown;
}

export interface CallPlan extends LevelPlan {
  readonly endpoint: number;
  /** 0: the client itself; else a copy with headers of its own. */
  readonly copy: number;
  readonly params: ParamsPlan;
  readonly signal: SignalPlan | undefined;
  /** Milliseconds from the start of the scenario. */
  readonly startAt: number;
  /** How often `result.retry()` follows. */
  readonly retries: number;
  /** Leaves out the cache and the retry middleware. */
  readonly skips: boolean;
  /** When the caller changes what it passed as params. */
  readonly changes: ChangePlan | undefined;
  /** Asks again and again, or for page after page; undefined for a call. */
  readonly asks: AskPlan | undefined;
}

/** The clock of the day is set by so many milliseconds, while timers go on. */
export interface JumpPlan {
  readonly at: number;
  readonly by: number;
}

/** Everything that happens to one client, as plain data: it can be printed, shrunk and run again. */
export interface Scenario {
  readonly protocol: 'rest' | 'graphql';
  readonly client: LevelPlan & {
    readonly baseUrl: string;
    readonly globalFetch: boolean;
    readonly log: boolean;
    readonly onError: 'none' | 'returns' | 'throws' | 'rejects' | 'hangs';
  };
  readonly endpoints: readonly EndpointPlan[];
  /** The requests meet these in turn. */
  readonly replies: readonly Reply[];
  readonly calls: readonly CallPlan[];
  /** Whether all calls have the signal of the first. */
  readonly oneSignal: boolean;
  readonly jumps: readonly JumpPlan[];
  readonly place: PlacePlan;
  readonly thrown: Thrown;
}

/** The deadline of a call as the three levels make it; 0 for none. */
export const deadlineOf = (...levels: readonly Pick<LevelPlan, 'timeout'>[]): number => {
  const timeout =
    levels
      .map((each) => each.timeout)
      .filter((each) => each !== undefined)
      .at(-1) ?? 0;
  return timeout > 0 ? Math.min(Math.max(Math.floor(timeout), 1), 2 ** 31 - 1) : 0;
};
