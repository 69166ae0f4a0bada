import { bare } from '../platform/bare.js';
import { isObject } from '../platform/is-object.js';
import type { Result } from '../result/result.js';
import type { CalledBy } from '../stages/asked-for.js';
import { CallRun } from '../stages/call-run.js';
import { closeUnsent } from '../wire/stream-body.js';
import type { CallPlan } from './call-plan.js';

/**
 * One run of a call, from what it was asked for to its Result. What happens in between is what its endpoint's stages
 * do, each in a file of its own; their order stands in `call-stages.ts`. A call never rejects.
 */
export class Call {
  readonly #plan: CallPlan;
  readonly #context: CallRun;

  /** @param by In whose name the call is made, when that is not simply the caller's. */
  constructor(plan: CallPlan, by?: CalledBy) {
    this.#plan = plan;
    this.#context = new CallRun(plan, by, () => new Call(plan, this.#retriedBy(by)).run());
  }

  run(): Promise<Result<unknown>> {
    const running = this.#plan.endpoint.stages(this.#context);
    // Whatever runs from here on, the caller does too, and may change what it handed over.
    const copy = this.#plan.takeOver();
    if (copy !== undefined) this.#context.request.takeOver(copy);
    const { unsent } = this.#plan;
    if (isObject(unsent)) this.#context.whenOver(() => closeUnsent(unsent));
    return running;
  }

  /** Signal and `onSend` are those of one run: who made it may be gone. */
  #retriedBy(by: CalledBy | undefined): CalledBy {
    return bare<CalledBy>({
      ...(by && { dedupe: by.dedupe }),
      origin: { type: 'retry', of: this.#context.watched?.id ?? 0 },
    });
  }
}
