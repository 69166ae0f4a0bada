import type { CallFacts, Watch, WatchedCall } from '../../core/stages/watch.js';
import { CallWatch } from './call-watch.js';
import type { Observer } from './observer.js';

/** Those who watch a client's calls. */
export class Watchers implements Watch {
  readonly observers: readonly Observer[];

  constructor(observers: readonly Observer[]) {
    this.observers = observers;
  }

  begin(call: CallFacts): WatchedCall {
    return new CallWatch(call, this.observers);
  }
}

/**
 * Observers as `createApi({ watch })` and `createGraphQL({ watch })` take them: each sees every call of the client and
 * its copies.
 */
export function watch(...observers: Observer[]): Watch {
  return new Watchers(observers);
}
