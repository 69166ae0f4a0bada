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
  /** How many requests there were before. */
  readonly firstSent: number;
  /** What the call itself threw, before there was a promise. */
  readonly threw?: { readonly thrown: unknown };
  /** Whether the caller's signal was aborted when the call began. */
  readonly aborted: boolean;
  settledAt?: number;
  result?: Result<unknown>;
  /** What its data tell of the request, as it came home. */
  echo?: Echo | undefined;
  rejected?: { readonly thrown: unknown };
}

/** One request, as fetch got it. */
export interface Sent {
  readonly at: number;
  readonly url: unknown;
  readonly init: RequestInit;
  readonly self: unknown;
  /** What requests must have in common to be one; undefined where they are not compared. */
  readonly key: string | undefined;
  /** Of an endpoint with `dedupe`: which requests take each other's place. */
  readonly line: string | undefined;
  /** Others of the same key, or line, that were in flight when this one was sent. */
  readonly besides: number;
  /** The body as it was then; null for none, and for one that can't be read at once. */
  readonly text: string | null;
  /** For whom it was sent. */
  readonly asker: Asker | undefined;
  /** Whether others may wait for it too. */
  readonly joins: boolean;
  /** Whether that was over when it was sent. */
  readonly isLate: boolean;
  settled: boolean;
  settledAt?: number;
  /** Takes the listener away that waits for its abort. */
  forget?: () => void;
  /** When the signal that it was sent with aborted. */
  abortedAt?: number;
}

/** What is left when all calls have settled, and again when all timers have run. */
export interface Leftovers {
  readonly timers: number;
  readonly listeners: number;
  readonly sent: number;
  readonly reported: number;
  /** What waits for a tab to be shown. */
  readonly onTab: number;
  /** Requests in flight whose signal has not aborted. */
  readonly inFlight: number;
}

/** Everything that one scenario came to. */
export interface Report {
  readonly scenario: Scenario;
  readonly runs: readonly Run[];
  readonly sent: readonly Sent[];
  readonly reported: readonly ApiError[];
  /** Polls, and walks over pages. */
  readonly asks: readonly Asking[];
  readonly callers: readonly (Abortable | undefined)[];
  /** Most listeners that a caller's signal had at once. */
  readonly mostListeners: number;
  /** Signals that middleware installed. */
  readonly installed: readonly Abortable[];
  /** How long answers had been in the cache when they were handed out. */
  readonly ages: readonly number[];
  /** What middleware that had waited got. */
  readonly nexts: readonly LateNext[];
  readonly atEnd: Leftovers;
  readonly afterwards: Leftovers;
  /** Unhandled rejections, and what timers threw. */
  readonly uncaught: readonly unknown[];
}

/** What went wrong with a call that came home; undefined for a success. */
export const errorOf = ({ result }: Pick<Run, 'result'>): ApiError | undefined => result?.error ?? undefined;

/** Says what is wrong; undefined when nothing is. */
export type Invariant = (report: Report) => string | undefined;

/** What a look at one of several things finds. */
export type Complaint = string | false | undefined;

/** The first complaint about any of these. */
export const firstOf =
  <T>(listOf: (report: Report) => readonly T[], check: (each: T, report: Report) => Complaint): Invariant =>
  (report) => {
    for (const each of listOf(report)) {
      const complaint = check(each, report);
      if (typeof complaint === 'string') return complaint;
    }
    return undefined;
  };

/** By the rule that each holds. */
export type Invariants = Readonly<Record<string, Invariant>>;

/** Of whom it is asked: a run, or whoever asks again and again. */
interface Called {
  readonly call: CallPlan;
  readonly endpoint: EndpointPlan;
}

const middlewareOf = (levels: readonly LevelPlan[]): MiddlewarePlan[] =>
  levels.flatMap(({ middleware }) => middleware);

/** Whether some middleware of the scenario does this. */
export const anywhere = ({ client, endpoints, calls }: Scenario, ...traits: readonly Trait[]): boolean => {
  const plans = middlewareOf([client, ...endpoints, ...calls]);
  return traits.some((trait) => hasTrait(trait, plans));
};

/** The levels of a call, the most specific last. */
export const levelsOf = ({ scenario }: Report, { call, endpoint }: Called): readonly LevelPlan[] => [
  scenario.client,
  endpoint,
  call,
];

/** Whether middleware that this call runs does this. */
export const inCall = (report: Report, run: Called, ...traits: readonly Trait[]): boolean => {
  const plans = middlewareOf(levelsOf(report, run));
  return traits.some((trait) => hasTrait(trait, plans));
};

/** Whether the call has no middleware at all. */
export const isBare = (report: Report, run: Called): boolean =>
  middlewareOf(levelsOf(report, run)).length === 0;
