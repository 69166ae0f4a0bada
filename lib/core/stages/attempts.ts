import type { Cutoff } from '../platform/cutoff.js';
import type { Interruption } from '../platform/interruption.js';
import type { Result } from '../result/result.js';
import { AttemptCutoff } from './attempt-cutoff.js';
import { Attempt } from './attempt.js';
import type { CallRun } from './call-run.js';
import { giveWay } from './give-way.js';
import { readSignal } from './read-signal.js';
import type { Next } from './stage.js';
import type { WatchedCall } from './watch.js';

/** What ends an attempt where that is more than what ends the call. Throws a Refusal for a signal that is none. */
const ownCutoff = (call: CallRun): AttemptCutoff | undefined => {
  const { request, guard, clock } = call;
  const { signalReplaced, attemptTimeout, streams } = request;
  if (!signalReplaced && attemptTimeout === undefined && !streams) return undefined;
  // A middleware installed a signal of its own: the call's still ends the request too.
  const installed = signalReplaced ? readSignal(request.signal) : undefined;
  const cutoff = new AttemptCutoff(clock, attemptTimeout);
  // First, as it may throw, for a signal that can take no listener.
  if (installed) cutoff.follow(installed);
  if (guard) cutoff.onRelease(guard.requestCutoff.onAbort((interruption) => cutoff.abort(interruption)));
  cutoff.start();
  call.pausable = cutoff;
  return cutoff;
};

/** An attempt's own clock stops with it; what ends it goes on as long as its body is open. */
const released = async (
  own: AttemptCutoff,
  attempt: Attempt,
  running: Promise<Result<unknown>>,
): Promise<Result<unknown>> => {
  const result = await running;
  own.liftDeadline();
  attempt.call.opened?.came(attempt, result);
  if (!attempt.isOpen) own.release();
  return result;
};

const told = async (
  watched: WatchedCall,
  attempt: Attempt,
  running: Promise<Result<unknown>>,
): Promise<Result<unknown>> => {
  const result = await running;
  watched.answered(attempt, result);
  return result;
};

const send = (attempt: Attempt, inside: Next<Attempt>): Promise<Result<unknown>> => {
  attempt.call.tellSending();
  return inside(attempt);
};

/** Ends with the cutoff even where fetch, a body or a schema doesn't listen to its signal. */
const sendUnder = async (
  cutoff: Cutoff,
  attempt: Attempt,
  inside: Next<Attempt>,
): Promise<Result<unknown>> => {
  const { call } = attempt;
  if (cutoff.interruption) await giveWay(call);
  try {
    return await cutoff.until(() => send(attempt, inside));
  } catch (interruption) {
    // Only the cutoff gets here: what stands inside doesn't reject.
    const ended = call.guard?.requestCutoff.interruption ?? (interruption as Interruption);
    call.noteInterruption(ended);
    return attempt.endWith(ended);
  }
};

/**
 * The attempts of calls: one each time that the middleware lets a call through. Throws a Refusal for a signal that is
 * none.
 *
 * @param inside What stands around each attempt, down to the network.
 */
export const attempts =
  (inside: Next<Attempt>): Next<CallRun> =>
  (call) => {
    call.guard?.notice();
    call.opened?.dropThoseAtHome();
    const own = ownCutoff(call);
    const attempt = new Attempt(call, own ?? call.guard?.requestCutoff);
    const running = attempt.cutoff ? sendUnder(attempt.cutoff, attempt, inside) : send(attempt, inside);
    const done = own ? released(own, attempt, running) : running;
    return call.watched ? told(call.watched, attempt, done) : done;
  };
