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

/** In whose name a call is made, when that is not simply the caller's. */
export interface CalledBy {
  /** In the place of the signal of the options; not for the `retry()` of its Result. */
  readonly signal?: AbortSignal | undefined;
  /** False: the call neither ends another nor is ended by one. */
  readonly dedupe?: false | undefined;
  readonly origin?: CallInitiator | undefined;
  /** What the call is one of several of; for the `retry()` of its Result, too. */
  readonly series?: object | undefined;
  /** Sees the request each time that it is about to be sent; not those of a `retry()`. */
  readonly onSend?: ((request: MiddlewareRequest) => void) | undefined;
}

/** The endpoint of a call. */
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

/** What a call was asked for, read once; it may be run any number of times. */
export interface CallPlan {
  readonly endpoint: CalledEndpoint;
  /** The caller's own object; for messages and middleware. */
  readonly params: unknown;
  /** As far as it could be built. */
  readonly url: string;
  /** Undefined where the params can't become a request. */
  readonly body: EncodedBody | undefined;
  readonly settings: Settings;
  /** Why params or options can't become a request. */
  readonly refusal: unknown;
}

const NO_ONE: CalledBy = /* @__PURE__ */ nullProto<CalledBy>();

/**
 * One run of a call, and what a middleware sees of it. Read downwards: watch, log, prepare, guard, dedupe, middleware,
 * attempt; what an attempt does is in attempt.ts. The order is the rule: those who watch see refused calls too; the log
 * and `onError` hear of a call once, with its outcome; the deadline holds for all middleware; each attempt of a
 * middleware may share a request.
 */
export class Call implements PipelinedCall, AttemptedCall, RequestOwner {
  readonly request: OutgoingRequest;
  readonly requestName: string;
  readonly context: CarriedContext;
  /** The same call again; bound, and deaf to arguments, so that it may be passed around. */
  readonly retry: () => Promise<Result<unknown>>;
  readonly reading: Reading;
  /** Whole milliseconds; 0 for no deadline. */
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
  /** The run that this one is tried again for; undefined where this is the first. */
  readonly #original: Call | undefined;
  /** By `once`. Only the first run has any. */
  #kept: Map<object | symbol, unknown> | undefined;
  /** What it comes to once it was ended. */
  #ending: ErrorResult<unknown> | undefined;
  #lines: CallLines | undefined;
  #stream: StreamEnd | undefined;
  #atEnd: ((stream: StreamEnd | undefined) => void) | undefined;
  /** Whether this run holds nothing any more: another may continue its stream. */
  #hasLeft = false;
  #whenLeft: (() => void)[] | undefined;

  /** @param timeoutByDefault Milliseconds, where the call has no deadline. */
  constructor(plan: CallPlan, by?: CalledBy, original?: Call, timeoutByDefault = 0) {
    const { endpoint, settings, url, params } = plan;
    const { name, protocol, client } = endpoint.definition;
    this.#plan = plan;
    this.#by = by ? nullProto(by) : NO_ONE;
    this.#original = original;
    this.timeout = settings.timeout || timeoutByDefault;
    // Signal and `onSend` are those of one run: who made it may be gone.
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

  /** Brings the call home. Never rejects. */
  run(): Promise<Result<unknown>> {
    const { client } = this.#plan.endpoint.definition;
    this.watched = client.watch.watch?.begin(this, client.name);
    return this.watched ? this.watched.around(() => this.#report()) : this.#report();
  }

  /** The boundary: whatever is thrown inside of it becomes the call's error. */
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
    // Whoever is told that the last attempt was held back would take the call for one that did nothing.
    if (this.lastFailure && InvalidInputError.holdsBack(result.error?.cause)) result = this.lastFailure;
    this.#tell(result.error);
    // Where the Result has a stream, the call is over when that ends; else now.
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
    // The stream may have ended meanwhile.
    if (this.isOver) this.#atEnd(this.#stream);
    return result;
  }

  #tell(error: ApiError | null | undefined): void {
    const { onError } = this.#plan.endpoint.definition.client;
    const { requestName: endpoint, context } = this;
    if (error && onError && error.kind !== 'abort' && isFirstReport(error))
      void ignoringErrors(() => onError(error, { endpoint, context }));
  }

  /** Makes the request of what the call was asked for, and what may end it. Throws what that was refused with. */
  #prepare(): void {
    const { body: encoded, settings, refusal, endpoint } = this.#plan;
    if (!encoded || refusal !== undefined) throw refusal;
    const { body, contentType, isJson } = encoded;
    const { headers, fetchOptions, copySignals } = settings;
    // A caller who set a Content-Type, at any level, knows better.
    const typed = contentType === null ? headers : nullProto({ 'content-type': contentType }, headers);
    this.request.prepare({ body, isJson, headers: typed, fetchOptions });
    this.request.attemptTimeout = settings.attemptTimeout;
    const signal = this.#by.signal ?? settings.signal;
    const signals = signal ? [signal, ...copySignals] : copySignals;
    // A call that nothing can end before its time has no guard.
    if (signals.length > 0 || this.timeout || this.reading.reader || endpoint.dedupes) {
      this.guard = this.requestGuard = new DeadlineGuard(this.timeout, undefined, signals);
    }
  }

  /** Under `dedupe` the call takes the place of the endpoint's newest one, whose request ends. */
  #takePlace(): void {
    const { endpoint } = this.#plan;
    if (this.guard && endpoint.dedupes && this.#by.dedupe !== false)
      this.requestGuard = endpoint.definition.client.registry.takePlace(endpoint.dedupeScope, this.guard);
  }

  /** Under the guard, through the middleware, to the attempts; settled over the head of a chain that is stuck. */
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
        // Frozen: the chain gets it too, later, and must not change what the caller has.
        this.delivered = Object.freeze(this.endedBy(interruption));
        resolve(this.delivered);
        // What the chain of a superseded call still waits for is of no use any more.
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

  /** The Result of a failure. */
  fail(facts: Facts, response: Response | null = null): ErrorResult<unknown> {
    const error = new ApiError({ ...facts, ...this.errorFacts });
    return { data: null, error, response, retry: this.retry };
  }

  /**
   * The Result of a call or an attempt that was ended. That of the call is made once: the attempt that it ended and the
   * call come to the same. After a deadline it tells of the attempt before.
   */
  endedBy(interruption: Interruption): ErrorResult<unknown> {
    const facts = endedBy(interruption);
    if (interruption !== this.requestGuard?.interruption) return this.fail(facts);
    const lastAttempt = interruption.kind === 'timeout' ? this.lastFailure : undefined;
    // Copies: a middleware may change what it gets.
    return { ...(this.#ending ??= this.fail({ ...facts, lastAttempt })) };
  }

  /** The run holds nothing any more: it is over, or another continues its stream. */
  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    for (const task of this.#whenLeft ?? []) void ignoringErrors(task);
  }

  /** Nothing of the call goes on any more. Only the first time counts. */
  over(stream?: StreamEnd): void {
    this.leave();
    if (this.isOver) return;
    this.isOver = true;
    this.#stream = stream && nullProto<StreamEnd>(stream);
    this.#atEnd?.(this.#stream);
  }

  /**
   * A run of the same call that continues its stream: through guard and middleware anew, and through nothing that stands
   * outside.
   *
   * @param signal Ends it, in the place of the call's.
   * @param timeout Its deadline where the call has none, in milliseconds; 0 for none.
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
