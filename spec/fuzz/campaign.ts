import fc from 'fast-check';
import { complaintsAbout } from './invariants.js';
import { errorOf, type Report } from './report.js';
import type { Asking } from './run-asking.js';
import { runScenario } from './run-scenario.js';
import { anyScenario } from './scenario.js';

/** Removes undefined and empty values, which are most of a scenario. */
const pruned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(pruned);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const entries = Object.entries(value).filter(
    ([, field]) => field !== undefined && field !== false && !(Array.isArray(field) && field.length === 0),
  );
  return Object.fromEntries(entries.map(([name, field]) => [name, pruned(field)]));
};

/** A readable failure: the violation, the smallest scenario, and the command to repeat it. */
const printed = <T>({ seed, counterexample, counterexamplePath, errorInstance }: fc.RunDetails<T>): string =>
  [
    (errorInstance as Error).stack,
    fc.stringify(pruned(counterexample)),
    `Again: npm run integration -- fuzz --seed=${seed} --path=${String(counterexamplePath)}`,
  ].join('\n');

const asked = ({ asks }: Report, as: Asking['plan']['as']): readonly Asking[] =>
  asks.filter(({ plan }) => plan.as === as);

const times = (count: number, name: string): string[] => Array.from({ length: count }, () => name);

const ofAsking = (report: Report): string[] => {
  const polls = asked(report, 'poll');
  const answers = (list: readonly Asking[]): number =>
    list.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
  const groups = new Set(report.asks.map(({ group }) => group));
  return [
    ...times(answers(polls), 'a response of a poll'),
    ...times(answers(asked(report, 'pollUntil')), 'an end of pollUntil'),
    ...times(answers(asked(report, 'paginate')), 'a page'),
    ...times(report.asks.length - groups.size, 'a shared poll'),
    ...report.asks.map(({ plan }) => `a callback that ${plan.callback}`),
  ];
};

/** The events of a scenario other than outcomes, with their counts by name. */
const metIn = (report: Report): readonly string[] => {
  const { scenario, runs, sent } = report;
  const { calls, jumps, place } = scenario;
  const isAfter = ({ at, asker }: Report['sent'][number]): boolean =>
    runs.some((run) => run === asker && run.settledAt! < at);
  return [
    ...ofAsking(report),
    ...calls.flatMap(({ changes }) => (changes === undefined ? [] : [`params changed ${changes}`])),
    ...jumps.map(({ by }) => `a clock set ${by < 0 ? 'back' : 'forward'}`),
    ...place.turns.map(() => 'a turn of a tab'),
    ...times(sent.filter(isAfter).length, 'a request after its call'),
    ...(scenario.oneSignal ? ['a signal of several calls'] : []),
  ];
};

/** The count of each outcome, and of each part of the scenarios. */
export class Tally {
  readonly #counts = new Map<string, number>();
  /** The number of calls. Each `retry()` counts as one. */
  calls = 0;
  requests = 0;

  readonly reach = (name: string): void => {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  };

  add(report: Report): void {
    const { runs, sent, asks } = report;
    for (const name of metIn(report)) this.reach(name);
    this.calls += runs.length + asks.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
    this.requests += sent.length;
    for (const run of runs) {
      const error = errorOf(run);
      this.reach(`outcome ${error ? error.kind : 'success'}`);
      if (error?.kind === 'abort' && /newer call/.test(error.message)) this.reach('a superseded call');
      if (error?.kind === 'network' && /was not sent/.test(error.message))
        this.reach('a call rejected before sending');
    }
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Counts by name. */
  get counts(): readonly (readonly [string, number])[] {
    return [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

interface CampaignOptions {
  readonly seed: number;
  /** The number of scenarios. Each has two or three calls with their retries. */
  readonly runs: number;
  /** The path of a counterexample, as printed by fast-check. */
  readonly path?: string | undefined;
  /** Returns and clears the unhandled rejections so far. */
  readonly rejections?: (() => readonly unknown[]) | undefined;
}

/** The result of a campaign. `failure` contains the smallest scenario that violates a rule. */
export interface Outcome {
  readonly tally: Tally;
  readonly failure: string | undefined;
}

/** Runs this many scenarios from the seed, and checks the invariants. */
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
