import type { ApiError } from '../result/api-error.js';
import type { Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import { NotSent } from '../wire/not-sent.js';
import { Dispatch } from './dispatch.js';
import type { Endpoint } from './endpoint.js';
import { failure, thrownAs } from './failure.js';

/**
 * One call, from params to Result. The levels of options become settings and the params a request, which a
 * `Dispatch` takes through the middleware to fetch and back. Whatever happens on the way is a Result: a call never
 * rejects.
 */
export class Call {
  readonly #endpoint: Endpoint;
  readonly #params: unknown;
  readonly #options: CallOptions | undefined;

  constructor(endpoint: Endpoint, params: unknown, options: CallOptions | undefined) {
    this.#endpoint = endpoint;
    this.#params = params;
    this.#options = options;
  }

  /** The same call again; bound, and deaf to arguments, so that it may be passed around. */
  readonly retry = (): Promise<Result<unknown>> =>
    new Call(this.#endpoint, this.#params, this.#options).run();

  async run(): Promise<Result<unknown>> {
    const endpoint = this.#endpoint;
    let result: Result<unknown>;
    try {
      const settings = endpoint.settings.forCall(this.#options);
      const encoded = endpoint.protocol.encode(this.#params);
      result = await new Dispatch(endpoint, settings, encoded, this.#params, this.retry).run();
    } catch (thrown) {
      result = this.#refused(thrown);
    }
    if (result.error) this.#report(result.error);
    return result;
  }

  /** Nothing was sent: the options or the params can't become a request. */
  #refused(thrown: unknown): Result<unknown> {
    const { protocol } = this.#endpoint;
    const [url, cause] = NotSent.is(thrown) ? [thrown.url, thrown.cause] : [protocol.urlTemplate, thrown];
    const request = { method: protocol.method, url, params: this.#params };
    return failure({ protocol, request, retry: this.retry }, thrownAs('network', cause));
  }

  #report(error: ApiError): void {
    if (error.kind === 'abort') return;
    try {
      // An async handler's rejection is swallowed as a throw is: reporting must not fail a call.
      Promise.resolve(this.#endpoint.onError?.(error)).catch(() => undefined);
    } catch {
      // See above.
    }
  }
}
