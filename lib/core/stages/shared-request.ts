import type { Clock } from '../platform/clock.js';
import type { Cutoff } from '../platform/cutoff.js';
import type { Interruption } from '../platform/interruption.js';
import { type BodyMethod, type BodySource, sourceOf } from '../wire/body-source.js';
import { AttemptCutoff } from './attempt-cutoff.js';
import { DeadlineCutoff } from './deadline-cutoff.js';

/** How a shared request is sent and when it ends. */
export interface SharedRequestSettings {
  readonly clock: Clock;
  /** Milliseconds from the send; 0 for no deadline. */
  readonly timeout: number;
  /** Called once, while the request is being made. */
  readonly send: (signal: AbortSignal, request: SharedRequest) => Promise<Response>;
  /** The number of the call that sends it, where somebody watches that. */
  readonly leader: number | undefined;
  /** Called when no later call may join any more; maybe more than once. */
  readonly onEnd: () => void;
}

/**
 * One request that several calls wait for. It has a signal and a deadline of its own: a caller that gives up leaves
 * its place, and the last one to do so aborts the request. Its body is read once, for all of them.
 */
export class SharedRequest {
  readonly response: Promise<Response>;
  /** How many calls have joined so far. */
  callers = 0;
  /** Whether it was handed to fetch. */
  wasSent = false;
  /** Whether a failure of the request itself was reported: one report stands for all its callers. */
  reported = false;
  readonly leader: number | undefined;
  readonly #cutoff: DeadlineCutoff;
  readonly #reads = new Map<BodyMethod, Promise<unknown>>();
  readonly #onEnd: () => void;
  readonly #awaitedBy = new WeakSet();
  /** Of those who wait for it. */
  readonly #clocks = new Set<AttemptCutoff>();
  /** By who stopped the clocks, what starts each again. */
  readonly #pauses = new Set<(() => void)[]>();
  #places = 0;

  constructor({ clock, timeout, send, leader, onEnd }: SharedRequestSettings) {
    this.#onEnd = onEnd;
    this.leader = leader;
    this.#cutoff = new DeadlineCutoff(clock, timeout, 'shared request');
    this.#cutoff.onAbort(() => this.#end());
    this.response = this.#cutoff.until(() => Promise.resolve(send(this.#cutoff.signal, this)));
    // Somebody may fail on the way to waiting for it.
    this.response.catch(() => undefined);
    this.#cutoff.start();
  }

  /** What ended it before its time: its own deadline, or that nobody waits for it any more. */
  get interruption(): Interruption | undefined {
    return this.#cutoff.interruption;
  }

  /** Whether the call took a place once. */
  wasAwaitedBy(call: object): boolean {
    return this.#awaitedBy.has(call);
  }

  /** Takes a place. The caller leaves it with its answer by calling what this gives, or gives up with its cutoff. */
  join(call: object, cutoff: Cutoff | undefined): () => void {
    this.#awaitedBy.add(call);
    this.#places += 1;
    this.callers += 1;
    const clock = cutoff instanceof AttemptCutoff ? cutoff : undefined;
    if (clock) this.#clocks.add(clock);
    if (clock) for (const starts of this.#pauses) starts.push(clock.pause());
    const stay = cutoff?.onAbort(() => {
      this.#places -= 1;
      if (this.#places === 0) this.#cutoff.abort({ kind: 'abort', reason: undefined });
    });
    return () => {
      stay?.();
      if (clock) this.#clocks.delete(clock);
      // Whoever has an answer has read the body, so a later call would find the request over.
      this.#end();
    };
  }

  /** Stops the clocks of all who wait for it, and who join meanwhile; gives what starts them again. */
  pause(): () => void {
    const starts = [...this.#clocks].map((clock) => clock.pause());
    this.#pauses.add(starts);
    return () => {
      this.#pauses.delete(starts);
      for (const start of starts) start();
    };
  }

  /** Reads the body; once in each way. */
  readonly read: BodySource = (method) => {
    const promise =
      this.#reads.get(method) ?? this.#cutoff.until(async () => sourceOf(await this.response)(method));
    this.#reads.set(method, promise);
    return promise;
  };

  #end(): void {
    this.#cutoff.release();
    this.#onEnd();
  }
}
