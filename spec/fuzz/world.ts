import type { Middleware, Plugin, Result } from '../../lib/index.js';
import type { Abortable } from './signals.js';
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
  /** The Results that callers got, the newest last. */
  readonly others: readonly Result<unknown>[];
  /** Keeps the signal for a look at its listeners, when all is over. */
  watchSignal(signal: Abortable): void;
  /** Keeps how long an answer had been in the cache when it was handed out. */
  noteAge(ms: number): void;
  /** Keeps what came out of somebody's hands who must not be thrown at. */
  noteThrown(thrown: unknown): void;
  /** Keeps what a `next()` gave, which may have come too late. */
  noteNext(next: LateNext): void;
  /** Counts that something was reached. */
  reach(name: string): void;
}
