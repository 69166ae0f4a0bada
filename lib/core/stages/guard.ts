import type { Clock } from '../platform/clock.js';
import type { CallRun } from './call-run.js';
import { DeadlineGuard } from './deadline-guard.js';
import { thrownAs } from './facts.js';
import type { Stage } from './stage.js';

/**
 * Ends the call at its deadline and with its signals. A call that nothing can end before its time has no guard.
 *
 * @param isAlways Whether something other than deadline and signal may end the call: a newer one, a reader.
 */
export const guardStage = (clock: Clock, isAlways: boolean): Stage<CallRun> => ({
  run(call, next) {
    const { signal, timeout } = call;
    const { copySignals } = call.settings;
    const signals = signal ? [signal, ...copySignals] : copySignals;
    if (signals.length === 0 && !timeout && !isAlways) return next(call);
    const guard = new DeadlineGuard(clock, signals, timeout);
    call.guard = guard;
    call.request.cutoff = guard;
    return guard.settle(
      guard.hold(() => next(call)),
      // Frozen: the chain gets it too, later, and must not change what the caller has.
      ({ kind, reason }) => (call.delivered = Object.freeze(call.fail(thrownAs(kind, reason)))),
    );
  },
});
