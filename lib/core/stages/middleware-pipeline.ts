import { describeType } from '../platform/describe-type.js';
import type { ApiErrorInit } from '../result/api-error.js';
import { asResult, describeResult } from '../result/as-result.js';
import type { Result } from '../result/result.js';
import type { Middleware, MiddlewareContext } from './middleware.js';
import type { Plugin } from './plugin.js';

/** What a list of middleware may hold. */
export type MiddlewareEntry = Middleware | Plugin;

/** The call that a pipeline runs for. */
export interface PipelineCall {
  /** The innermost step: sends the request. */
  send(): Promise<Result<unknown>>;
  /** Runs a part of the chain, under the call's signal and deadline whether the call is settled by then or not. */
  hold(part: () => Promise<Result<unknown>>): Promise<Result<unknown>>;
  /**
   * Waits, but for the first time, until everything else had its turn. For a `next()` that can't send any more: a
   * middleware that tries until it succeeds would otherwise never let go of the process.
   */
  giveWay(): Promise<void>;
  /** What errors name the call by. */
  readonly errorFacts: Pick<ApiErrorInit, 'request' | 'path' | 'urlTemplate'>;
  /** The Result that the caller already has, when the call was settled over the head of its chain. */
  readonly delivered: Result<unknown> | undefined;
  /** Runs the whole call again; for Results that a middleware built without it. */
  readonly retry: () => Promise<Result<unknown>>;
}

/**
 * One call's middleware, run from the outside in. What one throws passes through the outer ones as the rejection of
 * their `next()`; whoever runs the pipeline decides its kind, once.
 */
export class MiddlewarePipeline {
  readonly #entries: readonly MiddlewareEntry[];
  readonly #ctx: MiddlewareContext;
  readonly #call: PipelineCall;

  constructor(entries: readonly MiddlewareEntry[], ctx: MiddlewareContext, call: PipelineCall) {
    this.#entries = entries;
    this.#ctx = ctx;
    this.#call = call;
  }

  /** Runs the list from entry `at` inwards, then `call.send()`. */
  async run(at = 0): Promise<Result<unknown>> {
    const { delivered, retry, errorFacts } = this.#call;
    if (delivered) {
      await this.#call.giveWay();
      return delivered;
    }
    if (at === this.#entries.length) return this.#call.send();
    const entry: Partial<Plugin> | Middleware | null | undefined = this.#entries[at];
    const next = (): Promise<Result<unknown>> => {
      const rest = this.#call.hold(() => this.run(at + 1));
      // A middleware need not wait for it, and what nobody waits for must not end the process.
      rest.catch(() => undefined);
      return rest;
    };
    let answer: unknown;
    if (typeof entry === 'function') answer = await entry(this.#ctx, next);
    else if (entry?.handle) answer = await entry.handle(this.#ctx, next);
    else
      throw new TypeError(
        `${describeType(entry)} stands in a list of middleware: put a function or a Plugin there.`,
      );
    const result = asResult(answer, { retry, ...errorFacts });
    if (result) return result;
    throw new TypeError(
      `The middleware "${entry.name || 'anonymous'}" returned ${describeResult(answer)}: return the Result that next() gave, or one of its own.`,
    );
  }
}
