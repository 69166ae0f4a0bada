import type { Result } from '../../lib/index.js';
import type { AskPlan } from './asks.js';
import type { Echo } from './echo.js';
import type { CallPlan, EndpointPlan } from './plans.js';
import type { Asker } from './who-asks.js';

/** One answer that a callback, or a loop over pages, got. */
export interface Delivery {
  readonly at: number;
  readonly result: Result<unknown>;
  /** Whether the caller had stopped by then. */
  readonly isLate: boolean;
  readonly echo: Echo | undefined;
  /** The data as a text, when they came. */
  readonly text: string;
}

/** One call of a function of the caller's own that is polled. */
export interface Asked {
  readonly at: number;
  readonly signal: AbortSignal | undefined;
  /** Others for the same poll that were under way. */
  readonly besides: number;
  settledAt?: number;
  /** Whether it came home as a failure. */
  failed?: boolean;
}

/** One poll, or walk over pages, of one caller. */
export interface Asking extends Asker {
  readonly call: CallPlan;
  readonly endpoint: EndpointPlan;
  readonly plan: AskPlan;
  readonly began: number;
  /** Whether the caller's signal was aborted when it began. */
  readonly aborted: boolean;
  /** Callers of the same share one poll, where polls are shared. */
  readonly group: string;
  /** What its own function is asked with. */
  readonly question: string;
  readonly deliveries: Delivery[];
  readonly asked: Asked[];
  /** How often `until` was asked, or asked for the next page. */
  questions: number;
  /** Whether `until` was asked of an error, or too late. */
  oddQuestion: boolean;
  /** How often a promise settled. */
  ends: number;
  threw?: { readonly thrown: unknown };
  rejected?: { readonly thrown: unknown };
  /** When it was stopped, or ended by itself. */
  endedAt?: number;
  /** Whether its last place was given up while others of the group went on. */
  isDone: boolean;
}
