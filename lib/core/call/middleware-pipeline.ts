import { interruptionBy } from '../platform/time.js';
import { markSafeText } from '../platform/errors.js';
import { describeType, isObject, ownDefined } from '../platform/values.js';
import { thrownAs } from '../result/api-error.js';
import { asResult, type Result } from '../result/result.js';
import { oneLine, describeUserError, thrownChain } from '../result/error-text.js';
import type { Call } from './call.js';
import type { Middleware, NextOptions } from './context.js';
import { DeadlineGuard } from './deadline-guard.js';
import type { ExchangePlugin, Plugin } from './plugin.js';

/** A middleware function or a plugin. */
export type MiddlewareEntry = Middleware | Plugin;

/** Runs a part of a call. The guard ends its attempts; undefined if nothing can. */
type Inside = (outer: DeadlineGuard | undefined) => Promise<Result<unknown>>;

/** Whether the reason was thrown, directly or as the `cause` of another error. */
const isBehind = (reason: unknown, thrown: unknown): boolean =>
  thrownChain(thrown)
    .map(({ value }) => value)
    .includes(reason);

/**
 * Records the interruption that a middleware threw. It is recorded now, because the middleware that set the signal can
 * remove it again.
 */
function noteInterruption({ request }: Call, thrown: unknown): void {
  const { installedSignal, log } = request;
  if (installedSignal?.aborted && isBehind(installedSignal.reason, thrown))
    log.lastEnding = interruptionBy(installedSignal);
}

/** Runs the inner middleware and the request under the options of `next()`. Settles when they end the run. */
async function narrowed(
  call: Call,
  options: NextOptions,
  outer: DeadlineGuard | undefined,
  inside: Inside,
): Promise<Result<unknown>> {
  const { signal, timeout } = ownDefined(options);
  const guard = new DeadlineGuard(timeout, 'attempt');
  guard.start(outer, signal);
  // Not `dispose`: the requests of an inner middleware can outlive this run, and then still end with the call.
  const end = (): void => guard.release();
  try {
    // A middleware that calls next() again and again would otherwise block the process.
    if (guard.interruption !== outer?.interruption) await call.yieldTurn();
    const result = await guard.until(() => inside(guard), outer);
    guard.setDeadline(Infinity);
    // The signal must end an open stream too.
    if (call.request.streams && !result.error) call.onEnd(end);
    else end();
    return result;
  } catch (thrown) {
    end();
    if (thrown && thrown === guard.interruption) return call.endedBy(guard.interruption);
    throw thrown;
  }
}

/** A prepared middleware list: one for each endpoint, and one for each call with its own middleware. */
export class MiddlewarePipeline {
  readonly entries: readonly MiddlewareEntry[];
  /** The plugins that also wrap fetch, in list order. */
  readonly wrappers: readonly ExchangePlugin[];

  constructor(entries: readonly MiddlewareEntry[]) {
    this.entries = entries;
    this.wrappers = entries.filter(
      (entry): entry is ExchangePlugin =>
        isObject(entry) && '~through' in entry && typeof entry.wrapFetch === 'function',
    );
  }

  /**
   * Runs the list from the outside in, then `inside`. An error that a middleware throws rejects the `next()` of each
   * outer one.
   */
  async run(call: Call, inside: Inside): Promise<Result<unknown>> {
    const { entries } = this;
    // The value that a middleware threw last, and its position. An error that passes through outer middleware belongs to the
    // inner one.
    let thrown: unknown;
    let thrower = -1;
    /** Number of runs that haven't settled: the whole list, and each `next()`. */
    let pending = 1;
    /** Lets the call go that was kept for runs of `next()` that no middleware waited for. */
    let letGo: (() => void) | undefined;
    const settle = (): void => {
      pending -= 1;
      if (pending === 0) letGo?.();
    };
    const runFrom = async (at: number, outer: DeadlineGuard | undefined): Promise<Result<unknown>> => {
      if (call.delivered) {
        await call.yieldTurn();
        return call.delivered;
      }
      if (at === entries.length) return inside(outer);
      const entry = entries[at];
      const next = (options?: NextOptions): Promise<Result<unknown>> => {
        if (pending === 0) letGo = call.keep();
        pending += 1;
        const running =
          options && !call.delivered
            ? narrowed(call, options, outer, (guard) => runFrom(at + 1, guard))
            : runFrom(at + 1, outer);
        // Also on a rejection: an unhandled one would end the process.
        running.then(settle, settle);
        return running;
      };
      try {
        const answer: unknown = await (typeof entry === 'function'
          ? entry(call, next)
          : entry?.handle(call, next));
        const result = asResult(answer, call);
        if (result) return result;
        throw markSafeText(
          new TypeError(
            `A middleware returned ${describeType(answer)}: return the Result of next(), or your own.`,
          ),
        );
      } catch (error) {
        if (thrower < 0 || thrown !== error) thrower = at;
        thrown = error;
        noteInterruption(call, error);
        throw error;
      }
    };
    try {
      return await runFrom(0, call.requestGuard);
    } catch (error) {
      return this.#failed(call, error, thrower);
    } finally {
      pending -= 1;
      // A middleware might not await `next()`: the rest still runs under the signals and the deadline of the call.
      if (pending > 0) letGo = call.keep();
    }
  }

  /** Converts what a middleware threw to a Result. The kind of the error is decided once, here. */
  #failed(call: Call, thrown: unknown, thrower: number): Result<unknown> {
    // If the middleware rethrew the reason that ended the call or a part of it, keep that kind.
    const endings = [call.requestGuard?.interruption, call.request.log.lastEnding];
    const known = endings.find((ending) => ending && isBehind(ending.reason, thrown));
    if (known) return call.endedBy(known);
    // Identify an unnamed middleware by its position in the list.
    const name = oneLine(this.entries[thrower]?.name) || `number ${thrower + 1}`;
    const reason = `failed in the middleware ${JSON.stringify(name)}: ${describeUserError(thrown)}`;
    return call.fail({ ...thrownAs('middleware', thrown), reason });
  }
}
