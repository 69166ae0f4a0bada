import { describeType } from '../platform/describe-type.js';
import { asResult } from '../result/as-result.js';
import type { Result } from '../result/result.js';
import type { Middleware, MiddlewareContext } from './middleware.js';
import type { Plugin } from './plugin.js';

/** What a list of middleware may hold. */
export type MiddlewareEntry = Middleware | Plugin;

/** The call that a pipeline runs for. */
export interface PipelineCall {
  /** The innermost step: sends the request. Never rejects. */
  send(): Promise<Result<unknown>>;
  /** The Result that the caller already has, when the call was settled over the head of its chain. */
  readonly delivered: Result<unknown> | undefined;
  /** Runs the whole call again; for Results that a middleware built without it. */
  readonly retry: () => Promise<Result<unknown>>;
}

/**
 * A list of middleware, run from the outside in. What one throws passes through the outer ones as the rejection of
 * their `next()`; whoever runs the pipeline decides its kind, once.
 */
export class MiddlewarePipeline {
  readonly #entries: readonly MiddlewareEntry[];

  constructor(entries: readonly MiddlewareEntry[]) {
    this.#entries = entries;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** This list with more entries inside, without those that are skipped (matched by reference). */
  with(inner: readonly MiddlewareEntry[], skipped: readonly MiddlewareEntry[]): MiddlewarePipeline {
    if (inner.length === 0 && skipped.length === 0) return this;
    return new MiddlewarePipeline([...this.#entries, ...inner].filter((entry) => !skipped.includes(entry)));
  }

  /** Runs the list from entry `at` inwards, then `call.send()`. */
  async run(ctx: MiddlewareContext, call: PipelineCall, at = 0): Promise<Result<unknown>> {
    if (call.delivered) return call.delivered;
    const entry = this.#entries[at];
    if (at === this.#entries.length) return call.send();
    const next = (): Promise<Result<unknown>> => this.run(ctx, call, at + 1);
    const answer: unknown = await this.#handlerOf(entry)(ctx, next);
    const result = asResult(answer, call.retry);
    if (result) return result;
    throw new TypeError(
      `The middleware "${entry?.name ?? ''}" returned ${describeType(answer)}, which is no Result: return what next() gave, or a Result of its own.`,
    );
  }

  #handlerOf(entry: unknown): Middleware {
    if (typeof entry === 'function') return entry as Middleware;
    const plugin = entry as Plugin | null | undefined;
    if (typeof plugin?.handle === 'function') return plugin.handle.bind(plugin);
    throw new TypeError(
      `${describeType(entry)} stands in a list of middleware: put a function or a Plugin there.`,
    );
  }
}
