import type { MiddlewarePlan } from './middlewares.js';
import type { ChangePlan, ParamsPlan } from './params.js';
import type { PlacePlan } from './place.js';
import type { Reply } from './replies.js';
import type { AskPlan } from './scenario.js';
import type { SignalPlan, Thrown } from './signals.js';

/** The common options of client, endpoint and call. */
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
  /** 0: the client itself; else a derived client with its own headers. */
  readonly copy: number;
  readonly params: ParamsPlan;
  readonly signal: SignalPlan | undefined;
  /** Milliseconds from the start of the scenario. */
  readonly startAt: number;
  /** The number of `result.retry()` calls. */
  readonly retries: number;
  /** Skips the cache and the retry middleware. */
  readonly skips: boolean;
  /** When the caller changes its params. */
  readonly changes: ChangePlan | undefined;
  /** A poll or a pagination; undefined for a call. */
  readonly asks: AskPlan | undefined;
}

/** The system clock changes by this many milliseconds, but timers don't. */
export interface JumpPlan {
  readonly at: number;
  readonly by: number;
}

/** A scenario for one client, as plain data that can be printed, shrunk and repeated. */
export interface Scenario {
  readonly protocol: 'rest' | 'graphql';
  readonly client: LevelPlan & {
    readonly baseUrl: string;
    readonly globalFetch: boolean;
    readonly log: boolean;
    readonly onError: 'none' | 'returns' | 'throws' | 'rejects' | 'hangs';
  };
  readonly endpoints: readonly EndpointPlan[];
  /** The replies to the requests, in order. */
  readonly replies: readonly Reply[];
  readonly calls: readonly CallPlan[];
  /** Whether all calls use the signal of the first. */
  readonly oneSignal: boolean;
  readonly jumps: readonly JumpPlan[];
  readonly place: PlacePlan;
  readonly thrown: Thrown;
}

/** The effective timeout of a call from three levels; 0 for none. */
export const deadlineOf = (...levels: readonly Pick<LevelPlan, 'timeout'>[]): number => {
  const timeout =
    levels
      .map((each) => each.timeout)
      .filter((each) => each !== undefined)
      .at(-1) ?? 0;
  return timeout > 0 ? Math.min(Math.max(Math.floor(timeout), 1), 2 ** 31 - 1) : 0;
};
