import type { Interruption } from '../platform/time.js';
import { endedBy, type Facts, notSent, thrownAs } from '../result/api-error.js';
import { InvalidInputError } from '../platform/errors.js';
import type { ErrorResult, Result } from '../result/result.js';
import { type Decoded, sourceOf, type UnreadBody } from '../http/response-decoder.js';
import type { BodySource, CallNote, ResponseReader } from '../http/response-reader.js';
import { DeadlineGuard } from './deadline-guard.js';
import { yieldToEventLoop } from './middleware-pipeline.js';
import type { Followed } from './outgoing-request.js';
import { shareKey } from './request-key.js';
import { exchange, requireResponse, type Sending } from './send.js';
import { noteSharedFailure, type SharedRequest, type ShareRegistry } from './share-registry.js';
import type { StreamEnd } from './watch.js';

/** How an endpoint shares its requests. */
export interface Sharers {
  readonly registry: ShareRegistry;
  /** Identifies the client copy and the endpoint: two calls can share a request only if their scopes are equal. */
  readonly scope: string;
  /** Milliseconds that a shared request can take; 0 for no deadline. */
  readonly timeout: number;
}

/** Tracks the bodies that a reader opens for one call. The reader creates it. */
export interface BodyKeeper {
  /** Opens the body of a 2xx response with the reader. Never rejects. */
  open(attempt: Attempt, response: Response, read: BodySource): Promise<Result<unknown>>;
  /** Cancels the bodies of earlier attempts, because a middleware called `next()` again. */
  dropThoseAtHome(): void;
  /** Notifies that an attempt has its Result. Returns whether its body stays open. */
  came(attempt: Attempt, result: Result<unknown>): boolean;
  /**
   * Notifies that the caller gets this Result. Returns whether it contains an open stream; the call then ends with the
   * stream.
   */
  handOver(result: Result<unknown>): boolean;
}

/** A reader that can create a tracker of open bodies. */
export interface KeepingReader extends ResponseReader<unknown> {
  readonly '~keeper': (call: AttemptedCall) => BodyKeeper;
}

/** How the responses of an endpoint are read. */
export interface Reading {
  /** The endpoint's reader; undefined if `responseType` is a name. */
  readonly reader: ResponseReader<unknown> | undefined;
  /**
   * Decodes a response to data, or to the facts of an error. Never rejects. Not called for a 2xx if the endpoint has a
   * reader.
   */
  decode(body: UnreadBody): Promise<Decoded>;
}

type SentCall = Sending['call'];

/** The members of a call that its attempts use. */
export interface AttemptedCall extends SentCall {
  readonly reading: Reading;
  /** How the endpoint shares its requests; undefined if it doesn't. */
  readonly sharers: Sharers | undefined;
  /** Ends the call early; undefined if nothing can. */
  readonly guard: DeadlineGuard | undefined;
  /**
   * Ends the call's requests. The same object as `guard`, except under `dedupe`, where a newer call can end the
   * requests alone.
   */
  readonly requestGuard: DeadlineGuard | undefined;
  keeper: BodyKeeper | undefined;
  /**
   * Why the newest interrupted attempt, or the request it shared, ended. A middleware might throw this reason again.
   */
  lastEnding: Interruption | undefined;
  /** The Result of the newest attempt, if it was sent and failed. */
  lastFailure: ErrorResult<unknown> | undefined;
  refusals: number;
  readonly retry: () => Promise<Result<unknown>>;
  fail(facts: Facts, response?: Response | null): ErrorResult<unknown>;
  endedBy(interruption: Interruption): ErrorResult<unknown>;
  /** The call's deadline in whole milliseconds; 0 for none. */
  readonly timeout: number;
  note(note: CallNote): void;
  /** Marks this run as finished: another run continues its stream. */
  leave(): void;
  /** Marks the call as finished: the stream that the caller got has ended. */
  over(stream: StreamEnd): void;
  /** Runs the middleware and the attempts under the guard. */
  inside(): Promise<Result<unknown>>;
  /**
   * Creates a run of the same call that continues its stream. The signal ends it. `timeout` (ms) applies if the call
   * has none.
   */
  successor(signal: AbortSignal, timeout: number): AttemptedCall;
}

/** Sends a call's request once and reads the response, in this order: share, send, read. Never rejects. */
export class Attempt implements Sending {
  readonly call: AttemptedCall;
  /** Ends the attempt early; undefined if nothing can. */
  readonly guard: DeadlineGuard | undefined;
  /**
   * The attempt's own guard, if it needs more than the call's: a middleware set a signal or a timeout, or a body stays
   * open.
   */
  readonly #own: DeadlineGuard | undefined = undefined;
  /** How often the attempt called fetch. A plugin with `wrapFetch` can send it more than once. */
  #sentCount = 0;
  /** The shared request that this attempt waits for, together with other calls. */
  #shared: SharedRequest | undefined;
  /** The attempt of another call whose request this attempt waits for. */
  #followed: Followed | undefined;

  constructor(call: AttemptedCall) {
    const { request, requestGuard } = call;
    const { installedSignal, attemptTimeout, streams } = request;
    if (installedSignal !== undefined || attemptTimeout || streams) {
      const own = new DeadlineGuard(attemptTimeout, 'attempt');
      // The call's own signal still ends the request, in addition to a signal that a middleware set.
      if (requestGuard) own.endWith(requestGuard);
      if (installedSignal) own.follow(installedSignal);
      own.start();
      request.pausable = own;
      this.#own = own;
    }
    this.call = call;
    this.guard = this.#own ?? requestGuard;
  }

  run(): Promise<Result<unknown>> {
    const running = this.guard ? this.#under(this.guard) : this.#send();
    return this.#own || this.call.watched ? this.#finish(running) : running;
  }

  async #finish(running: Promise<Result<unknown>>): Promise<Result<unknown>> {
    const { call } = this;
    const result = await running;
    // The attempt is over, so stop its timeout. Its abort signal must stay active while the body is open.
    this.#own?.liftDeadline();
    if (!call.keeper?.came(this, result)) this.#own?.release();
    call.watched?.answered(this, result);
    return result;
  }

  /** Settles when the guard aborts, even if fetch, a body or a schema ignores the signal. */
  async #under(guard: DeadlineGuard): Promise<Result<unknown>> {
    const { call } = this;
    if (guard.interruption) await yieldToEventLoop(call);
    try {
      return await guard.until(() => this.#send());
    } catch (interruption) {
      // Only the guard can reject here: `#send` never does.
      const ended = call.requestGuard?.interruption ?? (interruption as Interruption);
      call.lastEnding = ended;
      return this.#note(call.endedBy(ended));
    }
  }

  #send(): Promise<Result<unknown>> {
    const { call } = this;
    const { sharers, pipeline } = call;
    call.request.nextAttempt();
    const key = sharers && shareKey(call.request, sharers.scope, pipeline.wrappers);
    return sharers && key !== undefined ? this.#join(sharers, key) : this.#read();
  }

  /** Waits for one request together with other calls whose identical requests are in flight. */
  async #join({ registry, timeout }: Sharers, key: string): Promise<Result<unknown>> {
    const { call } = this;
    const shared = registry.shared(key, () => ({
      timeout,
      leader: call.watched?.id,
      send: (signal, made) => {
        call.request.pausable = made;
        made.sender = this;
        return exchange(this, signal);
      },
    }));
    this.#shared = shared;
    const leave = shared.join(this.guard, this.#own);
    if (shared.sender !== this) {
      this.follow(shared.sender);
      call.watched?.joined(this, shared.leader ?? 0);
    }
    try {
      const result = await this.#read();
      const { interruption } = shared;
      if (!result.error || interruption?.kind !== 'timeout') return result;
      // The deadline of a shared request counts as a failure of each caller.
      call.lastEnding = interruption;
      return this.fail(endedBy(interruption));
    } finally {
      leave();
    }
  }

  /** Reads the response of its own request or of the shared one. */
  async #read(): Promise<Result<unknown>> {
    const { call, guard } = this;
    const shared = this.#shared;
    try {
      const response = await (shared ? shared.response : exchange(this, guard?.signal));
      requireResponse(response, 'fetch');
      const read = shared?.read ?? sourceOf(response);
      const { reading } = call;
      if (reading.reader && response.ok) {
        call.keeper ??= (reading.reader as KeepingReader)['~keeper'](call);
        return await call.keeper.open(this, response, read);
      }
      return this.resultOf(await reading.decode({ response, read }), response);
    } catch (thrown) {
      if (call.pipeline.wrappers.length === 0) this.takeBack(thrown);
      const facts = call.request.attempts ? thrownAs('network', thrown) : notSent(thrown);
      return this.#noteShared(this.fail(facts));
    }
  }

  /** Converts a decoded response to a Result. */
  resultOf(decoded: Decoded, response: Response): Result<unknown> {
    const { call } = this;
    if (!decoded.kind) {
      call.lastFailure = undefined;
      return { data: decoded.data, error: null, response, retry: call.retry };
    }
    const { status, statusText, headers } = response;
    // If the body broke off, the connection failed, so the error has no response.
    const result =
      decoded.kind === 'network'
        ? this.fail(decoded)
        : this.fail({ status, statusText, headers, ...decoded }, response);
    // A schema's error isn't shared: another caller's schema might accept the data.
    return decoded.bySchema ? result : this.#noteShared(result);
  }

  /** Returns the Result of a failure. The call returns it too, if a later attempt is blocked before sending. */
  fail(facts: Facts, response: Response | null = null): ErrorResult<unknown> {
    return this.failedWith(this.call.fail(facts, response));
  }

  /**
   * Records the Result as the attempt's failure, unless the attempt was interrupted before: its caller is already gone.
   */
  failedWith(result: ErrorResult<unknown>): ErrorResult<unknown> {
    return this.guard?.interruption ? result : this.#note(result);
  }

  get wasSent(): boolean {
    return this.#sentCount > 0 || !!this.#followed?.wasSent;
  }

  count(sendings: number): void {
    this.#sentCount += sendings;
    this.call.request.sentCount += sendings;
  }

  follow(other: Followed | undefined): void {
    this.#followed = this.call.request.followed = other;
  }

  takeBack(refused: unknown): void {
    if (this.#sentCount > 0 && InvalidInputError.is(refused)) this.count(-1);
  }

  #note(result: ErrorResult<unknown>): ErrorResult<unknown> {
    // Keep a copy: a middleware can change the Result that it gets.
    if (this.wasSent) this.call.lastFailure = { ...result };
    return result;
  }

  #noteShared(result: ErrorResult<unknown>): ErrorResult<unknown> {
    if (this.#shared) noteSharedFailure(result.error, this.#shared);
    return result;
  }
}
