import { describeType } from '../platform/describe-type.js';
import { type Interruption, interruptionBy } from '../platform/interruption.js';
import { isAborted } from '../platform/foreign-signal.js';
import { isBehind } from '../platform/is-behind.js';
import { asResult, describeResult } from '../result/as-result.js';
import type { Result } from '../result/result.js';
import type { CallContext } from './call-context.js';
import { thrownAs } from './facts.js';
import type { Middleware } from './middleware-context.js';
import type { Plugin } from './plugin.js';
import type { Next, Stage } from './stage.js';

/** What ended the call, or a part of it, when that is what a middleware threw again. */
const interruptionBehind = (thrown: unknown, call: CallContext): Interruption | undefined => {
  const { signal } = call.request;
  const installed = signal && isAborted(signal) ? interruptionBy(signal) : undefined;
  return [call.guard?.requestCutoff.interruption, ...(call.interruptions ?? []), installed].find(
    (known) => known && isBehind(known.reason, thrown),
  );
};

/** Runs a call's middleware, from the outside in. What one throws passes through the outer ones as the rejection of their `next()`. */
export class MiddlewareStage implements Stage<CallContext> {
  run(call: CallContext, next: Next<CallContext>): Promise<Result<unknown>> {
    return call.settings.middleware.length > 0 ? this.#runAll(call, next) : next(call);
  }

  async #runAll(call: CallContext, next: Next<CallContext>): Promise<Result<unknown>> {
    try {
      return await this.#runFrom(0, call, next);
    } catch (thrown) {
      const known = interruptionBehind(thrown, call);
      return call.fail(known ? thrownAs(known.kind, known.reason) : thrownAs('middleware', thrown));
    }
  }

  /** Runs the list from entry `at` inwards, then what stands inside of the middleware. */
  async #runFrom(at: number, call: CallContext, next: Next<CallContext>): Promise<Result<unknown>> {
    const { delivered, retry, settings } = call;
    if (delivered) {
      await call.giveWay();
      return delivered;
    }
    if (at === settings.middleware.length) return next(call);
    const entry: Partial<Plugin> | Middleware | null | undefined = settings.middleware[at];
    const inner = (): Promise<Result<unknown>> => {
      const rest = call.hold(() => this.#runFrom(at + 1, call, next));
      // A middleware need not wait for it, and what nobody waits for must not end the process.
      rest.catch(() => undefined);
      return rest;
    };
    let answer: unknown;
    if (typeof entry === 'function') answer = await entry(call, inner);
    else if (entry?.handle) answer = await entry.handle(call, inner);
    else
      throw new TypeError(
        `${describeType(entry)} stands in a list of middleware: put a function or a Plugin there.`,
      );
    const result = asResult(answer, { retry, ...call.errorFacts });
    if (result) return result;
    throw new TypeError(
      `The middleware "${entry.name || 'anonymous'}" returned ${describeResult(answer)}: return the Result that next() gave, or one of its own.`,
    );
  }
}
