import type { MiddlewareContext, MiddlewareNext } from '../pipeline/middleware.js';
import { Plugin } from '../pipeline/plugin.js';
import type { Result } from '../result/result.js';
import { type CallLog, callLog } from './call-log.js';
import type { LogOptions } from './log-options.js';

/**
 * Writes two lines for each run of what stands inside of it: the request, and how it came out. For one pair a call,
 * with its final outcome, use a client's `log`.
 */
export class LogPlugin extends Plugin {
  override readonly name: string = 'log';
  readonly #log: CallLog;

  /** @param options One that is undefined has its default. */
  constructor(options?: LogOptions) {
    super();
    this.#log = callLog(options);
  }

  override async handle(
    { request, requestName }: MiddlewareContext,
    next: MiddlewareNext,
  ): Promise<Result<unknown>> {
    const end = this.#log(requestName, request);
    let result: Result<unknown> | undefined;
    try {
      result = await next();
      return result;
    } finally {
      end(result);
    }
  }
}
