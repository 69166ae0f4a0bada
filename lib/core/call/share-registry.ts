import type { Interruption } from '../platform/time.js';
import { AbortError } from '../platform/errors.js';
import type { ApiError } from '../result/api-error.js';
import { sourceOf } from '../http/response-decoder.js';
import type { BodyMethod, BodySource } from '../http/response-reader.js';
import { DeadlineGuard } from './deadline-guard.js';
import type { Followed } from './outgoing-request.js';

/** How a shared request is sent. */
export interface Sharing {
  /** Milliseconds from the send; 0 for no deadline. */
  readonly timeout: number;
  /** Called once, while the request is being made. */
  readonly send: (signal: AbortSignal, request: SharedRequest) => Promise<Response>;
  /** The number of the call that sends it, where somebody watches that. */
  readonly leader: number | undefined;
}

/**
 * One request that several calls wait for. It has a signal and a deadline of its own: a caller that gives up leaves
 * its place, and the last one to do so aborts the request. Its body is read once, for all of them.
 */
export class SharedRequest {
  readonly response: Promise<Response>;
  readonly leader: number | undefined;
  /** The attempt that sends it. */
  sender!: Followed;
  /** Whether a failure of the request itself was reported: one report stands for all its callers. */
  reported = false;
  readonly #guard: DeadlineGuard;
  readonly #reads = new Map<BodyMethod, Promise<unknown>>();
  readonly #onEnd: (request: SharedRequest) => void;
  /** The guards of those who wait for it. */
  readonly #waiting = new Set<DeadlineGuard>();
  /** By who stopped the clocks, what starts each again. */
  readonly #pauses = new Set<(() => void)[]>();
  #places = 0;

  /** @param onEnd Called when no later call may join any more; maybe more than once. */
  constructor({ timeout, send, leader }: Sharing, onEnd: (request: SharedRequest) => void) {
    this.#onEnd = onEnd;
    this.leader = leader;
    this.#guard = new DeadlineGuard(timeout, 'shared request');
    this.#guard.onAbort(() => onEnd(this));
    this.response = this.#guard.until(() => send(this.#guard.signal, this));
    // Somebody may fail on the way to waiting for it.
    this.response.catch(() => undefined);
    this.#guard.start();
  }

  /** What ended it before its time: its own deadline, or that nobody waits for it any more. */
  get interruption(): Interruption | undefined {
    return this.#guard.interruption;
  }

  /**
   * Takes a place. The caller leaves it with its answer by calling what this gives, or gives up with its guard.
   *
   * @param attempt The caller's attempt's own guard, whose clock stops while the request waits in a queue.
   */
  join(guard: DeadlineGuard | undefined, attempt: DeadlineGuard | undefined): () => void {
    this.#places += 1;
    if (attempt) {
      this.#waiting.add(attempt);
      for (const starts of this.#pauses) starts.push(attempt.pause());
    }
    const stay = guard?.onAbort(() => {
      this.#places -= 1;
      if (this.#places === 0) this.#guard.abort({ kind: 'abort', reason: undefined });
    });
    return () => {
      stay?.();
      if (attempt) this.#waiting.delete(attempt);
      // Whoever has an answer has read the body, so a later call would find the request over.
      this.#guard.release();
      this.#onEnd(this);
    };
  }

  /** Stops the clocks of all who wait for it, and who join meanwhile; gives what starts them again. */
  pause(): () => void {
    const starts = [...this.#waiting].map((guard) => guard.pause());
    this.#pauses.add(starts);
    return () => {
      this.#pauses.delete(starts);
      for (const start of starts) start();
    };
  }

  /** Reads the body; once in each way. */
  readonly read: BodySource = (method) => {
    const promise =
      this.#reads.get(method) ?? this.#guard.until(async () => sourceOf(await this.response)(method));
    this.#reads.set(method, promise);
    return promise;
  };
}

/** By error, the shared request that failed with it. */
const FAILED = /* @__PURE__ */ new WeakMap<ApiError, SharedRequest>();

/** Notes that an error is a failure of the shared request itself. */
export const noteSharedFailure = (error: ApiError, shared: SharedRequest): void =>
  void FAILED.set(error, shared);

/** Whether the failure was not told yet: that of a shared request is one, however many of its callers get it. */
export function isFirstReport(error: ApiError): boolean {
  const shared = FAILED.get(error);
  const isFirst = !shared?.reported;
  if (shared) shared.reported = true;
  return isFirst;
}

/** What is under way of one client and all its copies, by key. Nothing that is over is kept. */
export class ShareRegistry {
  readonly #shared = new Map<string, SharedRequest>();
  readonly #newest = new Map<string, DeadlineGuard>();

  /** The request in flight under the key, or a new one. */
  shared(key: string, sharing: () => Sharing): SharedRequest {
    const found = this.#shared.get(key);
    if (found) return found;
    const made = new SharedRequest(sharing(), (ended) => {
      if (this.#shared.get(key) === ended) this.#shared.delete(key);
    });
    // A fetch that kept the thread busy for long may have used up the deadline.
    if (!made.interruption) this.#shared.set(key, made);
    return made;
  }

  /** Lets a call take the place of the one before it, whose request ends; gives what ends its own, until `guard` is released. */
  takePlace(scope: string, guard: DeadlineGuard): DeadlineGuard {
    const own = new DeadlineGuard();
    own.onAbort(() => guard.release());
    own.endWith(guard);
    const older = this.#newest.get(scope);
    this.#newest.set(scope, own);
    guard.onRelease(() => {
      if (this.#newest.get(scope) === own) this.#newest.delete(scope);
    });
    older?.abort({
      kind: 'abort',
      reason: new AbortError('Superseded by a newer call of this endpoint (dedupe).'),
    });
    return own;
  }
}
