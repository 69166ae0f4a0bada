import type { Result } from '../result/result.js';
import type { MiddlewareContext, MiddlewareNext } from './middleware.js';

// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a hook that returns nothing is the usual one
type Answer = Result<unknown> | undefined | void;

/**
 * A middleware as a class, accepted wherever a middleware is. A subclass overrides `onRequest` and `onResult`, or
 * `handle` for full control.
 */
export abstract class Plugin {
  /** For messages. Default: the class's name. */
  readonly name: string = this.constructor.name;

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
