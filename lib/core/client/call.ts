import { requireResponse } from '../stages/require-response.js';
import { send } from '../stages/send.js';
import { isNews, noteShared } from '../stages/shared-failures.js';
import type { SharedRequest } from '../stages/shared-request.js';
import { DeadlineGuard } from '../stages/deadline-guard.js';
import { isBehind } from '../platform/is-behind.js';
import {
  type MiddlewareEntry,
  MiddlewarePipeline,
  type PipelineCall,
} from '../stages/middleware-pipeline.js';
import { OutgoingRequest } from '../stages/outgoing-request.js';
import { Cutoff } from '../platform/cutoff.js';
import { type Interruption, interruptionBy } from '../platform/interruption.js';
import { isAborted } from '../platform/foreign-signal.js';
import { quietly } from '../platform/quietly.js';
import { ApiError, type ApiErrorInit } from '../result/api-error.js';
import type { ErrorResult, Result } from '../result/result.js';
import { mergeRecords } from '../settings/level.js';
import { readSignal } from '../settings/signal.js';
import { sourceOf } from '../wire/body-source.js';
import { Refusal } from '../wire/refusal.js';
import type { CallListener } from './call-listener.js';
import type { CallPlan } from './call-plan.js';
import type { Callee } from './callee.js';
import { type Facts, thrownAs } from './facts.js';

/**
 * One call, from params to Result, readable from top to bottom: `run` makes the request and reports, the chain of
 * middleware runs around `send`, which hands the request to fetch and decodes what comes back. Whatever happens on
 * the way is a Result: a call never rejects.
 */
export class Call implements PipelineCall {
  /** The same call again; bound, and deaf to arguments, so that it may be passed around. */
  readonly retry: () => Promise<Result<unknown>>;
  /** What the caller got when the chain was stuck. */
  delivered: Result<unknown> | undefined;
  readonly #endpoint: Callee;
  readonly #plan: CallPlan;
  readonly #listener: CallListener | undefined;
  readonly #request: OutgoingRequest;
  /** Only in a call that has a signal or a deadline, or can be superseded. */
  #guard: DeadlineGuard | undefined;
  /** The shared requests that it waited for; undefined for most calls, which share nothing. */
  #shared: Set<SharedRequest> | undefined;
  /** How often `next()` was called for a request that may not be sent any more. */
  #refusals = 0;
  /** That a shared request's own deadline passed, should a middleware throw it again. */
  #sharedTimeout: Interruption | undefined;

  constructor(plan: CallPlan, listener?: CallListener) {
    const { endpoint, params, url } = plan;
    const { protocol, surroundings } = endpoint.parts;
    this.retry = () => new Call(plan, listener).run();
    this.#endpoint = endpoint;
    this.#plan = plan;
    this.#listener = listener;
    this.#request = new OutgoingRequest(protocol, url, params, surroundings.fetch);
  }

  async run(): Promise<Result<unknown>> {
    const { name, surroundings } = this.#endpoint.parts;
    let endLog: ((result: Result<unknown>) => void) | undefined;
    let result: Result<unknown>;
    try {
      // Also of a call that is refused.
      endLog = surroundings.log?.(name, this.#request);
      const running = this.#start();
      // Whatever runs from here on, the caller does too, and may change what it handed over.
      const copy = this.#plan.takeOver();
      if (copy !== undefined) this.#request.takeOver(copy);
      result = await running;
      if (result.error) this.#report(result.error);
    } catch (thrown) {
      result = this.#fail({
        ...thrownAs('network', thrown),
        reason: Refusal.outcome(thrown) ?? 'was not sent',
      });
      this.#report(result.error);
    }
    void quietly(() => endLog?.(result));
    return result;
  }

  get errorFacts(): Pick<ApiErrorInit, 'request' | 'path' | 'urlTemplate'> {
    const { path, urlTemplate } = this.#endpoint.parts.protocol;
    return { path, urlTemplate, request: this.#request };
  }

  /** The innermost step of the chain. A middleware may come here several times. Rejects for a signal that is none. */
  send(): Promise<Result<unknown>> {
    this.#guard?.notice();
    const wire = this.#guard?.wire;
    if (this.#request.signalReplaced) return this.#sendUnderBoth(wire);
    return wire ? this.#attemptUnder(wire) : this.#attempt();
  }

  async giveWay(): Promise<void> {
    this.#refusals += 1;
    const { clock } = this.#endpoint.parts.surroundings;
    if (this.#refusals > 1) await new Promise<void>((resolve) => clock.setTimeout(resolve, 0));
  }

  hold(part: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    return this.#guard ? this.#guard.hold(part) : part();
  }

  /** A middleware installed a signal of its own; the call's still ends the request too. */
  async #sendUnderBoth(wire: Cutoff | undefined): Promise<Result<unknown>> {
    const both = new Cutoff();
    try {
      for (const source of [wire?.signal, readSignal(this.#request.signal)]) if (source) both.follow(source);
      return await this.#attemptUnder(both);
    } finally {
      both.release();
    }
  }

  /** Throws when the options can't become a request. */
  #start(): Promise<Result<unknown>> {
    const { dedupe, parts } = this.#endpoint;
    const { body: encoded, level } = this.#plan.read();
    const { body, contentType, isJson } = encoded;
    const { headers, fetchOptions, middleware, timeout } = level;
    const signal = this.#listener?.signal ?? level.signal;
    const guard =
      signal || timeout || dedupe
        ? new DeadlineGuard(parts.surroundings.clock, signal, timeout, dedupe)
        : undefined;
    // A caller who set a Content-Type, at any level, knows better.
    const typed =
      contentType === null || 'content-type' in headers
        ? headers
        : mergeRecords(headers, { 'content-type': contentType });
    this.#request.prepare({ body, isJson, headers: typed, fetchOptions, cutoff: guard });
    this.#guard = guard;
    return guard ? this.#runGuarded(guard, middleware) : this.#runChain(middleware);
  }

  #runChain(middleware: readonly MiddlewareEntry[]): Promise<Result<unknown>> {
    return middleware.length > 0 ? this.#runMiddleware(middleware) : this.send();
  }

  #runGuarded(guard: DeadlineGuard, middleware: readonly MiddlewareEntry[]): Promise<Result<unknown>> {
    const { dedupe, parts } = this.#endpoint;
    if (dedupe) parts.surroundings.newest.enter(this.#endpoint.scope, guard);
    return guard.settle(
      guard.hold(() => this.#runChain(middleware)),
      // Frozen: the chain gets it too, later, and must not change what the caller has.
      ({ kind, reason }) => (this.delivered = Object.freeze(this.#fail(thrownAs(kind, reason)))),
    );
  }

  async #runMiddleware(middleware: readonly MiddlewareEntry[]): Promise<Result<unknown>> {
    try {
      const ctx = { request: this.#request, requestName: this.#endpoint.parts.name };
      return await new MiddlewarePipeline(middleware, ctx, this).run();
    } catch (thrown) {
      const { signal } = this.#request;
      const installed = signal && isAborted(signal) ? interruptionBy(signal) : undefined;
      const own = [this.#guard?.wire.interruption, this.#sharedTimeout, installed].find(
        (known) => known && isBehind(known.reason, thrown),
      );
      return this.#fail(own ? thrownAs(own.kind, own.reason) : thrownAs('middleware', thrown));
    }
  }

  /** Ends with the signal even where fetch, a body or a schema doesn't listen to it. */
  async #attemptUnder(cutoff: Cutoff): Promise<Result<unknown>> {
    if (cutoff.interruption) await this.giveWay();
    try {
      return await cutoff.until(() => this.#attempt(cutoff));
    } catch (interruption) {
      // Only the cutoff gets here: an attempt doesn't reject.
      const { kind, reason } = this.#guard?.wire.interruption ?? (interruption as Interruption);
      return this.#fail(thrownAs(kind, reason));
    }
  }

  async #attempt(cutoff?: Cutoff): Promise<Result<unknown>> {
    const { protocol } = this.#endpoint.parts;
    let shared: SharedRequest | undefined;
    let leave: (() => void) | undefined;
    try {
      this.#request.tellSending();
      this.#listener?.onSend(this.#request);
      shared = this.#endpoint.join(this.#request);
      leave = shared?.join(cutoff);
      if (shared) (this.#shared ??= new Set()).add(shared);
      this.#request.joined = !!shared && shared.callers > 1;
      const response = await (shared?.response ?? send(this.#request, cutoff?.signal));
      requireResponse(response);
      const decoded = await protocol.decode(response, shared?.read ?? sourceOf(response));
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
    const { interruption } = shared ?? {};
    if (interruption?.kind === 'timeout') {
      this.#sharedTimeout = interruption;
      return this.#fail(thrownAs('timeout', interruption.reason));
    }
    const result = this.#fail(facts, response);
    if (shared) noteShared(result.error, shared);
    return result;
  }

  #fail(facts: Facts, response: Response | null = null): ErrorResult<unknown> {
    const reason = facts.kind === 'network' ? Refusal.outcome(facts.body) : undefined;
    const error = new ApiError({ reason, ...facts, ...this.errorFacts });
    return { data: null, error, response, retry: this.retry };
  }

  #report(error: ApiError): void {
    if (error.kind === 'abort' || !isNews(error, this.#shared)) return;
    void quietly(() => this.#endpoint.parts.surroundings.onError?.(error));
  }
}
