import { InFlight } from './in-flight.js';

/** A call that a newer one can take the place of. */
export interface Supersedable {
  supersede(): void;
}

/** The newest call of each endpoint with `dedupe`, of one client and its copies. Settled calls are not kept. */
export class DedupeRegistry extends InFlight<Supersedable> {
  /** Makes the call the newest under the key; the one before it ends. */
  enter(key: string, call: Supersedable): void {
    const older = this.get(key);
    this.set(key, call);
    older?.supersede();
  }
}
