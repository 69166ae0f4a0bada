import type { MiddlewareContext, MiddlewareNext } from '../../lib/index.js';
import type { Thrown } from './thrown.js';
import type { World } from './world.js';

/** One middleware of a scenario. */
export interface MiddlewarePlan {
  readonly does: string;
  readonly wait: number;
  readonly thrown: Thrown;
}

/**
 * What the invariants have to know: `hangs` without a deadline; `signal`, `request`, `result`: puts its own in place of
 * the call's; `repeats`: calls next more than once; `background`: leaves a next running; `store`, `retries`: waits by
 * itself; `null`: may make a success whose data is null; `foreign`: hands out what was another call's; `limits`: may end an attempt by itself;
 * `exchange`: joins only who has the same one.
 */
export type Trait =
  | 'hangs'
  | 'signal'
  | 'request'
  | 'result'
  | 'repeats'
  | 'exchange'
  | 'background'
  | 'store'
  | 'retries'
  | 'null'
  | 'foreign'
  | 'limits';

export type Act = (
  ctx: MiddlewareContext,
  next: MiddlewareNext,
  plan: MiddlewarePlan,
  world: World,
) => unknown;

/** What a middleware does, and what the invariants have to know of it. */
export interface Behaviour {
  readonly traits: readonly Trait[];
  readonly act?: Act;
  /** In place of a function. */
  readonly entry?: (world: World, plan: MiddlewarePlan) => unknown;
}

export const does = (act: Act, ...traits: Trait[]): Behaviour => ({ act, traits });
