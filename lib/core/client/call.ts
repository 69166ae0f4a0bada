import { bare } from '../platform/bare.js';
import { isObject } from '../platform/is-object.js';
import type { Result } from '../result/result.js';
import type { AskedFor, CalledBy } from '../stages/asked-for.js';
import { CallRun } from '../stages/call-run.js';
import type { Next } from '../stages/stage.js';
import { closeUnsent } from '../wire/stream-body.js';

/** What a call was asked for, and what its endpoint does with it. */
interface Plan extends AskedFor {
  readonly endpoint: AskedFor['endpoint'] & { readonly stages: Next<CallRun> };
  /** The body; of a call that is refused, what would have become one. */
  readonly unsent: unknown;
  /** Puts a copy in the place of a body that the caller may change; undefined where there is none to be made. */
  takeOver(): RequestInit['body'] | undefined;
}

/**
 * One run of a call, from what it was asked for to its Result. What happens in between is what its endpoint's stages
 * do, each in a file of its own; their order stands in `call-stages.ts`. Never rejects.
 *
 * @param by In whose name the call is made, when that is not simply the caller's.
 * @param original The first run of the call, for one that tries it again.
 */
export function runCall(plan: Plan, by?: CalledBy, original?: CallRun): Promise<Result<unknown>> {
  const retry = (): Promise<Result<unknown>> =>
    // Signal and `onSend` are those of one run: who made it may be gone.
    runCall(
      plan,
      { dedupe: by?.dedupe, series: by?.series, origin: { type: 'retry', of: call.watched?.id ?? 0 } },
      original ?? call,
    );
  const call: CallRun = new CallRun(plan, by && bare<CalledBy>(by), retry, original);
  const running = plan.endpoint.stages(call);
  // Whatever runs from here on, the caller does too, and may change what it handed over.
  const copy = plan.takeOver();
  if (copy !== undefined) call.request.takeOver(copy);
  const { unsent } = plan;
  if (isObject(unsent)) call.whenOver(() => closeUnsent(unsent));
  return running;
}
