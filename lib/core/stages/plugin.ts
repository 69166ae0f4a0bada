import type { Result } from '../result/result.js';
import type { Middleware, MiddlewareContext, MiddlewareNext } from './middleware-context.js';

// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a hook that returns nothing is the usual one
type Answer = Result<unknown> | undefined | void;

/** What a list of middleware may hold. */
export type MiddlewareEntry = Middleware | Plugin;

/** Sends a request on towards the network. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/**
 * A middleware as a class, accepted wherever a middleware is. A subclass overrides `onRequest` and `onResult`, or
 * `handle` for full control.
 */
export abstract class Plugin {
  /** For messages. Default: the class's name. */
  readonly name: string = this.constructor.name;

  /**
   * Stands around the wire, where a subclass has it: runs each time that a request is about to be sent, after all
   * middleware, and once for all callers that share the request; `ctx` is the one's who sends. Several stand in the
   * order of the list, but for `exchangesLast`. What it throws counts as if fetch threw.
   *
   * @param send May be called any number of times; also when the call has settled, with a signal of the plugin's own.
   * @returns The response: what `send` gave, or another.
   */
  exchange?(ctx: MiddlewareContext, url: string, init: RequestInit, send: Send): Promise<Response>;

  /**
   * Whether `exchange` stands inside of those of all plugins that don't say so, wherever its plugin stands in the list:
   * nearest to the network, where no queue comes after it. Several that say so stand in the order of the list. Default
   * false.
   */
  declare readonly exchangesLast?: boolean;

  /**
   * What a poll that begins now belongs to, where that changes with time: whose it is, say. Only polls of equal scopes
   * are shared. Asked once for each poll, of the plugins of the client, its copy and the endpoint.
   *
   * @param series What `ctx.series` of its calls will be.
   * @returns A text. What it throws is as if there were none.
   */
  scope?(series: object): string;

  /** Stands around the rest of the chain, as a middleware does. */
  async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    await this.onRequest(ctx);
    const result = await next();
    return (await this.onResult(result, ctx)) ?? result;
  }

  /** Before the request; may change it. What it throws ends the call with a `'middleware'` error. */
  protected onRequest(_ctx: MiddlewareContext): void | Promise<void> {
    // For subclasses.
  }

  /** After the Result came back; may return one to take its place. */
  protected onResult(_result: Result<unknown>, _ctx: MiddlewareContext): Answer | Promise<Answer> {
    // For subclasses.
  }
}
