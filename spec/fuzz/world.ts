import type { Middleware, Plugin, Result } from '../../lib/index.js';
import type { VirtualTime } from './virtual-time.js';

/** What a middleware that had waited got from its `next()`. */
export interface LateNext {
  readonly calledAt: number;
  readonly result: Result<unknown>;
}

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
  /** Keeps what a `next()` gave, which may have come too late. */
  noteNext(next: LateNext): void;
  /** Counts that something was reached. */
  reach(name: string): void;
}
