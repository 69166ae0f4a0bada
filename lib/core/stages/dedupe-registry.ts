import { InFlight } from './in-flight.js';

/** A call that a newer one can take the place of. */
export interface Supersedable {
  supersede(): void;
  /** Runs the task when nothing of the call runs any more. */
  onRelease(task: () => void): void;
}

/** The newest call of each endpoint with `dedupe`, of one client and its copies. Calls that are over are not kept. */
export class DedupeRegistry extends InFlight<Supersedable> {
  /** Makes the call the newest under the key; the one before it ends. */
  enter(key: string, call: Supersedable): void {
    const older = this.get(key);
    this.set(key, call);
    call.onRelease(() => this.leave(key, call));
    older?.supersede();
  }
}
