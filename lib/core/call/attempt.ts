import type { Interruption } from '../platform/time.js';
import { ignoringErrors } from '../platform/user-callbacks.js';
import { endedBy, type Facts, notSent, thrownAs } from '../result/api-error.js';
import { resultOfData, type ErrorResult, type Result } from '../result/result.js';
import { type Decoded, sourceOf, type UnreadBody } from '../http/response-decoder.js';
import type { BodySource, ResponseReader } from '../http/response-reader.js';
import type { AttemptRecord } from './attempt-log.js';
import type { Call } from './call.js';
import { AttemptGuard, type DeadlineGuard } from './deadline-guard.js';
import { shareKey } from './request-key.js';
import { send } from './send.js';
import type { SharedRequest, ShareRegistry } from './share-registry.js';

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
  /** Notifies that an attempt has a Result. Returns whether it has a body that stays open. */
  came(attempt: Attempt, result: Result<unknown>): boolean;
  /**
   * Notifies that an attempt starts under this guard: closes the bodies of earlier attempts that a middleware has
   * received. Ends the attempt when the caller has a stream, because the attempt's response would be dropped.
   */
  begin(guard: DeadlineGuard): void;
  /**
   * Notifies that the caller gets this Result. Returns whether it contains an open stream; the call then ends with the
   * stream.
   */
  handOver(result: Result<unknown>): boolean;
}

/** A reader that can create a tracker of open bodies. */
export interface KeepingReader extends ResponseReader<unknown> {
  readonly '~keeper': (call: Call) => BodyKeeper;
}

/** How the responses of an endpoint are read. */
export interface Reading {
  /** The endpoint's reader; undefined if `responseType` is a name. */
  readonly reader: ResponseReader<unknown> | undefined;
  readonly decoder: {
    /**
     * Decodes a response to data, or to the facts of an error. Never rejects. Not called for a 2xx if the endpoint has a
     * reader.
     */
    decode(body: UnreadBody): Promise<Decoded>;
  };
}

/** Sends a call's request once and reads the response, in this order: share, send, read. Never rejects. */
export class Attempt {
  readonly call: Call;
  readonly record: AttemptRecord;
  /** Ends the attempt early; undefined if nothing can. */
  readonly guard: DeadlineGuard | undefined;
  /**
   * The attempt's own guard, if it needs more than the call's: a middleware set a signal, it has a timeout, or a body
   * stays open.
   */
  readonly #own: AttemptGuard | undefined = undefined;
  /** The shared request that this attempt waits for, together with other calls. */
  #shared: SharedRequest | undefined;

  /**
   * @param record The attempt in the call's log.
   * @param outer Ends the attempt: the call's guard, or the guard of a `next()` with options.
   */
  constructor(call: Call, record: AttemptRecord, outer: DeadlineGuard | undefined) {
    const { request, reading } = call;
    const { installedSignal, attemptTimeout, streams } = request;
    this.call = call;
    this.record = record;
    if (installedSignal || attemptTimeout || streams) {
      const own = new AttemptGuard(attemptTimeout);
      // The call's own signal still ends the request, in addition to a signal that a middleware set.
      own.start(outer, installedSignal);
      if (streams) call.keeper ??= (reading.reader as KeepingReader)['~keeper'](call);
      // An attempt that can't send replaces no body.
      if (!own.interruption) call.keeper?.begin(own);
      this.#own = own;
    }
    this.guard = this.#own ?? outer;
    request.pausable = this.#own;
  }

  run(): Promise<Result<unknown>> {
    const running = this.guard ? this.#under(this.guard) : this.#send();
    return this.#own || this.call.watched ? this.#finish(running) : running;
  }

  async #finish(running: Promise<Result<unknown>>): Promise<Result<unknown>> {
    const { call } = this;
    const result = await running;
    // The attempt is over, so stop its timeout. Its abort signal must stay active while the body is open.
    this.#own?.setDeadline(Infinity);
    if (!call.keeper?.came(this, result)) this.#own?.dispose();
    call.watched?.answered(this, result);
    return result;
  }

  /** Settles when the guard ends, even if fetch, a body or a schema ignores the signal. */
  async #under(guard: DeadlineGuard): Promise<Result<unknown>> {
    const { call } = this;
    guard.notice();
    if (guard.interruption) await call.yieldTurn();
    try {
      return await guard.until(() => this.#send());
    } catch (interruption) {
      // Only the guard can reject here: `#send` never does.
      const ended = call.requestGuard?.interruption ?? (interruption as Interruption);
      return call.request.log.failed(this.record, call.endedBy(ended));
    }
  }

  #send(): Promise<Result<unknown>> {
    const { request, sharers, pipeline } = this.call;
    // A copy, because a task can add another. A task that throws must not stop the others.
    if (request.sendTasks) for (const task of [...request.sendTasks]) void ignoringErrors(task);
    const key = sharers && shareKey(request, sharers.scope, pipeline.wrappers);
    return sharers && key !== undefined ? this.#join(sharers, key) : this.#read();
  }

  /** Waits for one request together with other calls whose identical requests are in flight. */
  async #join({ registry, timeout }: Sharers, key: string): Promise<Result<unknown>> {
    const { call, record } = this;
    const shared = registry.shared(key, () => ({
      timeout,
      sender: record,
      leader: call.watched?.id,
      send: (signal, made) => {
        call.request.pausable = made;
        return this.#exchange(signal);
      },
    }));
    this.#shared = shared;
    const leave = shared.join(this.guard, this.#own);
    if (shared.sender !== record) {
      record.followed = shared.sender;
      call.watched?.joined(this, shared.leader ?? 0);
    }
    try {
      const result = await this.#read();
      const { interruption } = shared;
      if (!result.error || interruption?.kind !== 'timeout') return result;
      // The deadline of a shared request counts as a failure of each caller.
      call.request.log.lastEnding = interruption;
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
      const response = await (shared ? shared.response : this.#exchange(guard?.signal));
      const read = shared?.read ?? sourceOf(response);
      const { keeper, reading } = call;
      if (keeper && response.ok) return await keeper.open(this, response, read);
      return this.resultOf(await reading.decoder.decode({ response, read, call }), response);
    } catch (thrown) {
      const facts = call.request.attempts ? thrownAs('network', thrown) : notSent(thrown);
      return this.#noteShared(this.fail(facts));
    }
  }

  /** Sends the request in its current state, through the plugins that wrap fetch. The signal ends it. */
  #exchange(signal: AbortSignal | undefined): Promise<Response> {
    const { request, pipeline } = this.call;
    const [url, init] = request.toFetch(signal);
    const [plugin] = pipeline.wrappers;
    return plugin ? plugin['~through'](this, signal)(url, init) : send(this, url, init);
  }

  /** Converts a decoded response to a Result. */
  resultOf(decoded: Decoded, response: Response): Result<unknown> {
    const { call } = this;
    if (!decoded.kind) {
      call.request.log.lastFailure = undefined;
      return resultOfData(decoded.data, response, call.retry);
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
    return this.guard?.interruption ? result : this.call.request.log.failed(this.record, result);
  }

  #noteShared(result: ErrorResult<unknown>): ErrorResult<unknown> {
    const shared = this.#shared;
    if (shared) this.call.request.log.sharedFailure = { error: result.error, shared };
    return result;
  }
}
