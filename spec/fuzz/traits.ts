import type { MiddlewarePlan, Trait } from './behaviour.js';
import { hasTrait } from './middlewares.js';
import type { CallPlan, EndpointPlan, LevelPlan, Scenario } from './plans.js';
import type { Report } from './report.js';

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
