import { abortBy, isAborted, onAbort } from '../../../core/seats.js';
import type { NotSentError } from '../not-sent.js';
import { Queue } from './queue.js';
import { Slot } from './slot.js';

/** For how long somebody waits. Times are those of the clock that nobody sets. */
export interface Patience {
  /** No wait that is known beforehand may last longer. */
  readonly patientUntil: number;
  /** Then it waits no longer, whatever it waits for. */
  readonly staysUntil: number;
}

/** Who waits for a slot. */
interface Waiter extends Patience {
  /** Ends the wait: with a slot, or without. */
  readonly settle: (outcome: Slot | NotSentError) => void;
}

/** Those who wait for a slot, the one first that came first. Whoever aborts is out of it at once. */
export class WaitingLine extends Queue<Waiter> {
  /** Waits until somebody settles it. Rejects with a NotSentError, or with the signal's reason. */
  wait(patience: Patience, signal: AbortSignal | undefined): Promise<Slot> {
    return new Promise((resolve, reject) => {
      if (signal && isAborted(signal)) throw abortBy(signal).reason;
      let leave: () => void = () => undefined;
      let forget: (() => void) | undefined = undefined;
      const abort = (): void => {
        leave();
        forget?.();
        reject(signal && abortBy(signal).reason);
      };
      if (signal) forget = onAbort(signal, abort);
      const settle = (outcome: Slot | NotSentError): void => {
        leave();
        forget?.();
        if (outcome instanceof Slot) resolve(outcome);
        else reject(outcome);
      };
      leave = this.join({ ...patience, settle });
    });
  }
}
