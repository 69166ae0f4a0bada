import { abortBy } from '../platform/time.js';
import { AbortError } from '../platform/errors.js';
import { nullProto } from '../platform/values.js';
import type { Result } from '../result/result.js';
import type { MiddlewareContext, MiddlewareNext, SendRequest } from './context.js';
import type { Attempt } from './attempt.js';
import type { AttemptRecord } from './attempt-log.js';
import { requireResponse, send } from './send.js';

/**
 * Ends an attempt with its call, even if the attempt has a Result before. Returns a function to be called when none of its
 * requests is left.
 */
function endWithCall({ call, guard }: Attempt): () => void {
  const letGo = call.keep();
  const forget = call.requestGuard?.onAbort((interruption) => guard?.abort(interruption));
  return () => {
    forget?.();
    letGo();
  };
}

/** Creates the function that passes a request through all plugins with `wrapFetch`, in list order, to fetch. */
function through(attempt: Attempt, signal: AbortSignal | undefined): SendRequest {
  const { call } = attempt;
  let isAnswered = false;
  /** Number of requests under the signal of the attempt. */
  let pending = 0;
  let whenNoneIsLeft: (() => void) | undefined;
  // A plugin might not wait for `send`. The signal of a shared request belongs to all its callers.
  const endPendingWithCall = (): void => {
    if (pending > 0 && attempt.guard?.signal === signal) whenNoneIsLeft ??= endWithCall(attempt);
  };
  const callFetch: SendRequest = async (url, init) => {
    const isOwn = (init.signal ?? undefined) === signal;
    // A plugin can wait any time: after the call has ended, nothing is sent under the call's signal.
    if (isOwn) {
      attempt.guard?.notice();
      if (isAnswered && call.isOver) throw new AbortError('The call has ended: send with your own signal.');
    }
    if (init.signal?.aborted) throw abortBy(init.signal).reason;
    if (!isOwn || !signal) return send(attempt, url, init);
    pending += 1;
    if (isAnswered) endPendingWithCall();
    try {
      return await send(attempt, url, init);
    } finally {
      pending -= 1;
      if (pending === 0) {
        whenNoneIsLeft?.();
        whenNoneIsLeft = undefined;
      }
    }
  };
  const isLast = ({ innermost = false }: ExchangePlugin): number => Number(innermost);
  const wrappers = [...call.pipeline.wrappers].sort((a, b) => isLast(a) - isLast(b));
  const outermost = wrappers.reduceRight<SendRequest>(
    (inner, plugin) => async (url, init) => {
      const response = await plugin.wrapFetch(call, url, init, inner, attempt.record);
      requireResponse(response, `wrapFetch of "${plugin.name}"`);
      return response;
    },
    callFetch,
  );
  return async (url, init) => {
    try {
      return await outermost(url, init);
    } finally {
      isAnswered = true;
      endPendingWithCall();
    }
  };
}

// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- most hooks return nothing
type HookResult = Result<unknown> | undefined | void;

/**
 * A middleware as a class, accepted wherever a middleware is. A subclass overrides `onRequest` and `onResult`, or
 * `handle` for full control.
 */
export abstract class Plugin {
  /** The plugin's name, for messages. Default: the class name. */
  declare readonly name: string;

  /**
   * Wraps fetch, if a subclass defines it. Runs each time a request is about to be sent, after all middleware, and once
   * for all callers that share the request; `ctx` belongs to the caller that sends it. Several plugins run in list
   * order, `innermost` plugins last. An error that it throws counts as if fetch threw it.
   *
   * @param send Sends the request. Can be called any number of times, even after the call has settled, with a signal of
   * the plugin's own.
   * @returns The response of `send`, or another one.
   */
  wrapFetch?(ctx: MiddlewareContext, url: string, init: RequestInit, send: SendRequest): Promise<Response>;

  /**
   * Whether `wrapFetch` runs inside the other plugins' `wrapFetch`, wherever the plugin is listed: closest to the
   * network, after every queue. A number sets the depth: true is 1, and a higher number runs further inside. Plugins of
   * equal depth run in list order. Default: false.
   */
  declare readonly innermost?: boolean | number;

  constructor() {
    // Defined, not assigned: a subclass can have a getter with this name.
    Object.defineProperty(
      this,
      'name',
      nullProto<PropertyDescriptor>({
        value: this.constructor.name,
        configurable: true,
        enumerable: true,
        writable: true,
      }),
    );
  }

  /**
   * Returns a string that identifies what a new poll belongs to, for example the current user. Only polls with equal
   * scopes are shared. Called once for each poll, on the plugins of the client, its copy and the endpoint. The hooks
   * `useCall` and `usePoll` call it at each render: if the scope changes, they drop the data that they show, and send a
   * request.
   *
   * @param series The `ctx.series` of the poll's calls.
   * @returns The scope. If the method throws, the poll has no scope.
   */
  scope?(series: object): string;

  /** Passes a request through all plugins with `wrapFetch` to fetch. Internal. */
  // Stryker disable next-line StringLiteral: it can't mutate a method name.
  '~through'(attempt: unknown, signal: AbortSignal | undefined): SendRequest {
    return through(attempt as Attempt, signal);
  }

  /** Runs as a middleware: wraps the inner middleware and the request. */
  async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    await this.onRequest(ctx);
    const result = await next();
    return (await this.onResult(result, ctx)) ?? result;
  }

  /** Runs before the request, and can change it. If it throws, the call ends with a `'middleware'` error. */
  protected onRequest(_ctx: MiddlewareContext): void | Promise<void> {
    // Empty by default: a subclass overrides it.
  }

  /** Runs after the Result arrived. Can return a Result that replaces it. */
  protected onResult(_result: Result<unknown>, _ctx: MiddlewareContext): HookResult | Promise<HookResult> {
    // Empty by default: a subclass overrides it.
  }
}

/** A plugin that wraps fetch. */
export type ExchangePlugin = Plugin & {
  /** @param record The record of the attempt, for homing's own plugins. */
  wrapFetch(
    ...given: [...Parameters<NonNullable<Plugin['wrapFetch']>>, record: AttemptRecord]
  ): Promise<Response>;
};
