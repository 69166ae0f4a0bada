import type { MiddlewareContext } from './middleware-context.js';

/** Options of `LogPlugin`, `logMiddleware` and a client's `log`. */
export interface LogOptions {
  /** Whether anything is written. Default true. */
  enabled?: boolean | undefined;
  /** Prints the data of a success too, and the decoded body of an `'http'` error. Default false. */
  data?: boolean | undefined;
  /**
   * Text for both lines of a call, such as the incoming request's id from `ctx.context`. Undefined, and what it throws, is
   * no label. Control characters become spaces. Default: none.
   */
  label?: ((ctx: Pick<MiddlewareContext, 'requestName' | 'context'>) => string | undefined) | undefined;
  /** Names of query params whose values are printed as `…`. Default: none, the URL is printed whole. */
  redact?: readonly string[] | undefined;
}
