import type { Middleware, Plugin } from '../../lib/index.js';
import type { VirtualTime } from './virtual-time.js';

/** What the parts of a running scenario have in common. */
export interface World {
  readonly time: VirtualTime;
  /** One of each kind for the whole client. */
  readonly cache: Middleware;
  readonly oddCache: Middleware;
  readonly retry: Middleware;
  readonly retryPlugin: Plugin;
  readonly logPlugin: Plugin;
  /** Keeps the signal for a look at its listeners, when all is over. */
  watchSignal(signal: AbortSignal): void;
  /** Counts that something was reached. */
  reach(name: string): void;
}
