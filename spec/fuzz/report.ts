import type { ApiError, Result } from '../../lib/index.js';
import { hasTrait, type MiddlewarePlan, type Trait } from './middlewares.js';
import type { CallPlan, EndpointPlan, LevelPlan, Scenario } from './plans.js';
import type { Echo } from './recorded-fetch.js';
import type { Asking } from './run-asking.js';
import type { Abortable } from './signals.js';
import type { Asker } from './virtual-time.js';
import type { LateNext } from './world.js';

/** One run of a call: the call itself, or a `result.retry()` of it. */
export interface Run extends Asker {
  readonly call: CallPlan;
  readonly endpoint: EndpointPlan;
  /** In virtual milliseconds, as all times here. */
  readonly began: number;
  /** The number of earlier requests. */
  readonly firstSent: number;
  /** The error that the call threw synchronously. */
  readonly threw?: { readonly thrown: unknown };
  /** Whether the caller's signal was aborted when the call started. */
  readonly aborted: boolean;
  settledAt?: number;
  result?: Result<unknown>;
  /** The request described in its data. */
  echo?: Echo | undefined;
  rejected?: { readonly thrown: unknown };
}

/** One request, as fetch received it. */
export interface Sent {
  readonly at: number;
  readonly url: unknown;
  readonly init: RequestInit;
  readonly self: unknown;
  /** The key of equal requests; undefined if they aren't compared. */
  readonly key: string | undefined;
  /** For an endpoint with `dedupe`: the key of requests that cancel each other. */
  readonly line: string | undefined;
  /** Other requests with the same key that were in flight when this request was sent. */
  readonly besides: number;
  /** The body at that time; null for none, and for a body that can't be read synchronously. */
  readonly text: string | null;
  /** The run or poll that it was sent for. */
  readonly asker: Asker | undefined;
  /** Whether other callers can wait for it. */
  readonly joins: boolean;
  /** Whether that run was over when the request was sent. */
  readonly isLate: boolean;
  settled: boolean;
  settledAt?: number;
  /** Removes the abort listener. */
  forget?: () => void;
  /** The abort time of its signal. */
  abortedAt?: number;
}

/** The remaining resources after all calls have settled, and again after all timers have run. */
export interface Leftovers {
  readonly timers: number;
  readonly listeners: number;
  readonly sent: number;
  readonly reported: number;
  /** The number of listeners for the tab's visibility. */
  readonly onTab: number;
  /** Requests in flight without an abort. */
  readonly inFlight: number;
}

/** The full result of one scenario. */
export interface Report {
  readonly scenario: Scenario;
  readonly runs: readonly Run[];
  readonly sent: readonly Sent[];
  readonly reported: readonly ApiError[];
  /** Polls and paginations. */
  readonly asks: readonly Asking[];
  readonly callers: readonly (Abortable | undefined)[];
  /** The maximum number of listeners on a caller's signal. */
  readonly mostListeners: number;
  /** Signals that middleware set. */
  readonly installed: readonly Abortable[];
  /** The ages of responses that the cache returned. */
  readonly ages: readonly number[];
  /** The Results that waiting middleware received. */
  readonly nexts: readonly LateNext[];
  readonly atEnd: Leftovers;
  readonly afterwards: Leftovers;
  /** Unhandled rejections, and errors of timers. */
  readonly uncaught: readonly unknown[];
}

/** The error of a finished call; undefined for a success. */
export const errorOf = ({ result }: Pick<Run, 'result'>): ApiError | undefined => result?.error ?? undefined;

/** Returns the violation; undefined if there is none. */
export type Invariant = (report: Report) => string | undefined;

/** A check of one of several items. */
export type Complaint = string | false | undefined;

/** The first violation of these items. */
export const firstOf =
  <T>(listOf: (report: Report) => readonly T[], check: (each: T, report: Report) => Complaint): Invariant =>
  (report) => {
    for (const each of listOf(report)) {
      const complaint = check(each, report);
      if (typeof complaint === 'string') return complaint;
    }
    return undefined;
  };

/** The checks by rule. */
export type Invariants = Readonly<Record<string, Invariant>>;

/** The checked run, poll or pagination. */
interface Called {
  readonly call: CallPlan;
  readonly endpoint: EndpointPlan;
}

const middlewareOf = (levels: readonly LevelPlan[]): MiddlewarePlan[] =>
  levels.flatMap(({ middleware }) => middleware);

/** Whether a middleware of the scenario has this trait. */
export const anywhere = ({ client, endpoints, calls }: Scenario, ...traits: readonly Trait[]): boolean => {
  const plans = middlewareOf([client, ...endpoints, ...calls]);
  return traits.some((trait) => hasTrait(trait, plans));
};

/** The levels of a call, with the most specific last. */
export const levelsOf = ({ scenario }: Report, { call, endpoint }: Called): readonly LevelPlan[] => [
  scenario.client,
  endpoint,
  call,
];

/** Whether a middleware of this call has this trait. */
export const inCall = (report: Report, run: Called, ...traits: readonly Trait[]): boolean => {
  const plans = middlewareOf(levelsOf(report, run));
  return traits.some((trait) => hasTrait(trait, plans));
};

/** Whether the call runs without middleware. */
export const isBare = (report: Report, run: Called): boolean =>
  middlewareOf(levelsOf(report, run)).length === 0;
