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

const keyOf = ({ call }: Attempt, { shareScope }: Sharing): string | undefined => {
  try {
    return shareKey(call.request, shareScope, exchangesOf(call.settings));
  } catch {
    // Headers that a middleware made can't be read: they are for fetch to refuse.
    return undefined;
  }
};

const joined = async (
  shared: SharedRequest,
  attempt: Attempt,
  next: Next<Attempt>,
): Promise<Result<unknown>> => {
  const { call } = attempt;
  const leave = shared.join(call, attempt.cutoff);
  attempt.shared = shared;
  call.request.joined = shared.callers > 1;
  const unfollow = shared.callers > 1 ? call.request.follow(shared) : undefined;
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
    return attempt.fail(thrownAs('timeout', interruption.reason));
  } finally {
    unfollow?.();
    leave();
  }
};

/**
 * Lets calls whose requests are identical, and in flight at the same time, wait for one request.
 *
 * @param inFlight The shared requests in flight of one client and its copies.
 */
export const shareStage = (
  inFlight: InFlight<SharedRequest>,
  clock: Clock,
  sharing: Sharing,
): Stage<Attempt> => ({
  run(attempt, next) {
    const key = keyOf(attempt, sharing);
    if (key === undefined) return next(attempt);
    const found = inFlight.get(key);
    if (found) return joined(found, attempt, next);
    const request: SharedRequest = new SharedRequest({
      clock,
      timeout: sharing.sharedTimeout,
      leader: attempt.call.watched?.id,
      send: (signal, made) => {
        attempt.call.pausable = made;
        attempt.shared = made;
        return exchange(attempt, signal);
      },
      onEnd: () => inFlight.leave(key, request),
    });
    inFlight.set(key, request);
    return joined(request, attempt, next);
  },
});
