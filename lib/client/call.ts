import { DeadlineGuard } from '../pipeline/deadline-guard.js';
import {
  type MiddlewareEntry,
  MiddlewarePipeline,
  type PipelineCall,
} from '../pipeline/middleware-pipeline.js';
import { OutgoingRequest } from '../pipeline/outgoing-request.js';
import { LinkedSignal } from '../platform/linked-signal.js';
import { untilAborted } from '../platform/until-aborted.js';
import { ApiError, type ApiErrorInit } from '../result/api-error.js';
import type { ErrorResult, Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import { Refusal } from '../wire/refusal.js';
import type { Endpoint } from './endpoint.js';

/** What went wrong. */
type Facts = Omit<ApiErrorInit, 'path' | 'reason' | 'request'>;

const thrownAs = (kind: Facts['kind'], thrown: unknown): Facts => ({ kind, body: thrown, cause: thrown });

const isTimeout = (reason: unknown): boolean => {
  try {
    return (reason as Error).name === 'TimeoutError';
  } catch {
    // A reason may be anything, a revoked proxy too.
    return false;
  }
};

/**
 * One call, from params to Result, readable from top to bottom: `run` makes the request and reports, the chain of
 * middleware runs around `send`, which hands the request to fetch and decodes what comes back. Whatever happens on
 * the way is a Result: a call never rejects.
 */
export class Call implements PipelineCall {
  readonly #endpoint: Endpoint;
  readonly #params: unknown;
  readonly #options: CallOptions | undefined;
  readonly #request: OutgoingRequest;
  /** Only in a call that has a signal or a deadline. */
  #guard: DeadlineGuard | undefined;
  /** What the caller got when the chain was stuck. */
  delivered: Result<unknown> | undefined;

  constructor(endpoint: Endpoint, params: unknown, options: CallOptions | undefined) {
    this.#endpoint = endpoint;
    this.#params = params;
    this.#options = options;
    this.#request = new OutgoingRequest(endpoint.protocol, params);
  }

  /** The same call again; bound, and deaf to arguments, so that it may be passed around. */
  readonly retry = (): Promise<Result<unknown>> =>
    new Call(this.#endpoint, this.#params, this.#options).run();

  async run(): Promise<Result<unknown>> {
    let result: Result<unknown>;
    try {
      result = await this.#start();
      if (result.error) void this.#report(result.error);
    } catch (thrown) {
      result = this.#fail(thrownAs('network', thrown));
      void this.#report(result.error);
    }
    return result;
  }

  /** The innermost step of the chain. A middleware may come here several times. */
  send(): Promise<Result<unknown>> {
    const { signal } = this.#request;
    const own = this.#guard?.signal;
    if (signal === own) return own ? this.#attemptUnder(own) : this.#attempt();
    // A middleware installed a signal of its own; the call's still ends the request too.
    return this.#attemptLinked(new LinkedSignal([own, signal].filter((source) => source != null)));
  }

  /** Throws when the params or the options can't become a request. */
  #start(): Promise<Result<unknown>> {
    const { protocol, surroundings } = this.#endpoint;
    const { url, body, contentType, problem } = protocol.encode(this.#params);
    this.#request.url = url;
    if (problem) throw problem.thrown;
    const { headers, fetchOptions, middleware, signal, timeout } = this.#endpoint.settle(this.#options);
    if (signal || timeout) this.#guard = new DeadlineGuard(surroundings.clock, signal, timeout);
    // A caller who set a Content-Type, at any level, knows better.
    const typed =
      contentType === null || 'content-type' in headers
        ? headers
        : { ...headers, 'content-type': contentType };
    this.#request.prepare(body, typed, fetchOptions, this.#guard?.signal);
    const chain = middleware.length > 0 ? this.#runChain(middleware) : this.send();
    return this.#guard ? this.#runGuarded(this.#guard, chain) : chain;
  }

  async #runGuarded(guard: DeadlineGuard, chain: Promise<Result<unknown>>): Promise<Result<unknown>> {
    try {
      return await guard.settle(
        chain,
        ({ kind, reason }) => (this.delivered = this.#fail(thrownAs(kind, reason))),
      );
    } finally {
      guard.release();
    }
  }

  async #runChain(middleware: readonly MiddlewareEntry[]): Promise<Result<unknown>> {
    try {
      const ctx = { request: this.#request, requestName: this.#endpoint.name };
      return await new MiddlewarePipeline(middleware, ctx, this).run();
    } catch (thrown) {
      const interruption = this.#guard?.interruptionBehind(thrown);
      return this.#fail(
        interruption ? thrownAs(interruption.kind, interruption.reason) : thrownAs('middleware', thrown),
      );
    }
  }

  async #attemptLinked(link: LinkedSignal): Promise<Result<unknown>> {
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
    const reason: unknown = signal.reason;
    const { kind, reason: body } = this.#guard?.interruption ?? {
      kind: isTimeout(reason) ? 'timeout' : 'abort',
      reason,
    };
    return this.#fail(thrownAs(kind, body));
  }

  async #attempt(signal?: AbortSignal): Promise<Result<unknown>> {
    const { protocol, surroundings } = this.#endpoint;
    let response: Response;
    try {
      response = await surroundings.exchange.send(this.#request, signal);
    } catch (thrown) {
      return this.#fail(thrownAs('network', thrown));
    }
    const decoded = await protocol.decode(response, response);
    if (!decoded.kind) return { data: decoded.data, error: null, response, retry: this.retry };
    const { status, statusText, headers } = response;
    return this.#fail({ status, statusText, headers, ...decoded }, response);
  }

  #fail(facts: Facts, response: Response | null = null): ErrorResult<unknown> {
    const { body, kind } = facts;
    // A refusal's sentence holds no values, so it may stand where it gets logged.
    const reason = kind === 'network' && Refusal.is(body) ? `was not sent. ${body.message}` : undefined;
    const error = new ApiError({
      ...facts,
      path: this.#endpoint.protocol.path,
      request: this.#request,
      reason,
    });
    return { data: null, error, response, retry: this.retry };
  }

  async #report(error: ApiError): Promise<void> {
    try {
      if (error.kind !== 'abort') await this.#endpoint.surroundings.onError?.(error);
    } catch {
      // A handler that throws, or rejects, must not fail a call.
    }
  }
}
