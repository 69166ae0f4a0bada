import type { Interruption } from '../platform/time.js';
import { supersededError } from '../platform/errors.js';
import { sourceOf } from '../http/response-decoder.js';
import type { BodyMethod, BodySource } from '../http/response-reader.js';
import { type AttemptGuard, DeadlineGuard } from './deadline-guard.js';
import type { AttemptRecord } from './attempt-log.js';

/** How a shared request is sent. */
export interface Sharing {
  /** Milliseconds from the send; 0 for no deadline. */
  readonly timeout: number;
  /** Sends the request. Called once, while the shared request is created. */
  readonly send: (signal: AbortSignal, request: SharedRequest) => Promise<Response>;
  /** The attempt that sends it. */
  readonly sender: AttemptRecord;
  /** The number of the observed call that sends it; undefined without observers. */
  readonly leader: number | undefined;
}

/**
 * One request that several calls wait for. It has its own signal and deadline. A caller that gives up stops waiting,
 * and the last one aborts the request. The body is read once for all callers.
 */
export class SharedRequest {
  readonly response: Promise<Response>;
  readonly leader: number | undefined;
  /** The attempt that sends it. */
  readonly sender: AttemptRecord;
  /** Whether a failure of the request itself was reported: it is reported once for all callers. */
  reported = false;
  readonly #guard: DeadlineGuard;
  readonly #reads = new Map<BodyMethod, Promise<unknown>>();
  readonly #onEnd: (request: SharedRequest) => void;
  /** The guards of the waiting callers' attempts. */
  readonly #waiting = new Set<AttemptGuard>();
  /** For each active pause, the functions that restart the clocks. */
  readonly #pauses = new Set<(() => void)[]>();
  #places = 0;

  /** @param onEnd Called when no later call can join anymore, possibly more than once. */
  constructor({ timeout, send, sender, leader }: Sharing, onEnd: (request: SharedRequest) => void) {
    this.#onEnd = onEnd;
    this.sender = sender;
    this.leader = leader;
    this.#guard = new DeadlineGuard(timeout, 'shared request');
    this.#guard.start();
    this.#guard.onAbort(() => onEnd(this));
    this.response = this.#guard.until(() => send(this.#guard.signal, this));
    // A caller can fail before it waits for this promise. An unhandled rejection would end the process.
    this.response.catch(() => undefined);
    // A function around fetch can block the thread until after the deadline.
    this.#guard.notice();
  }

  /** Why the request ended early: its own deadline, or no caller waits for it anymore. */
  get interruption(): Interruption | undefined {
    return this.#guard.interruption;
  }

  /**
   * Adds a waiting caller. It leaves by calling the returned function when it has its Result, or when its guard ends.
   *
   * @param attempt The guard of the caller's attempt. Its clock stops while the request waits in a queue.
   */
  join(guard: DeadlineGuard | undefined, attempt: AttemptGuard | undefined): () => void {
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
      // A caller with a Result has read the body, so a later call can't join anymore.
      this.#guard.dispose();
      this.#onEnd(this);
    };
  }

  /**
   * Stops the clocks of all callers, including callers that join during the pause. Returns a function that restarts
   * them.
   */
  pause(): () => void {
    const starts = [...this.#waiting].map((attempt) => attempt.pause());
    this.#pauses.add(starts);
    return () => {
      this.#pauses.delete(starts);
      for (const start of starts) start();
    };
  }

  /** Reads the body, once for each body method. */
  readonly read: BodySource = (method) => {
    const promise =
      this.#reads.get(method) ?? this.#guard.until(async () => sourceOf(await this.response)(method));
    this.#reads.set(method, promise);
    return promise;
  };
}

/** The requests in flight of one client and all its copies, by key. Finished requests are removed. */
export class ShareRegistry {
  readonly #shared = new Map<string, SharedRequest>();
  readonly #newest = new Map<string, DeadlineGuard>();

  /** Returns the request in flight for the key, or starts one. */
  shared(key: string, sharing: () => Sharing): SharedRequest {
    const found = this.#shared.get(key);
    if (found) return found;
    const made = new SharedRequest(sharing(), (ended) => {
      if (this.#shared.get(key) === ended) this.#shared.delete(key);
    });
    // A fetch that blocked the thread can have used up the deadline.
    if (!made.interruption) this.#shared.set(key, made);
    return made;
  }

  /**
   * Makes a call the newest of its scope, and aborts the request of the previous call. Returns a guard for the new
   * call's request.
   */
  takePlace(scope: string, guard: DeadlineGuard): DeadlineGuard {
    const own = new DeadlineGuard();
    // A superseded call listens to nothing.
    own.onAbort(() => guard.dispose());
    own.follow(guard);
    const older = this.#newest.get(scope);
    this.#newest.set(scope, own);
    older?.abort({ kind: 'abort', reason: supersededError() });
    return own;
  }

  /** Removes a call that has ended. */
  leavePlace(scope: string, own: DeadlineGuard): void {
    if (this.#newest.get(scope) === own) this.#newest.delete(scope);
  }
}
