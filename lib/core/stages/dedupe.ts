import { AbortError } from '../platform/interruption.js';
import { Cutoff } from '../platform/cutoff.js';
import type { CallRun } from './call-run.js';
import type { InFlight } from './in-flight.js';
import type { Stage } from './stage.js';

/**
 * Lets the newest call of an endpoint take the place of the one before it, whose request ends.
 *
 * @param newest What ends the request of the newest call, by scope; of one client and its copies.
 * @param endpoint Its `dedupeScope` is what calls have in common that take each other's place.
 */
export const dedupeStage = (
  newest: InFlight<Cutoff>,
  endpoint: { readonly dedupeScope: string },
): Stage<CallRun> => ({
  run(call, next) {
    const { guard } = call;
    if (guard && call.by?.dedupe !== false) {
      const cutoff = new Cutoff();
      guard.endRequestWith(cutoff);
      const { dedupeScope } = endpoint;
      const older = newest.get(dedupeScope);
      newest.set(dedupeScope, cutoff);
      guard.onRelease(() => newest.leave(dedupeScope, cutoff));
      older?.abort({
        kind: 'abort',
        reason: new AbortError('A newer call of the endpoint took the place of this one.'),
      });
    }
    return next(call);
  },
});
