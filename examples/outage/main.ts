import { draw } from './picture.js';
import { line } from './report.js';
import { type Outcome, simulate } from './simulate.js';

/** What a run of all policies shows. */
export interface Shown {
  readonly outcomes: readonly Outcome[];
  /** One for each policy. */
  readonly lines: readonly string[];
  /** SVG. */
  readonly picture: string;
}

/** Runs the outage under each policy. */
export const main = async (): Promise<Shown> => {
  const outcomes: Outcome[] = [];
  for (const policy of ['none', 'naive', 'budget'] as const) outcomes.push(await simulate(policy));
  return { outcomes, lines: outcomes.map(line), picture: draw(outcomes) };
};
