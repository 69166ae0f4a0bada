import { metIn } from './met.js';
import { type Report, errorOf } from './report.js';

/** How often each outcome, and each part of the world, was reached. */
export class Tally {
  readonly #counts = new Map<string, number>();
  /** Calls, each `retry()` counted as one. */
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
      if (error?.kind === 'network' && /was not sent/.test(error.message)) this.reach('a refusal');
    }
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** By name. */
  get counts(): readonly (readonly [string, number])[] {
    return [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
