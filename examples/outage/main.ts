import { draw } from './picture.js';
import { line } from './report.js';
import { type Outcome, simulate } from './simulate.js';

/** The results of all policies. */
export interface Shown {
  readonly outcomes: readonly Outcome[];
  /** One line per policy. */
  readonly lines: readonly string[];
  /** The picture, as SVG. */
  readonly picture: string;
}

/** Simulates the outage with each policy. */
export const main = async (): Promise<Shown> => {
  const outcomes: Outcome[] = [];
  for (const policy of ['none', 'naive', 'budget'] as const) outcomes.push(await simulate(policy));
  return { outcomes, lines: outcomes.map(line), picture: draw(outcomes) };
};
