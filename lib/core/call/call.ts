import type { Interruption } from '../platform/time.js';
import { nextTurn } from '../platform/time.js';
import { ignoringErrors } from '../platform/user-callbacks.js';
import { nullProto } from '../platform/values.js';
import { ApiError, type CallNames, endedBy, type Facts, notSent } from '../result/api-error.js';
import { InvalidInputError } from '../platform/errors.js';
import { type ErrorResult, resultOfError, type Result } from '../result/result.js';
import { cancelUnsent, type EncodedBody } from '../http/body-encoder.js';
import type { HeaderRecord } from '../http/headers.js';
import { type BaseUrl, urlUnder } from '../http/url-builder.js';
import type { RejectedData } from '../http/response-decoder.js';
import type { CallNote } from '../http/response-reader.js';
import { Attempt, type BodyKeeper, type Reading, type Sharers } from './attempt.js';
import type { ClientCore } from './client-core.js';
import type { CarriedContext, MiddlewareRequest } from './context.js';
import { DeadlineGuard } from './deadline-guard.js';
import type { PreparedCall } from './endpoint.js';
import { resolveBase, resolveHeaders } from './late-options.js';
import type { CallLines } from './log.js';
import type { MiddlewarePipeline } from './middleware-pipeline.js';
import { OutgoingRequest, type RequestOwner } from './outgoing-request.js';
import type { CallInitiator, StreamEnd, WatchedCall } from './watch.js';

/** The origin and the overrides of a call that the caller didn't start directly. */
export interface CalledBy {
  /** Replaces the `signal` of the options. Doesn't apply to the `retry()` of the Result. */
  readonly signal?: AbortSignal | undefined;
  /** False for a call that neither supersedes another call nor is superseded. */
  readonly dedupe?: false | undefined;
  /** Headers of this run alone, such as the position of a stream. They win over all levels. */
  readonly headers?: HeaderRecord | undefined;
  readonly origin?: CallInitiator | undefined;
  /** Identifies the poll or pagination that the call belongs to. Applies to the `retry()` of the Result too. */
  readonly series?: object | undefined;
  /** Runs each time the request is about to be sent, but not for the requests of a `retry()`. */
  readonly onSend?: ((request: MiddlewareRequest) => void) | undefined;
}

/** The phase of a call, with the data that belong to it. A call without a stream skips `streaming`. */
type RunState =
  | { readonly phase: 'preparing' | 'running' }
  /** The caller has a Result with an open stream. */
  | { readonly phase: 'streaming'; readonly finish: (end: StreamEnd | undefined) => void }
  | { readonly phase: 'over'; readonly end: StreamEnd | undefined };

const NO_ONE: CalledBy = /* @__PURE__ */ nullProto<CalledBy>();

/**
 * One run of a call; also the `ctx` that middleware receive. `run()` goes through these steps in order: observers and
 * log, request, deadline, dedupe, middleware, attempts (attempt.ts). The order matters: observers also see rejected
 * calls, the log and `onError` run once per call, the deadline covers all middleware, and each attempt can join a
 * shared request.
 */
export class Call implements RequestOwner {
  readonly request: OutgoingRequest;
  readonly requestName: string;
  readonly context: CarriedContext;
  /** Runs the same call again. Bound, and ignores its arguments, so it can be passed as a callback. */
  readonly retry: () => Promise<Result<unknown>>;
  /** The call's deadline in whole milliseconds; 0 for none. */
  readonly timeout: number;
  readonly pipeline: MiddlewarePipeline;
  /** How the endpoint reads responses. */
  readonly reading: Reading;
  /** How the endpoint shares its requests; undefined if it doesn't. */
  readonly sharers: Sharers | undefined;
  readonly origin: CallInitiator | undefined;
  readonly series: object | undefined;
  /** Ends the call early; undefined if nothing can. */
  guard: DeadlineGuard | undefined = undefined;
  /**
   * Ends the call's requests. The same object as `guard`, except under `dedupe`, where a newer call can end the
   * requests alone.
   */
  requestGuard: DeadlineGuard | undefined = undefined;
  keeper: BodyKeeper | undefined = undefined;
  watched: WatchedCall | undefined = undefined;
  /** The Result that the caller got while the middleware was stuck. */
  delivered: Result<unknown> | undefined = undefined;
  #state: RunState = { phase: 'preparing' };
  readonly #prepared: PreparedCall;
  readonly #client: ClientCore;
  /** The base URL of the call; undefined until its function has returned it. */
  #base: BaseUrl | undefined;
  readonly #by: CalledBy;
  /** The first run of this call, if this one is a retry; undefined for the first run. */
  readonly #original: Call | undefined;
  /** Values of `once`. Only the first run has any. */
  #kept: Map<object | symbol, unknown> | undefined = undefined;
  /** The Result of the call after it was interrupted. */
  #ending: ErrorResult<unknown> | undefined = undefined;
  #lines: CallLines | undefined = undefined;
  /** Tasks for the end of this run; undefined after it. Another run might continue its stream. */
  #atEnd: (() => void)[] | undefined = [];
  /** Frees the place under `dedupe`. */
  #leavePlace: (() => void) | undefined = undefined;
  /** Number of parts of the call that run under its guard, with the run itself. */
  #running = 1;
  /** Whether something was started that could no longer send. */
  #hasRefused = false;

  /** @param timeoutByDefault Milliseconds; applies if the call has no deadline. */
  constructor(prepared: PreparedCall, by?: CalledBy, original?: Call, timeoutByDefault = 0, earlier = 0) {
    const { endpoint, settings, url, params } = prepared;
    const { name, protocol, client, share } = endpoint.definition;
    const own = by ? nullProto(by) : NO_ONE;
    this.#prepared = prepared;
    this.#client = client;
    this.#base = prepared.base;
    this.#by = own;
    this.#original = original;
    this.timeout = settings.timeout || timeoutByDefault;
    // `signal` and `onSend` belong to this run: the poll or page that set them can be over when `retry()` is called.
    this.retry = () => {
      const { dedupe, series } = own;
      const origin = { type: 'retry', of: this.watched?.id ?? 0 } as const;
      return new Call(prepared, { dedupe, series, origin }, original ?? this).run();
    };
    this.requestName = name;
    this.context = settings.context;
    this.pipeline = prepared.pipeline;
    this.reading = protocol;
    this.sharers = share ? endpoint.sharers : undefined;
    this.origin = own.origin;
    this.series = own.series;
    const request = new OutgoingRequest(protocol.definition, url, params, client.fetch, this);
    request.log.sent = earlier;
    this.request = request;
    const { onSend } = own;
    if (onSend) request.onSend(() => onSend(request));
  }

  /** Runs the call. Always resolves with a Result. */
  run(): Promise<Result<unknown>> {
    const { watch, name } = this.#client;
    this.watched = watch.watch?.begin(this, name);
    return this.watched ? this.watched.around(() => this.#report()) : this.#report();
  }

  /** Converts everything that is thrown inside the call to an error Result. */
  async #report(): Promise<Result<unknown>> {
    const lines = (this.#lines = this.#client.log?.(this));
    let result: Result<unknown>;
    try {
      this.#prepare();
      if (this.guard && this.#prepared.dedupes && this.#by.dedupe !== false) this.#takePlace(this.guard);
      result = await this.inside();
    } catch (thrown) {
      result = this.fail(notSent(thrown));
    }
    const { lastFailure } = this.request.log;
    // Return the result of the last attempt that was sent. "Not sent" would suggest that the call had no effect.
    if (lastFailure && InvalidInputError.holdsBack(result.error?.cause)) result = lastFailure;
    if (result.error) this.#tell(result.error);
    lines?.end(result);
    const finish = (end: StreamEnd | undefined): void => {
      if (end?.error) this.#tell(end.error);
      lines?.over(result, end);
      const { body, params } = this.#prepared;
      const unsent: unknown = body ? body.body : params;
      if (typeof unsent === 'object' && unsent) cancelUnsent(unsent);
      this.watched?.end(result, end);
    };
    // If the Result contains a stream, the call ends with the stream, which can have ended already.
    if (!this.keeper?.handOver(result)) this.over();
    const state = this.#state;
    if (state.phase === 'over') finish(state.end);
    else this.#state = { phase: 'streaming', finish };
    return result;
  }

  #tell(error: ApiError): void {
    const { onError } = this.#client;
    const { requestName: endpoint, context } = this;
    if (onError && error.kind !== 'abort' && this.request.log.isFirstReport(error))
      void ignoringErrors(() => onError(error, { endpoint, context }));
  }

  /** Builds the request and the guard. Throws the error if the params or options are invalid. */
  #prepare(): void {
    const { body, settings, refusal, dedupes } = this.#prepared;
    if (!body || refusal !== undefined) throw refusal;
    const { request } = this;
    const { copySignals } = settings;
    this.#prepareRequest(body, settings.headers);
    request.attemptTimeout = settings.attemptTimeout;
    request.onInvalid = settings.onInvalid;
    const signal = this.#by.signal ?? settings.signal;
    const signals = signal ? [signal, ...copySignals] : copySignals;
    // A call that nothing can interrupt needs no guard.
    if (signals.length > 0 || this.timeout || request.streams || dedupes)
      this.guard = this.requestGuard = new DeadlineGuard(this.timeout, undefined, signals);
    this.guard?.start();
    this.#state = { phase: 'running' };
  }

  #prepareRequest(body: EncodedBody, headers: HeaderRecord): void {
    const { request } = this;
    const { headers: added } = this.#by;
    request.prepare(body, headers, this.#prepared.settings.fetchOptions);
    if (added) for (const [name, value] of Object.entries(added)) request.setHeader(name, value);
  }

  /**
   * Runs the functions of `baseUrl` and `headers`, and then `start`. A function that returns after the call has ended
   * has no effect.
   */
  async #resolveOptions(start: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    const { requestGuard } = this;
    const { settings, path, body } = this.#prepared;
    const { headers, lateHeaders, baseUrl } = settings;
    const facts = Object.freeze({ endpoint: this.requestName, context: this.context });
    const resolve = (): Promise<[BaseUrl | undefined, HeaderRecord]> =>
      Promise.all([resolveBase(baseUrl, facts), lateHeaders ? resolveHeaders(lateHeaders, facts) : headers]);
    try {
      const [base, sent] = await (requestGuard ? requestGuard.until(resolve) : resolve());
      this.#base = base;
      this.request.url = urlUnder(base, path);
      if (base?.problem !== undefined) throw new InvalidInputError(base.problem);
      this.#prepareRequest(body as EncodedBody, sent);
      // A function can block the thread until after the deadline.
      requestGuard?.notice();
      if (requestGuard?.interruption) return this.endedBy(requestGuard.interruption);
    } catch (thrown) {
      const interruption = requestGuard?.interruption;
      return interruption ? this.endedBy(interruption) : this.fail(notSent(thrown));
    }
    return start();
  }

  /** Registers the call as the endpoint's newest one under `dedupe`, and aborts the request of the previous call. */
  #takePlace(guard: DeadlineGuard): void {
    const { registry } = this.#client;
    const scope = this.#prepared.endpoint.dedupeScope;
    const own = registry.takePlace(scope, guard);
    this.requestGuard = own;
    this.#leavePlace = () => registry.leavePlace(scope, own);
  }

  /** Runs the middleware and the attempts under the guard. Settles even if the middleware is stuck. */
  inside(): Promise<Result<unknown>> {
    const { guard, requestGuard, pipeline } = this;
    const attempt = (outer: DeadlineGuard | undefined): Promise<Result<unknown>> =>
      new Attempt(this, this.request.log.begin(), outer).run();
    const start = (): Promise<Result<unknown>> =>
      pipeline.entries.length > 0 ? pipeline.run(this, attempt) : attempt(requestGuard);
    const chain = this.#prepared.isLate ? () => this.#resolveOptions(start) : start;
    if (!guard) return chain();
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const running = chain();
      const forget = requestGuard?.onAbort((interruption) => {
        // Middleware that stops at the signal settles first, with its own Result.
        timer = setTimeout(() => {
          // Frozen: the stuck middleware gets it too, later, and must not change the caller's Result.
          this.delivered = Object.freeze(this.endedBy(interruption));
          resolve(this.delivered);
          // The middleware of a superseded call might still wait, but its result is no longer needed.
          guard.abort(interruption);
          this.#release();
        }, 0);
      });
      const settle = (): void => {
        clearTimeout(timer);
        this.#letGo();
        forget?.();
      };
      running.finally(settle).then(resolve, reject);
    });
  }

  /** Reports data that a schema rejected, unless the call fails. */
  onInvalid(found: RejectedData, isAccepted = this.request.onInvalid === 'report'): boolean {
    const { requestName: endpoint, context } = this;
    if (isAccepted) {
      this.note({ type: 'invalid', issues: found.issues.length, status: found.status });
      void ignoringErrors(() => this.#client.onInvalidData?.({ ...found, endpoint, context }));
    }
    return isAccepted;
  }

  /** Whether the call has settled and its stream has ended. */
  get isOver(): boolean {
    return this.#state.phase === 'over';
  }

  get errorFacts(): CallNames {
    const { path, template, label } = this.#prepared.endpoint.definition.protocol.definition;
    const { request, requestName } = this;
    const urlTemplate = urlUnder(this.#base, template);
    return { request, path, urlTemplate, endpoint: requestName, operation: label?.(requestName) };
  }

  /**
   * Keeps the guard active until the returned function is called. If it was inactive, the remaining time of the
   * deadline runs again.
   */
  keep(): () => void {
    if (this.#running === 0) this.guard?.start();
    this.#running += 1;
    return () => this.#letGo();
  }

  #letGo(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#release();
  }

  #release(): void {
    this.guard?.dispose();
    this.#leavePlace?.();
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
    if (this.#atEnd) this.#atEnd.push(task);
    else void ignoringErrors(task);
  }

  note(note: CallNote): void {
    this.#lines?.note(note);
    this.watched?.note(note);
  }

  /**
   * Waits for one turn of the event loop, except the first time. Used for a `next()` that can't send anymore: a
   * middleware that retries until it succeeds would otherwise block the process.
   */
  async yieldTurn(): Promise<void> {
    if (this.#hasRefused) await nextTurn();
    this.#hasRefused = true;
  }

  /** Returns the Result of a failure. */
  fail(facts: Facts, response: Response | null = null): ErrorResult<unknown> {
    return resultOfError(new ApiError({ ...facts, ...this.errorFacts }), response, this.retry);
  }

  /**
   * Records the interruption of the call, of a `next()` or of an attempt, and returns its Result. The call's own Result
   * is created once, so the interrupted attempt and the call return the same error. After a deadline it includes the
   * last attempt.
   */
  endedBy(interruption: Interruption): ErrorResult<unknown> {
    this.request.log.lastEnding = interruption;
    const facts = endedBy(interruption);
    if (interruption !== this.requestGuard?.interruption) return this.fail(facts);
    const lastAttempt = interruption.kind === 'timeout' ? this.request.log.lastFailure : undefined;
    // Return copies: a middleware can change the Result that it gets.
    return { ...(this.#ending ??= this.fail({ ...facts, lastAttempt })) };
  }

  /** Marks this run as finished: the call is over, or another run continues its stream. */
  leave(): void {
    const tasks = this.#atEnd ?? [];
    this.#atEnd = undefined;
    for (const task of tasks) void ignoringErrors(task);
  }

  /** Marks the whole call as over. Only the first time counts. */
  over(end?: StreamEnd): void {
    this.leave();
    const before = this.#state;
    if (before.phase === 'over') return;
    const own = end && nullProto<StreamEnd>(end);
    this.#state = { phase: 'over', end: own };
    if (before.phase === 'streaming') before.finish(own);
  }

  /**
   * Creates a run of the same call that continues its stream. It passes the guard and the middleware again, but not the
   * log, `onError` and observers.
   *
   * @param headers Headers of this run alone. Throws an InvalidInputError for an invalid one.
   * @param signal Ends the run, instead of the call's signal.
   * @param timeout Deadline in milliseconds, if the call has none; 0 for no deadline.
   */
  successor(headers: HeaderRecord, signal: AbortSignal, timeout: number): Call {
    const { attempts } = this.request;
    const next = new Call(
      this.#prepared,
      { ...this.#by, headers, signal },
      this.#original ?? this,
      timeout,
      attempts,
    );
    next.#lines = this.#lines;
    next.watched = this.watched;
    next.keeper = this.keeper;
    next.#prepare();
    return next;
  }
}
