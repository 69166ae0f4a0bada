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

/** What an endpoint's requests may be shared by. */
export interface Sharers {
  readonly registry: ShareRegistry;
  /** What two calls must both come from: the client with what a copy adds, and the endpoint. */
  readonly scope: string;
  /** Milliseconds that a shared request may take; 0 for no deadline. */
  readonly timeout: number;
}

/** What keeps the bodies of one call that a reader opens; readers bring it with them. */
export interface BodyKeeper {
  /** A reader opens the body of a 2xx. Never rejects. */
  open(attempt: Attempt, response: Response, read: BodySource): Promise<Result<unknown>>;
  /** The middleware lets the call through once more: what it has got before is not what it wants. */
  dropThoseAtHome(): void;
  /** An attempt has come to its Result. Whether its body stays open. */
  came(attempt: Attempt, result: Result<unknown>): boolean;
  /** The caller has this Result. Whether a stream of it goes on, with whose end the call ends. */
  handOver(result: Result<unknown>): boolean;
}

/** A reader that brings what keeps open bodies. */
export interface KeepingReader extends ResponseReader<unknown> {
  readonly '~keeper': (call: AttemptedCall) => BodyKeeper;
}

/** What reads the answers of an endpoint. */
export interface Reading {
  /** The endpoint's own reader; undefined where `responseType` is a name. */
  readonly reader: ResponseReader<unknown> | undefined;
  /** Makes data of a response, or the facts of an error. Never rejects. A 2xx under a reader is not its business. */
  decode(body: UnreadBody): Promise<Decoded>;
}

type SentCall = Sending['call'];

/** A call, as far as its attempts are concerned. */
export interface AttemptedCall extends SentCall {
  readonly reading: Reading;
  /** Undefined for an endpoint that doesn't share. */
  readonly sharers: Sharers | undefined;
  /** Ends the call; undefined when nothing can before its time. */
  readonly guard: DeadlineGuard | undefined;
  /** Ends its requests: the guard itself, unless something else may end them alone. */
  readonly requestGuard: DeadlineGuard | undefined;
  keeper: BodyKeeper | undefined;
  /** What ended its newest attempt that was, or the request that this shared: a middleware may throw the reason again. */
  lastEnding: Interruption | undefined;
  /** The Result of the newest attempt, where that was sent and failed. */
  lastFailure: ErrorResult<unknown> | undefined;
  refusals: number;
  readonly retry: () => Promise<Result<unknown>>;
  fail(facts: Facts, response?: Response | null): ErrorResult<unknown>;
  endedBy(interruption: Interruption): ErrorResult<unknown>;
  /** Whole milliseconds; 0 for no deadline. */
  readonly timeout: number;
  note(note: CallNote): void;
  /** This run holds nothing any more: another continues its stream. */
  leave(): void;
  /** The stream has ended that the caller got. */
  over(stream: StreamEnd): void;
  /** Under the guard, through the middleware, to the attempts. */
  inside(): Promise<Result<unknown>>;
  /** A run of the same call that continues its stream, ended by the signal; `timeout` where the call has none. */
  successor(signal: AbortSignal, timeout: number): AttemptedCall;
}

/** One sending of a call's request, and the reading of its answer: share, send, read. It never rejects. */
export class Attempt implements Sending {
  readonly call: AttemptedCall;
  /** Ends it before its time; undefined when nothing can. */
  readonly guard: DeadlineGuard | undefined;
  /** The same, where that is more than what ends the call: a middleware set a signal or a timeout, or a body stays open. */
  readonly #own: DeadlineGuard | undefined = undefined;
  /** How often it was handed to fetch: a plugin around the wire may send it more than once. */
  #sentCount = 0;
  /** The request that it waits for together with other calls. */
  #shared: SharedRequest | undefined;
  /** The request of another attempt that it waits for. */
  #followed: Followed | undefined;

  constructor(call: AttemptedCall) {
    const { request, requestGuard } = call;
    const { installedSignal, attemptTimeout, streams } = request;
    if (installedSignal !== undefined || attemptTimeout || streams) {
      const own = new DeadlineGuard(attemptTimeout, 'attempt');
      // The call's own signal still ends the request, too.
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
    // Its own clock stops with it; what ends it goes on as long as its body is open.
    this.#own?.liftDeadline();
    if (!call.keeper?.came(this, result)) this.#own?.release();
    call.watched?.answered(this, result);
    return result;
  }

  /** Ends with the guard even where fetch, a body or a schema doesn't listen to its signal. */
  async #under(guard: DeadlineGuard): Promise<Result<unknown>> {
    const { call } = this;
    if (guard.interruption) await yieldToEventLoop(call);
    try {
      return await guard.until(() => this.#send());
    } catch (interruption) {
      // Only the guard gets here: what stands inside doesn't reject.
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

  /** Waits for one request together with other calls whose requests are identical and in flight at the same time. */
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
      // Its deadline is each caller's own failure.
      call.lastEnding = interruption;
      return this.fail(endedBy(interruption));
    } finally {
      leave();
    }
  }

  /** Gets the response, from the network or from whom it is shared with, and reads it. */
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

  /** What became of a response. */
  resultOf(decoded: Decoded, response: Response): Result<unknown> {
    const { call } = this;
    if (!decoded.kind) {
      call.lastFailure = undefined;
      return { data: decoded.data, error: null, response, retry: call.retry };
    }
    const { status, statusText, headers } = response;
    // Of a body that can't be read to its end the connection failed, and there is no answer.
    const result =
      decoded.kind === 'network'
        ? this.fail(decoded)
        : this.fail({ status, statusText, headers, ...decoded }, response);
    // Another caller's schema may accept the data.
    return decoded.bySchema ? result : this.#noteShared(result);
  }

  /** The Result of its failure: the call comes to it, should a later attempt be held back. */
  fail(facts: Facts, response: Response | null = null): ErrorResult<unknown> {
    return this.failedWith(this.call.fail(facts, response));
  }

  /** Notes that Result, unless the attempt was ended before: what fails then, fails for nobody. */
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
    // A copy: a middleware may change what it gets.
    if (this.wasSent) this.call.lastFailure = { ...result };
    return result;
  }

  #noteShared(result: ErrorResult<unknown>): ErrorResult<unknown> {
    if (this.#shared && this.#shared.interruption?.kind !== 'timeout')
      noteSharedFailure(result.error, this.#shared);
    return result;
  }
}
