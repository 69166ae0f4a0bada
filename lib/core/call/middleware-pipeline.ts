import { type Interruption, interruptionBy, nextTurn } from '../platform/time.js';
import { markSafeText } from '../platform/errors.js';
import { describeType, isObject } from '../platform/values.js';
import { type CallNames, endedBy, type Facts, thrownAs } from '../result/api-error.js';
import { asResult, type ErrorResult, type Result } from '../result/result.js';
import { oneLine, describeUserError, thrownChain } from '../result/error-text.js';
import type { Middleware, MiddlewareContext, MiddlewareNext, MiddlewareRequest } from './context.js';
import type { ExchangePlugin, Plugin } from './plugin.js';

/** A middleware function or a plugin. */
export type MiddlewareEntry = Middleware | Plugin;

/** A call as the pipeline uses it. */
export interface PipelinedCall extends MiddlewareContext {
  readonly request: MiddlewareRequest & { readonly installedSignal: AbortSignal | null | undefined };
  readonly retry: () => Promise<Result<unknown>>;
  readonly errorFacts: CallNames;
  /** Runs a part of the call under its signal and deadline. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** The Result that the caller got while the middleware was stuck. */
  readonly delivered: Result<unknown> | undefined;
  /** Can end the call. */
  readonly requestGuard: { readonly interruption: Interruption | undefined } | undefined;
  /** Why a part of the call ended last: its newest attempt, or a wait under a signal that a middleware set. */
  lastEnding: Interruption | undefined;
  /** How often `next()` was called after the request could no longer be sent. */
  refusals: number;
  fail(facts: Facts): ErrorResult<unknown>;
  endedBy(interruption: Interruption): ErrorResult<unknown>;
}

/**
 * Waits for one turn of the event loop, except the first time. Used for a `next()` that can't send anymore: a
 * middleware that retries until it succeeds would otherwise block the process.
 */
export async function yieldToEventLoop(call: { refusals: number }): Promise<void> {
  call.refusals += 1;
  if (call.refusals > 1) await nextTurn();
}

/** Returns the Result of `next()` after the outer middleware aborted this run. */
async function givenUp(call: PipelinedCall, signal: AbortSignal): Promise<Result<unknown>> {
  await yieldToEventLoop(call);
  return call.fail(endedBy(interruptionBy(signal)));
}

/** State that the middleware of one run share. */
interface ListRun {
  /**
   * The value that a middleware threw last, and its position. An error that passes through outer middleware belongs to
   * the inner one.
   */
  thrown: unknown;
  thrower: number;
  /** The signal that the newest settled `next()` left on the request. The current middleware didn't set it. */
  left: AbortSignal | null | undefined;
}

/** Whether the reason was thrown, directly or as the `cause` of another error. */
const isBehind = (reason: unknown, thrown: unknown): boolean =>
  thrownChain(thrown)
    .map(({ value }) => value)
    .includes(reason);

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
  async run(call: PipelinedCall, inside: MiddlewareNext): Promise<Result<unknown>> {
    const run: ListRun = { thrown: undefined, thrower: -1, left: undefined };
    try {
      return await this.#runFrom(0, call, inside, run);
    } catch (thrown) {
      return this.#failed(call, thrown, run.thrower);
    }
  }

  async #runFrom(
    at: number,
    call: PipelinedCall,
    inside: MiddlewareNext,
    run: ListRun,
  ): Promise<Result<unknown>> {
    if (call.delivered) {
      await yieldToEventLoop(call);
      return call.delivered;
    }
    if (at === this.entries.length) return inside();
    const entry = this.entries[at];
    const { request } = call;
    const { installedSignal } = request;
    // A signal set by an outer middleware, which can abort this run and set another signal for the next. Ignore a
    // signal that inner code left from an earlier run.
    const given = installedSignal === run.left || installedSignal?.aborted ? undefined : installedSignal;
    const next = (): Promise<Result<unknown>> => {
      const before = request.installedSignal;
      const rest = call.hold(() =>
        given?.aborted && !call.delivered ? givenUp(call, given) : this.#runFrom(at + 1, call, inside, run),
      );
      const note = (): void => {
        if (request.installedSignal !== before) run.left = request.installedSignal;
      };
      // A middleware might not await `next()`. An unhandled rejection would end the process.
      rest.then(note, note);
      return rest;
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
    } catch (thrown) {
      if (run.thrower < 0 || run.thrown !== thrown) run.thrower = at;
      run.thrown = thrown;
      // Record the interruption now, because the middleware that set the signal can remove it again.
      const { signal } = request;
      if (signal?.aborted && isBehind(signal.reason, thrown)) call.lastEnding = interruptionBy(signal);
      throw thrown;
    }
  }

  /** Converts what a middleware threw to a Result. The kind of the error is decided once, here. */
  #failed(call: PipelinedCall, thrown: unknown, thrower: number): Result<unknown> {
    // If the middleware rethrew the reason that ended the call or a part of it, keep that kind.
    const endings = [call.requestGuard?.interruption, call.lastEnding];
    const known = endings.find((ending) => ending && isBehind(ending.reason, thrown));
    if (known) return call.endedBy(known);
    // Identify an unnamed middleware by its position in the list.
    const name = oneLine(this.entries[thrower]?.name) || `number ${thrower + 1}`;
    const reason = `failed in the middleware ${JSON.stringify(name)}: ${describeUserError(thrown)}`;
    return call.fail({ ...thrownAs('middleware', thrown), reason });
  }
}
