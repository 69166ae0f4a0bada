import type { SharedRequest } from '../exchange/shared-request.js';
import { DeadlineGuard, type Interruption } from '../pipeline/deadline-guard.js';
import { isBehind } from '../pipeline/is-behind.js';
import {
  type MiddlewareEntry,
  MiddlewarePipeline,
  type PipelineCall,
} from '../pipeline/middleware-pipeline.js';
import { OutgoingRequest } from '../pipeline/outgoing-request.js';
import { abortReason } from '../platform/abort-reason.js';
import { describeType } from '../platform/describe-type.js';
import type { Cutoff } from '../platform/cutoff.js';
import { LinkedSignal } from '../platform/linked-signal.js';
import { ApiError, type ApiErrorInit } from '../result/api-error.js';
import type { ErrorResult, Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import { mergeRecords } from '../settings/level.js';
import { Refusal } from '../wire/refusal.js';
import type { Endpoint } from './endpoint.js';
import type { EncodedRequest } from './protocol.js';

/** What went wrong. */
type Facts = Omit<ApiErrorInit, 'path' | 'reason' | 'request' | 'urlTemplate'>;

const thrownAs = (kind: Facts['kind'], thrown: unknown): Facts => ({ kind, body: thrown, cause: thrown });

/** What a signal that a middleware installed means. */
const interruptionBy = (signal: Pick<AbortSignal, 'reason'>): Interruption => {
  const reason = abortReason(signal);
  try {
    return { kind: (reason as Error).name === 'TimeoutError' ? 'timeout' : 'abort', reason };
  } catch {
    // A reason may be anything, a revoked proxy too.
    return { kind: 'abort', reason };
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
  readonly #onSend: ((request: OutgoingRequest) => void) | undefined;
  readonly #request: OutgoingRequest;
  /** Only in a call that has a signal or a deadline, or can be superseded. */
  #guard: DeadlineGuard | undefined;
  /** The newest failure that came from a shared request. */
  #sharedFailure: { readonly error: ApiError; readonly shared: SharedRequest } | undefined;
  /** That a shared request's own deadline passed, should a middleware throw it again. */
  #sharedTimeout: Interruption | undefined;
  /** What the caller got when the chain was stuck. */
  delivered: Result<unknown> | undefined;

  /** @param onSend Sees the request each time that it is about to be sent. */
  constructor(
    endpoint: Endpoint,
    params: unknown,
    options?: CallOptions,
    onSend?: (request: OutgoingRequest) => void,
  ) {
    this.#endpoint = endpoint;
    this.#params = params;
    this.#options = options;
    this.#onSend = onSend;
    const { protocol, surroundings } = endpoint.parts;
    this.#request = new OutgoingRequest(protocol, params, surroundings.exchange.fetch);
  }

  /** The same call again; bound, and deaf to arguments, so that it may be passed around. */
  readonly retry = (): Promise<Result<unknown>> =>
    new Call(this.#endpoint, this.#params, this.#options, this.#onSend).run();

  async run(): Promise<Result<unknown>> {
    const { name, protocol, surroundings } = this.#endpoint.parts;
    const encoded = protocol.encode(this.#params);
    this.#request.url = encoded.url;
    const endLog = surroundings.log?.begin(name, this.#request);
    let result: Result<unknown>;
    try {
      result = await this.#start(encoded);
      if (result.error) void this.#report(result.error);
    } catch (thrown) {
      result = this.#fail(thrownAs('network', thrown));
      void this.#report(result.error);
    }
    endLog?.(result);
    return result;
  }

  /** The innermost step of the chain. A middleware may come here several times. */
  send(): Promise<Result<unknown>> {
    const guard = this.#guard;
    if (!this.#request.signalReplaced) return guard ? this.#attemptUnder(guard.wire) : this.#attempt();
    // A middleware installed a signal of its own; the call's still ends the request too.
    return this.#attemptLinked(
      new LinkedSignal([guard?.wire.signal, this.#request.signal].filter((source) => source != null)),
    );
  }

  /** Throws when the params or the options can't become a request. */
  #start({ body, contentType, problem }: EncodedRequest): Promise<Result<unknown>> {
    const { dedupe, parts } = this.#endpoint;
    if (problem) throw problem.thrown;
    const { headers, fetchOptions, middleware, signal, timeout } = this.#endpoint.settle(this.#options);
    const guard =
      signal || timeout || dedupe
        ? new DeadlineGuard(parts.surroundings.clock, signal, timeout, dedupe)
        : undefined;
    // A caller who set a Content-Type, at any level, knows better.
    const typed =
      contentType === null || 'content-type' in headers
        ? headers
        : mergeRecords(headers, { 'content-type': contentType });
    this.#request.prepare(body, typed, fetchOptions, guard?.call);
    this.#guard = guard;
    if (guard) return this.#runGuarded(guard, middleware);
    return middleware.length > 0 ? this.#runChain(middleware) : this.send();
  }

  async #runGuarded(guard: DeadlineGuard, middleware: readonly MiddlewareEntry[]): Promise<Result<unknown>> {
    const { dedupe, parts } = this.#endpoint;
    const { newest } = parts.surroundings;
    try {
      if (dedupe) newest.enter(this.#endpoint.scope, guard);
      // Without middleware nothing gets stuck: an attempt ends with its cutoff.
      if (middleware.length === 0) return await this.send();
      return await guard.settle(
        this.#runChain(middleware),
        ({ kind, reason }) => (this.delivered = this.#fail(thrownAs(kind, reason))),
      );
    } finally {
      if (dedupe) newest.leave(this.#endpoint.scope, guard);
      guard.release();
    }
  }

  async #runChain(middleware: readonly MiddlewareEntry[]): Promise<Result<unknown>> {
    try {
      const ctx = { request: this.#request, requestName: this.#endpoint.parts.name };
      return await new MiddlewarePipeline(middleware, ctx, this).run();
    } catch (thrown) {
      const { signal } = this.#request;
      const installed = signal?.aborted ? interruptionBy(signal) : undefined;
      const own = [this.#guard?.interruption, this.#sharedTimeout, installed].find(
        (known) => known && isBehind(known.reason, thrown),
      );
      return this.#fail(own ? thrownAs(own.kind, own.reason) : thrownAs('middleware', thrown));
    }
  }

  async #attemptLinked(link: LinkedSignal): Promise<Result<unknown>> {
    try {
      return await this.#attemptUnder(link);
    } finally {
      link.release();
    }
  }

  /** Ends with the signal even where fetch, a body or a schema doesn't listen to it. */
  async #attemptUnder(cutoff: Cutoff): Promise<Result<unknown>> {
    try {
      if (!cutoff.aborted) return await cutoff.until(this.#attempt(cutoff));
    } catch {
      // Only the cutoff gets here: an attempt doesn't reject.
    }
    const { kind, reason } = this.#guard?.interruption ?? interruptionBy(cutoff);
    return this.#fail(thrownAs(kind, reason));
  }

  async #attempt(cutoff?: Cutoff): Promise<Result<unknown>> {
    const { protocol, surroundings } = this.#endpoint.parts;
    let shared: SharedRequest | undefined;
    let leave: (() => void) | undefined;
    try {
      this.#onSend?.(this.#request);
      shared = this.#endpoint.join(this.#request);
      this.#request.joined = !!shared?.callers;
      leave = shared?.join(cutoff);
      const response = await (shared?.response ?? surroundings.exchange.send(this.#request, cutoff?.signal));
      if (typeof (response as Partial<Response> | undefined)?.ok !== 'boolean') {
        throw new TypeError(
          `fetch gave ${describeType(response)}, which is no Response: return what the platform's fetch gives.`,
        );
      }
      const decoded = await protocol.decode(response, shared ?? response);
      if (!decoded.kind) return { data: decoded.data, error: null, response, retry: this.retry };
      const { status, statusText, headers } = response;
      return this.#failShared(
        decoded.bySchema ? undefined : shared,
        { status, statusText, headers, ...decoded },
        response,
      );
    } catch (thrown) {
      return this.#failShared(shared, thrownAs('network', thrown));
    } finally {
      leave?.();
    }
  }

  /** A failure of a shared request itself is one failure, whoever reports it; its deadline is each caller's own. */
  #failShared(shared: SharedRequest | undefined, facts: Facts, response?: Response): Result<unknown> {
    if (shared?.timeout) {
      this.#sharedTimeout = { kind: 'timeout', reason: shared.timeout };
      return this.#fail(thrownAs('timeout', shared.timeout));
    }
    const result = this.#fail(facts, response);
    this.#sharedFailure = shared && { error: result.error, shared };
    return result;
  }

  #fail(facts: Facts, response: Response | null = null): ErrorResult<unknown> {
    const { body, kind } = facts;
    const { path, urlTemplate } = this.#endpoint.parts.protocol;
    const reason = kind === 'network' ? Refusal.outcome(body) : undefined;
    const error = new ApiError({
      ...facts,
      path,
      urlTemplate,
      request: this.#request,
      reason,
    });
    return { data: null, error, response, retry: this.retry };
  }

  async #report(error: ApiError): Promise<void> {
    const { shared, error: sharedError } = this.#sharedFailure ?? {};
    if (error.kind === 'abort' || (error === sharedError && shared?.reported)) return;
    if (shared && error === sharedError) shared.reported = true;
    try {
      await this.#endpoint.parts.surroundings.onError?.(error);
    } catch {
      // A handler that throws, or rejects, must not fail a call.
    }
  }
}
