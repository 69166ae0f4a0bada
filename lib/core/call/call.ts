import type { Interruption } from '../platform/time.js';
import { ignoringErrors } from '../platform/user-callbacks.js';
import { nullProto, isObject } from '../platform/values.js';
import { ApiError, type CallNames, endedBy, type Facts, notSent } from '../result/api-error.js';
import { InvalidInputError } from '../platform/errors.js';
import type { ErrorResult, Result } from '../result/result.js';
import { cancelUnsent, type EncodedBody } from '../http/body-encoder.js';
import type { CallNote } from '../http/response-reader.js';
import { Attempt, type AttemptedCall, type BodyKeeper, type Reading, type Sharers } from './attempt.js';
import type { ClientCore } from './client-core.js';
import type { CarriedContext, MiddlewareRequest } from './context.js';
import { DeadlineGuard } from './deadline-guard.js';
import type { CallLines } from './log.js';
import type { MiddlewarePipeline, PipelinedCall } from './middleware-pipeline.js';
import { OutgoingRequest, type RequestDefinition, type RequestOwner } from './outgoing-request.js';
import type { Settings } from './settings.js';
import { isFirstReport } from './share-registry.js';
import type { CallInitiator, StreamEnd, WatchedCall } from './watch.js';

/** The origin and the overrides of a call that the caller didn't start directly. */
export interface CalledBy {
  /** Replaces the `signal` of the options. Doesn't apply to the `retry()` of the Result. */
  readonly signal?: AbortSignal | undefined;
  /** False for a call that neither supersedes another call nor is superseded. */
  readonly dedupe?: false | undefined;
  readonly origin?: CallInitiator | undefined;
  /** Identifies the poll or pagination that the call belongs to. Applies to the `retry()` of the Result too. */
  readonly series?: object | undefined;
  /** Runs each time the request is about to be sent, but not for the requests of a `retry()`. */
  readonly onSend?: ((request: MiddlewareRequest) => void) | undefined;
}

/** The endpoint that a call uses. */
interface CalledEndpoint {
  readonly definition: {
    readonly name: string;
    readonly client: ClientCore;
    readonly protocol: Reading & { readonly definition: RequestDefinition };
  };
  readonly sharers: Sharers | undefined;
  readonly dedupes: boolean;
  readonly dedupeScope: string;
  pipelineOf(settings: Settings): MiddlewarePipeline;
}

/** The params and options of a call, read once. A plan can run any number of times. */
export interface CallPlan {
  readonly endpoint: CalledEndpoint;
  /** The caller's own object, for messages and middleware. */
  readonly params: unknown;
  /** The URL, filled as far as possible. */
  readonly url: string;
  /** The encoded body; undefined if the params can't become a request. */
  readonly body: EncodedBody | undefined;
  readonly settings: Settings;
  /** Why the params or options can't become a request. */
  readonly refusal: unknown;
}

const NO_ONE: CalledBy = /* @__PURE__ */ nullProto<CalledBy>();

/**
 * One run of a call; also the `ctx` that middleware receive. `run()` goes through these steps in order: observers and
 * log, request, deadline, dedupe, middleware, attempts (attempt.ts). The order matters: observers also see rejected
 * calls, the log and `onError` run once per call, the deadline covers all middleware, and each attempt can join a
 * shared request.
 */
export class Call implements PipelinedCall, AttemptedCall, RequestOwner {
  readonly request: OutgoingRequest;
  readonly requestName: string;
  readonly context: CarriedContext;
  /** Runs the same call again. Bound, and ignores its arguments, so it can be passed as a callback. */
  readonly retry: () => Promise<Result<unknown>>;
  readonly reading: Reading;
  /** The call's deadline in whole milliseconds; 0 for none. */
  readonly timeout: number;
  readonly pipeline: MiddlewarePipeline;
  guard: DeadlineGuard | undefined = undefined;
  requestGuard: DeadlineGuard | undefined = undefined;
  keeper: BodyKeeper | undefined = undefined;
  watched: WatchedCall | undefined = undefined;
  lastEnding: Interruption | undefined = undefined;
  lastFailure: ErrorResult<unknown> | undefined = undefined;
  delivered: Result<unknown> | undefined = undefined;
  refusals = 0;
  isOver = false;
  readonly #plan: CallPlan;
  readonly #by: CalledBy;
  /** The first run of this call, if this one is a retry; undefined for the first run. */
  readonly #original: Call | undefined;
  /** Values of `once`. Only the first run has any. */
  #kept: Map<object | symbol, unknown> | undefined;
  /** The Result of the call after it was interrupted. */
  #ending: ErrorResult<unknown> | undefined;
  #lines: CallLines | undefined;
  #stream: StreamEnd | undefined;
  #atEnd: ((stream: StreamEnd | undefined) => void) | undefined;
  /** Whether this run is finished. Another run might continue its stream. */
  #hasLeft = false;
  #whenLeft: (() => void)[] | undefined;

  /** @param timeoutByDefault Milliseconds; applies if the call has no deadline. */
  constructor(plan: CallPlan, by?: CalledBy, original?: Call, timeoutByDefault = 0) {
    const { endpoint, settings, url, params } = plan;
    const { name, protocol, client } = endpoint.definition;
    this.#plan = plan;
    this.#by = by ? nullProto(by) : NO_ONE;
    this.#original = original;
    this.timeout = settings.timeout || timeoutByDefault;
    // `signal` and `onSend` belong to this run: the poll or page that set them can be over when `retry()` is called.
    this.retry = () => {
      const { dedupe, series } = this.#by;
      const origin = { type: 'retry', of: this.watched?.id ?? 0 } as const;
      return new Call(plan, { dedupe, series, origin }, original ?? this).run();
    };
    this.requestName = name;
    this.context = settings.context;
    this.reading = protocol;
    this.pipeline = endpoint.pipelineOf(settings);
    const request = new OutgoingRequest(protocol.definition, url, params, client.fetch, this);
    this.request = request;
    const { onSend } = this.#by;
    if (onSend) request.onSend(() => onSend(request));
  }

  /** Runs the call. Always resolves with a Result. */
  run(): Promise<Result<unknown>> {
    const { client } = this.#plan.endpoint.definition;
    this.watched = client.watch.watch?.begin(this, client.name);
    return this.watched ? this.watched.around(() => this.#report()) : this.#report();
  }

  /** Converts everything that is thrown inside the call to an error Result. */
  async #report(): Promise<Result<unknown>> {
    const lines = (this.#lines = this.#plan.endpoint.definition.client.log?.(this));
    let result: Result<unknown>;
    try {
      this.#prepare();
      this.#takePlace();
      result = await this.inside();
    } catch (thrown) {
      result = this.fail(notSent(thrown));
    }
    // Return the result of the last attempt that was sent. "Not sent" would suggest that the call had no effect.
    if (this.lastFailure && InvalidInputError.holdsBack(result.error?.cause)) result = this.lastFailure;
    this.#tell(result.error);
    // If the Result contains a stream, the call ends with the stream.
    if (!this.keeper?.handOver(result)) this.over();
    lines?.end(result);
    const { body, params } = this.#plan;
    const unsent: unknown = body ? body.body : params;
    this.#atEnd = (stream) => {
      if (stream) {
        this.#tell(stream.error);
        lines?.endStream(stream);
      }
      if (isObject(unsent)) cancelUnsent(unsent);
      this.watched?.end(result, stream);
    };
    // The stream can have ended in the meantime.
    if (this.isOver) this.#atEnd(this.#stream);
    return result;
  }

  #tell(error: ApiError | null | undefined): void {
    const { onError } = this.#plan.endpoint.definition.client;
    const { requestName: endpoint, context } = this;
    if (error && onError && error.kind !== 'abort' && isFirstReport(error))
      void ignoringErrors(() => onError(error, { endpoint, context }));
  }

  /** Builds the request and the guard. Throws the error if the params or options are invalid. */
  #prepare(): void {
    const { body: encoded, settings, refusal, endpoint } = this.#plan;
    if (!encoded || refusal !== undefined) throw refusal;
    const { body, contentType, isJson } = encoded;
    const { headers, fetchOptions, copySignals } = settings;
    // A Content-Type that the caller set, at any level, wins.
    const typed = contentType === null ? headers : nullProto({ 'content-type': contentType }, headers);
    this.request.prepare({ body, isJson, headers: typed, fetchOptions });
    this.request.attemptTimeout = settings.attemptTimeout;
    const signal = this.#by.signal ?? settings.signal;
    const signals = signal ? [signal, ...copySignals] : copySignals;
    // A call that nothing can interrupt needs no guard.
    if (signals.length > 0 || this.timeout || this.reading.reader || endpoint.dedupes) {
      this.guard = this.requestGuard = new DeadlineGuard(this.timeout, undefined, signals);
    }
  }

  /** Registers the call as the endpoint's newest one under `dedupe`, and aborts the request of the previous call. */
  #takePlace(): void {
    const { endpoint } = this.#plan;
    if (this.guard && endpoint.dedupes && this.#by.dedupe !== false)
      this.requestGuard = endpoint.definition.client.registry.takePlace(endpoint.dedupeScope, this.guard);
  }

  /** Runs the middleware and the attempts under the guard. Settles even if the middleware is stuck. */
  inside(): Promise<Result<unknown>> {
    const { guard, requestGuard, pipeline } = this;
    const attempt = (): Promise<Result<unknown>> => {
      guard?.notice();
      this.keeper?.dropThoseAtHome();
      return new Attempt(this).run();
    };
    const chain = (): Promise<Result<unknown>> =>
      pipeline.entries.length > 0 ? pipeline.run(this, attempt) : attempt();
    if (!guard) return chain();
    return new Promise((resolve, reject) => {
      const running = guard.hold(chain);
      const forget = requestGuard?.onStuck((interruption) => {
        // Frozen: the stuck middleware gets it too, later, and must not change the caller's Result.
        this.delivered = Object.freeze(this.endedBy(interruption));
        resolve(this.delivered);
        // The middleware of a superseded call might still wait, but its result is no longer needed.
        guard.abort(interruption);
        guard.release();
      });
      running.finally(forget).then(resolve, reject);
    });
  }

  get sharers(): Sharers | undefined {
    return this.#plan.endpoint.sharers;
  }

  get origin(): CallInitiator | undefined {
    return this.#by.origin;
  }

  get series(): object | undefined {
    return this.#by.series;
  }

  get errorFacts(): CallNames {
    const { path, urlTemplate, label } = this.#plan.endpoint.definition.protocol.definition;
    const { request, requestName } = this;
    return { request, path, urlTemplate, endpoint: requestName, operation: label?.(requestName) };
  }

  hold<T>(work: () => Promise<T>): Promise<T> {
    return this.guard ? this.guard.hold(work) : work();
  }

  once<T>(key: object | symbol, make: () => T): T {
    const kept = ((this.#original ?? this).#kept ??= new Map());
    if (!kept.has(key)) kept.set(key, make());
    return kept.get(key) as T;
  }

  remaining(): number {
    return this.guard?.remaining ?? Infinity;
  }

  onEnd(task: () => void): void {
    if (this.#hasLeft) void ignoringErrors(task);
    else (this.#whenLeft ??= []).push(task);
  }

  note(note: CallNote): void {
    this.#lines?.note(note);
    this.watched?.note(note);
  }

  /** Returns the Result of a failure. */
  fail(facts: Facts, response: Response | null = null): ErrorResult<unknown> {
    const error = new ApiError({ ...facts, ...this.errorFacts });
    return { data: null, error, response, retry: this.retry };
  }

  /**
   * Returns the Result of an interrupted call or attempt. The call's own Result is created once, so the interrupted
   * attempt and the call return the same error. After a deadline it includes the last attempt.
   */
  endedBy(interruption: Interruption): ErrorResult<unknown> {
    const facts = endedBy(interruption);
    if (interruption !== this.requestGuard?.interruption) return this.fail(facts);
    const lastAttempt = interruption.kind === 'timeout' ? this.lastFailure : undefined;
    // Return copies: a middleware can change the Result that it gets.
    return { ...(this.#ending ??= this.fail({ ...facts, lastAttempt })) };
  }

  /** Marks this run as finished: the call is over, or another run continues its stream. */
  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    for (const task of this.#whenLeft ?? []) void ignoringErrors(task);
  }

  /** Marks the whole call as over. Only the first time counts. */
  over(stream?: StreamEnd): void {
    this.leave();
    if (this.isOver) return;
    this.isOver = true;
    this.#stream = stream && nullProto<StreamEnd>(stream);
    this.#atEnd?.(this.#stream);
  }

  /**
   * Creates a run of the same call that continues its stream. It passes the guard and the middleware again, but not the
   * log, `onError` and observers.
   *
   * @param signal Ends the run, instead of the call's signal.
   * @param timeout Deadline in milliseconds, if the call has none; 0 for no deadline.
   */
  successor(signal: AbortSignal, timeout: number): Call {
    const next = new Call(this.#plan, { ...this.#by, signal }, this.#original ?? this, timeout);
    next.request.sentCount = this.request.attempts;
    next.#lines = this.#lines;
    next.watched = this.watched;
    next.keeper = this.keeper;
    next.#prepare();
    return next;
  }
}
