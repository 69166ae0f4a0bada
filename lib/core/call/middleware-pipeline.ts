import { type Interruption, interruptionBy, nextTurn } from '../platform/time.js';
import { markSafeText } from '../platform/errors.js';
import { describeType, isObject } from '../platform/values.js';
import { type CallNames, endedBy, type Facts, thrownAs } from '../result/api-error.js';
import { asResult, type ErrorResult, type Result } from '../result/result.js';
import { oneLine, describeUserError, thrownChain } from '../result/error-text.js';
import type { Middleware, MiddlewareContext, MiddlewareNext, MiddlewareRequest } from './context.js';
import type { ExchangePlugin, Plugin } from './plugin.js';

/** What a list of middleware may hold. */
export type MiddlewareEntry = Middleware | Plugin;

/** A call on its way through the pipeline. */
export interface PipelinedCall extends MiddlewareContext {
  readonly request: MiddlewareRequest & { readonly installedSignal: AbortSignal | null | undefined };
  readonly retry: () => Promise<Result<unknown>>;
  readonly errorFacts: CallNames;
  /** Runs a part of the call under its signal and deadline. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** What the caller got when the chain was stuck. */
  readonly delivered: Result<unknown> | undefined;
  /** What may end the call. */
  readonly requestGuard: { readonly interruption: Interruption | undefined } | undefined;
  /** What ended a part of it last: its newest attempt, or what waited under a signal that a middleware set. */
  lastEnding: Interruption | undefined;
  /** How often `next()` was called for a request that may not be sent any more. */
  refusals: number;
  fail(facts: Facts): ErrorResult<unknown>;
  endedBy(interruption: Interruption): ErrorResult<unknown>;
}

/**
 * Waits, but for the first time, until everything else had its turn. For a `next()` that can't send any more: a
 * middleware that tries until it succeeds would otherwise never let go of the process.
 */
export async function yieldToEventLoop(call: { refusals: number }): Promise<void> {
  call.refusals += 1;
  if (call.refusals > 1) await nextTurn();
}

/** What `next()` gives in a run that was given up. */
async function givenUp(call: PipelinedCall, signal: AbortSignal): Promise<Result<unknown>> {
  await yieldToEventLoop(call);
  return call.fail(endedBy(interruptionBy(signal)));
}

/** What the middleware of one run of the list have in common. */
interface ListRun {
  /** What one of them threw last, and which of them: what passes through the outer ones was thrown by the inner one. */
  thrown: unknown;
  thrower: number;
  /** The signal that the newest `next()` to come back left on the request: none that who called it has set. */
  left: AbortSignal | null | undefined;
}

/** Whether that was thrown, as it is or as the cause of something else. */
const isBehind = (reason: unknown, thrown: unknown): boolean =>
  thrownChain(thrown)
    .map(({ value }) => value)
    .includes(reason);

/** A list of middleware, put together once for an endpoint, and for a call that brings its own. */
export class MiddlewarePipeline {
  readonly entries: readonly MiddlewareEntry[];
  /** Those that stand around the wire, too, in the order of the list. */
  readonly wrappers: readonly ExchangePlugin[];

  constructor(entries: readonly MiddlewareEntry[]) {
    this.entries = entries;
    this.wrappers = entries.filter(
      (entry): entry is ExchangePlugin =>
        isObject(entry) && '~through' in entry && typeof entry.wrapFetch === 'function',
    );
  }

  /**
   * Runs the list from the outside in, then what stands inside of it. What one throws passes through the outer ones as
   * the rejection of their `next()`.
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
    // Of an outer one, which may give this run up, and set another signal for the next. One that was left there by what is
    // inside, in a run before, says nothing of this one.
    const given = installedSignal === run.left || installedSignal?.aborted ? undefined : installedSignal;
    const next = (): Promise<Result<unknown>> => {
      const before = request.installedSignal;
      const rest = call.hold(() =>
        given?.aborted ? givenUp(call, given) : this.#runFrom(at + 1, call, inside, run),
      );
      const note = (): void => {
        if (request.installedSignal !== before) run.left = request.installedSignal;
      };
      // A middleware need not wait for it, and what nobody waits for must not end the process.
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
      // Noted here, as whoever has set it may take it back.
      const { signal } = request;
      if (signal?.aborted && isBehind(signal.reason, thrown)) call.lastEnding = interruptionBy(signal);
      throw thrown;
    }
  }

  /** The Result of what a middleware threw; the kind of the error is decided once, here. */
  #failed(call: PipelinedCall, thrown: unknown, thrower: number): Result<unknown> {
    // What ended the call, or a part of it, when that is what a middleware threw again.
    const endings = [call.requestGuard?.interruption, call.lastEnding];
    const known = endings.find((ending) => ending && isBehind(ending.reason, thrown));
    if (known) return call.endedBy(known);
    // One without a name is told by its place.
    const name = oneLine(this.entries[thrower]?.name) || `number ${thrower + 1}`;
    const reason = `failed in the middleware ${JSON.stringify(name)}: ${describeUserError(thrown)}`;
    return call.fail({ ...thrownAs('middleware', thrown), reason });
  }
}
