import { AbortError } from '../platform/interruption.js';
import { Cutoff } from '../platform/cutoff.js';
import type { Result } from '../result/result.js';
import type { CallRun } from './call-run.js';
import type { InFlight } from './in-flight.js';
import type { Next, Stage } from './stage.js';

/** Lets the newest call of an endpoint take the place of the one before it, whose request ends. */
export class DedupeStage implements Stage<CallRun> {
  readonly #newest: InFlight<Cutoff>;
  readonly #endpoint: { readonly dedupeScope: string };

  /**
   * @param newest What ends the request of the newest call, by scope; of one client and its copies.
   * @param endpoint Its `dedupeScope` is what calls have in common that take each other's place.
   */
  constructor(newest: InFlight<Cutoff>, endpoint: { readonly dedupeScope: string }) {
    this.#newest = newest;
    this.#endpoint = endpoint;
  }

  run(call: CallRun, next: Next<CallRun>): Promise<Result<unknown>> {
    const { guard } = call;
    if (guard && call.takesPlace) {
      const cutoff = new Cutoff();
      guard.endRequestWith(cutoff);
      const { dedupeScope } = this.#endpoint;
      const older = this.#newest.get(dedupeScope);
      this.#newest.set(dedupeScope, cutoff);
      guard.onRelease(() => this.#newest.leave(dedupeScope, cutoff));
      older?.abort({
        kind: 'abort',
        reason: new AbortError('A newer call of the endpoint took the place of this one.'),
      });
    }
    return next(call);
  }
}
