import { nextTurn } from '../platform/clock.js';
import { type Interruption, interruptionBy } from '../platform/abort.js';
import { ownWords } from '../platform/own-errors.js';
import { describeType, isObject } from '../platform/values.js';
import { type CallNames, type Facts, thrownAs } from '../result/api-error.js';
import { asResult, type ErrorResult, type Result } from '../result/result.js';
import { oneLine, programWords, thrownChain } from '../result/words.js';
import type { Middleware, MiddlewareContext, MiddlewareNext } from './context.js';
import type { ExchangePlugin, Plugin } from './plugin.js';

/** What a list of middleware may hold. */
export type MiddlewareEntry = Middleware | Plugin;

/** A call on its way through the pipeline. */
export interface PipelinedCall extends MiddlewareContext {
  readonly retry: () => Promise<Result<unknown>>;
  readonly errorFacts: CallNames;
  /** Runs a part of the call under its signal and deadline. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** What the caller got when the chain was stuck. */
  readonly delivered: Result<unknown> | undefined;
  /** What ended the call, or parts of it. */
  readonly endings: readonly (Interruption | undefined)[];
  /** How often `next()` was called for a request that may not be sent any more. */
  refusals: number;
  fail(facts: Facts): ErrorResult<unknown>;
}

/**
 * Waits, but for the first time, until everything else had its turn. For a `next()` that can't send any more: a
 * middleware that tries until it succeeds would otherwise never let go of the process.
 */
export async function giveWay(call: { refusals: number }): Promise<void> {
  call.refusals += 1;
  if (call.refusals > 1) await nextTurn();
}

/** What a middleware threw last, and which of them: what passes through the outer ones was thrown by the inner one. */
interface Threw {
  thrown: unknown;
  at: number;
}

/** A list of middleware, put together once for an endpoint, and for a call that brings its own. */
export class MiddlewarePipeline {
  readonly entries: readonly MiddlewareEntry[];
  /** Those that stand around the wire, too, in the order of the list. */
  readonly exchanges: readonly ExchangePlugin[];

  constructor(entries: readonly MiddlewareEntry[]) {
    this.entries = entries;
    this.exchanges = entries.filter(
      (entry): entry is ExchangePlugin =>
        isObject(entry) && '~through' in entry && typeof entry.exchange === 'function',
    );
  }

  /**
   * Runs the list from the outside in, then what stands inside of it. What one throws passes through the outer ones as
   * the rejection of their `next()`; the kind of the error is decided once, here.
   */
  async run(call: PipelinedCall, inside: MiddlewareNext): Promise<Result<unknown>> {
    const threw: Threw = { thrown: undefined, at: -1 };
    try {
      return await this.#runFrom(0, call, inside, threw);
    } catch (thrown) {
      const { signal } = call.request;
      // What ended the call, or a part of it, when that is what a middleware threw again.
      const endings = signal?.aborted ? [...call.endings, interruptionBy(signal)] : call.endings;
      const chain = thrownChain(thrown).map(({ value }) => value);
      const known = endings.find((ending) => ending && [thrown, ...chain].includes(ending.reason));
      if (known) return call.fail(thrownAs(known.kind, known.reason));
      // One without a name is told by its place.
      const name = oneLine(this.entries[threw.at]?.name).slice(0, 100) || `number ${String(threw.at + 1)}`;
      const reason = `failed in the middleware ${JSON.stringify(name)}: ${programWords(thrown)}`;
      return call.fail({ ...thrownAs('middleware', thrown), reason });
    }
  }

  async #runFrom(
    at: number,
    call: PipelinedCall,
    inside: MiddlewareNext,
    threw: Threw,
  ): Promise<Result<unknown>> {
    if (call.delivered) {
      await giveWay(call);
      return call.delivered;
    }
    if (at === this.entries.length) return inside();
    const entry = this.entries[at];
    const next = (): Promise<Result<unknown>> => {
      const rest = call.hold(() => this.#runFrom(at + 1, call, inside, threw));
      // A middleware need not wait for it, and what nobody waits for must not end the process.
      rest.catch(() => undefined);
      return rest;
    };
    try {
      const answer: unknown = await (typeof entry === 'function'
        ? entry(call, next)
        : entry?.handle(call, next));
      const result = asResult(answer, call);
      if (result) return result;
      throw ownWords(
        new TypeError(
          `A middleware returned ${describeType(answer)}: return the Result that next() gave, or one of its own.`,
        ),
      );
    } catch (thrown) {
      if (threw.at < 0 || !Object.is(threw.thrown, thrown)) Object.assign(threw, { thrown, at });
      throw thrown;
    }
  }
}
