import { DeadlineGuard } from '../pipeline/deadline-guard.js';
import type { PipelineCall } from '../pipeline/middleware-pipeline.js';
import { type HeaderRecord, OutgoingRequest } from '../pipeline/outgoing-request.js';
import { LinkedSignal } from '../platform/linked-signal.js';
import { untilAborted } from '../platform/until-aborted.js';
import type { Result } from '../result/result.js';
import type { CallSettings } from '../settings/call-settings.js';
import { joinRecords } from '../settings/level.js';
import type { Endpoint } from './endpoint.js';
import { failure, type FailureFacts, thrownAs } from './failure.js';
import type { EncodedRequest } from './protocol.js';

const isTimeout = (reason: unknown): boolean => {
  try {
    return (reason as Error).name === 'TimeoutError';
  } catch {
    return false;
  }
};

/** A caller who set a Content-Type, at any level, knows better. */
const withContentType = (headers: HeaderRecord, type: string | null): HeaderRecord =>
  type === null || 'content-type' in headers ? headers : joinRecords(headers, { 'content-type': type });

/** A request on its way: through the middleware, to fetch, and back as a Result. Nothing in it rejects. */
export class Dispatch implements PipelineCall {
  readonly retry: () => Promise<Result<unknown>>;
  readonly #endpoint: Endpoint;
  readonly #settings: CallSettings;
  readonly #request: OutgoingRequest;
  /** Only for a call that has a signal or a deadline. */
  readonly #guard: DeadlineGuard | undefined;
  #delivered: Result<unknown> | undefined;

  constructor(
    endpoint: Endpoint,
    settings: CallSettings,
    encoded: EncodedRequest,
    params: unknown,
    retry: () => Promise<Result<unknown>>,
  ) {
    const { protocol, clock } = endpoint;
    const { url, body, contentType } = encoded;
    const { headers, fetchOptions } = settings;
    this.#endpoint = endpoint;
    this.#settings = settings;
    this.retry = retry;
    this.#guard = settings.signal || settings.timeout > 0 ? new DeadlineGuard(clock, settings) : undefined;
    this.#request = new OutgoingRequest({
      method: protocol.method,
      url,
      path: protocol.path,
      params,
      body,
      headers: withContentType(headers, contentType),
      fetchOptions,
      signal: this.#guard?.signal,
    });
  }

  get delivered(): Result<unknown> | undefined {
    return this.#delivered;
  }

  run(): Promise<Result<unknown>> {
    return this.#guard ? this.#runGuarded(this.#guard) : this.#runChain();
  }

  /** The innermost step of the chain. A middleware may come here several times, or late. */
  send(): Promise<Result<unknown>> {
    if (this.#delivered) return Promise.resolve(this.#delivered);
    const { signal } = this.#request;
    const own = this.#guard?.signal;
    if (signal === own) return own ? this.#attemptUnder(own) : this.#attempt(undefined);
    return this.#attemptUnderLink(new LinkedSignal([own, signal].filter((source) => source != null)));
  }

  async #runGuarded(guard: DeadlineGuard): Promise<Result<unknown>> {
    try {
      return await guard.settle(
        this.#runChain(),
        ({ kind, reason }) => (this.#delivered = this.#fail(thrownAs(kind, reason))),
      );
    } finally {
      guard.release();
    }
  }

  #runChain(): Promise<Result<unknown>> {
    return this.#settings.pipeline.isEmpty ? this.send() : this.#runPipeline();
  }

  async #runPipeline(): Promise<Result<unknown>> {
    try {
      return await this.#settings.pipeline.run(
        { request: this.#request, requestName: this.#endpoint.name },
        this,
      );
    } catch (thrown) {
      const interruption = this.#guard?.interruptionBehind(thrown);
      return this.#fail(
        interruption ? thrownAs(interruption.kind, interruption.reason) : thrownAs('middleware', thrown),
      );
    }
  }

  /** For a middleware that installed a signal of its own: the call's own still ends the request too. */
  async #attemptUnderLink(link: LinkedSignal): Promise<Result<unknown>> {
    try {
      return await this.#attemptUnder(link.signal);
    } finally {
      link.release();
    }
  }

  /** Ends with the signal even where fetch, a body or a schema doesn't listen to it. */
  async #attemptUnder(signal: AbortSignal): Promise<Result<unknown>> {
    try {
      if (!signal.aborted) return await untilAborted(this.#attempt(signal), signal);
    } catch {
      // Only the signal gets here: an attempt doesn't reject.
    }
    return this.#fail(this.#interruptedBy(signal));
  }

  async #attempt(signal: AbortSignal | undefined): Promise<Result<unknown>> {
    const { exchange, protocol } = this.#endpoint;
    let response: Response;
    try {
      response = await exchange.send(this.#request, signal);
    } catch (thrown) {
      return this.#fail(thrownAs('network', thrown));
    }
    const decoded = await protocol.decode(response, response);
    if (decoded.ok) return { data: decoded.data, error: null, response, retry: this.retry };
    const { status, statusText, headers } = response;
    return this.#fail({ status, statusText, headers, ...decoded }, response);
  }

  #interruptedBy(signal: AbortSignal): FailureFacts {
    const interruption = this.#guard?.interruption;
    if (interruption) return thrownAs(interruption.kind, interruption.reason);
    const reason: unknown = signal.reason;
    return thrownAs(isTimeout(reason) ? 'timeout' : 'abort', reason);
  }

  #fail(facts: FailureFacts, response?: Response): Result<unknown> {
    const { method, url, params } = this.#request;
    return failure(
      { protocol: this.#endpoint.protocol, request: { method, url, params }, retry: this.retry },
      facts,
      response,
    );
  }
}
