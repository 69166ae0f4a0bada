import type { Clock } from '../platform/clock.js';
import type { Result } from '../result/result.js';
import type { Attempt } from './attempt.js';
import { exchangesOf } from './call-settings.js';
import { exchange } from './exchange.js';
import { thrownAs } from './facts.js';
import type { InFlight } from './in-flight.js';
import { shareKey } from './share-key.js';
import { noteShared } from './shared-failures.js';
import { SharedRequest } from './shared-request.js';
import type { Next, Stage } from './stage.js';

/** What the calls have in common that may share their requests. */
interface Sharing {
  /** What two calls must both come from: the client with what a copy adds, and the endpoint. */
  readonly shareScope: string;
  /** Milliseconds that a shared request may take; 0 for no deadline. */
  readonly sharedTimeout: number;
}

/** Lets calls whose requests are identical, and in flight at the same time, wait for one request. */
export class ShareStage implements Stage<Attempt> {
  readonly #inFlight: InFlight<SharedRequest>;
  readonly #clock: Clock;
  readonly #sharing: Sharing;

  /** @param inFlight The shared requests in flight of one client and its copies. */
  constructor(inFlight: InFlight<SharedRequest>, clock: Clock, sharing: Sharing) {
    this.#inFlight = inFlight;
    this.#clock = clock;
    this.#sharing = sharing;
  }

  run(attempt: Attempt, next: Next<Attempt>): Promise<Result<unknown>> {
    const key = this.#keyOf(attempt);
    return key === undefined ? next(attempt) : this.#joined(this.#find(key, attempt), attempt, next);
  }

  #keyOf({ call }: Attempt): string | undefined {
    try {
      return shareKey(call.request, this.#sharing.shareScope, exchangesOf(call.settings));
    } catch {
      // Headers that a middleware made can't be read: they are for fetch to refuse.
      return undefined;
    }
  }

  async #joined(shared: SharedRequest, attempt: Attempt, next: Next<Attempt>): Promise<Result<unknown>> {
    const { call } = attempt;
    const leave = shared.join(call, attempt.cutoff);
    attempt.shared = shared;
    call.request.joined = shared.callers > 1;
    if (shared.callers > 1) call.watched?.joined(attempt, shared.leader ?? 0);
    try {
      const result = await next(attempt);
      const { interruption } = shared;
      if (!result.error || interruption?.kind !== 'timeout') {
        if (result.error && !attempt.failedAlone) noteShared(result.error, shared);
        return result;
      }
      // Its deadline is each caller's own failure.
      call.noteInterruption(interruption);
      return call.fail(thrownAs('timeout', interruption.reason));
    } finally {
      leave();
    }
  }

  /** The request in flight under this key; else a new one, which this attempt sends. */
  #find(key: string, attempt: Attempt): SharedRequest {
    const inFlight = this.#inFlight;
    const found = inFlight.get(key);
    if (found) return found;
    const request: SharedRequest = new SharedRequest({
      clock: this.#clock,
      timeout: this.#sharing.sharedTimeout,
      leader: attempt.call.watched?.id,
      send: (signal, made) => {
        attempt.call.pausable = made;
        return exchange(attempt, signal);
      },
      onEnd: () => inFlight.leave(key, request),
    });
    inFlight.set(key, request);
    return request;
  }
}
