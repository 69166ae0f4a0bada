import fc from 'fast-check';
import { complaintsAbout } from './invariants.js';
import { printed } from './printed.js';
import { runScenario } from './run-scenario.js';
import { anyScenario } from './scenario.js';
import { Tally } from './tally.js';

export interface CampaignOptions {
  readonly seed: number;
  /** How many scenarios; each has two or three calls, and their retries. */
  readonly runs: number;
  /** Of a counterexample, as fast-check printed it. */
  readonly path?: string | undefined;
  /** Gives, and forgets, the unhandled rejections so far. */
  readonly rejections?: (() => readonly unknown[]) | undefined;
}

/** What a campaign came to; `failure` has the smallest scenario that breaks a rule. */
export interface Outcome {
  readonly tally: Tally;
  readonly failure: string | undefined;
}

/** Runs that many scenarios, each made from the seed, and holds them against the invariants. */
export async function campaign({ seed, runs, path, rejections }: CampaignOptions): Promise<Outcome> {
  const tally = new Tally();
  const property = fc.asyncProperty(anyScenario, async (scenario) => {
    const report = await runScenario(scenario, tally.reach, rejections);
    tally.add(report);
    const complaints = complaintsAbout(report);
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  });
  const details = await fc.check(property, {
    seed,
    numRuns: runs,
    ...(path !== undefined && { path, endOnFailure: true }),
  });
  return { tally, failure: details.failed ? printed(details) : undefined };
}
