import { describeType } from '../platform/describe-type.js';
import { type Interruption, interruptionBy } from '../platform/interruption.js';
import { isAborted } from '../platform/foreign-signal.js';
import { isBehind } from '../platform/is-behind.js';
import { asResult, describeResult } from '../result/as-result.js';
import type { Result } from '../result/result.js';
import type { CallRun } from './call-run.js';
import { type Facts, thrownAs } from './facts.js';
import { giveWay } from './give-way.js';
import type { Middleware, MiddlewareNext } from './middleware-context.js';
import type { Plugin } from './plugin.js';
import type { Next, Stage } from './stage.js';

/** Users may put anything in a list. */
type Entry = Partial<Plugin> | Middleware | null | undefined;

/** What ended the call, or a part of it, when that is what a middleware threw again. */
const interruptionBehind = (thrown: unknown, call: CallRun): Interruption | undefined => {
  const { signal } = call.request;
  const installed = signal && isAborted(signal) ? interruptionBy(signal) : undefined;
  return [call.guard?.requestCutoff.interruption, ...(call.interruptions ?? []), installed].find(
    (known) => known && isBehind(known.reason, thrown),
  );
};

const nameOf = (entry: Entry): unknown => {
  try {
    return entry?.name;
  } catch {
    return undefined;
  }
};

/** What a middleware threw, told with its name; one without a name by its place. */
const thrownByMiddleware = (thrown: unknown, call: CallRun): Facts => {
  const { middleware } = call.settings;
  const at = call.threw && Object.is(call.threw.thrown, thrown) ? call.threw.at : -1;
  const name = nameOf(middleware[at]);
  const which =
    typeof name === 'string' && name
      ? `the middleware ${JSON.stringify(name.slice(0, 100))}`
      : `a middleware without a name${at < 0 ? '' : `, ${String(at + 1)} of ${String(middleware.length)}`}`;
  return {
    ...thrownAs('middleware', thrown),
    reason: (words) => `failed in ${which}: ${words.thrown(thrown)}`,
  };
};

const ask = (entry: Entry, call: CallRun, next: MiddlewareNext): unknown => {
  if (typeof entry === 'function') return entry(call, next);
  if (entry?.handle) return entry.handle(call, next);
  throw new TypeError(
    `${describeType(entry)} stands in a list of middleware: put a function or a Plugin there.`,
  );
};

/** Runs the list from entry `at` inwards, then what stands inside of the middleware. */
const runFrom = async (at: number, call: CallRun, next: Next<CallRun>): Promise<Result<unknown>> => {
  const { delivered, settings } = call;
  if (delivered) {
    await giveWay(call);
    return delivered;
  }
  if (at === settings.middleware.length) return next(call);
  const entry: Entry = settings.middleware[at];
  const inner = (): Promise<Result<unknown>> => {
    const run = (): Promise<Result<unknown>> => runFrom(at + 1, call, next);
    const rest = call.guard ? call.guard.hold(run) : run();
    // A middleware need not wait for it, and what nobody waits for must not end the process.
    rest.catch(() => undefined);
    return rest;
  };
  try {
    const answer: unknown = await ask(entry, call, inner);
    const result = asResult(answer, call);
    if (result) return result;
    throw new TypeError(
      `The middleware "${entry?.name || 'anonymous'}" returned ${describeResult(answer)}: return the Result that next() gave, or one of its own.`,
    );
  } catch (thrown) {
    // What passes through the outer ones was thrown by the inner one.
    if (!call.threw || !Object.is(call.threw.thrown, thrown)) call.threw = { thrown, at };
    throw thrown;
  }
};

const runAll = async (call: CallRun, next: Next<CallRun>): Promise<Result<unknown>> => {
  try {
    return await runFrom(0, call, next);
  } catch (thrown) {
    const known = interruptionBehind(thrown, call);
    return call.fail(known ? thrownAs(known.kind, known.reason) : thrownByMiddleware(thrown, call));
  }
};

/** Runs a call's middleware, from the outside in. What one throws passes through the outer ones as the rejection of their `next()`. */
export const middlewareStage: Stage<CallRun> = {
  run: (call, next) => (call.settings.middleware.length > 0 ? runAll(call, next) : next(call)),
};
