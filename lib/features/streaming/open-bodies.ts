import {
  AbortError,
  type ApiError,
  type Attempt,
  because,
  type BodyKeeper,
  type Call,
  DeadlineGuard,
  type Interruption,
  type CallNote,
  type OpenBody,
  describeUserError,
  ignoringErrors,
  type ResponseReader,
  type Result,
  resultOfError,
  type StreamEnd,
  thrownAs,
  unusable,
} from '../../core/internal.js';

/** Parts of a custom reader. */
export type ReaderOptions<T> = Omit<ResponseReader<T>, '~keeper'>;

/**
 * Creates a reader from a function that creates data from an open body. The reader tracks open bodies: it passes one to
 * the caller and closes the others.
 */
export const reader = <T>(options: ReaderOptions<T>): ResponseReader<T> => ({
  ...options,
  // On a class instance, `open` isn't an own property and isn't spread.
  open: (body) => options.open(body),
  '~keeper': (call: Call): BodyKeeper => new OpenBodies(options, call),
});

const REPLACED = 'The response was replaced.';

const abortAs = (sentence: string): Interruption => ({ kind: 'abort', reason: new AbortError(sentence) });

/**
 * Bodies that the reader of one call opened. At most one of them belongs to the caller; the others are closed. To
 * continue a stream, homing runs the call again, and the new body replaces the previous one.
 */
class OpenBodies implements BodyKeeper {
  readonly #reader: ReaderOptions<unknown>;
  /** The first run of the call. Later runs continue its stream. */
  readonly #call: Call;
  readonly #open = new Map<Attempt, OpenResponse>();
  /** The guards of attempts without a Result. */
  readonly #running = new Set<DeadlineGuard>();
  /** Errors that `error()` of these bodies created. An error from a body or a schema can be an ApiError, too. */
  readonly #errors = new WeakSet();
  /** The caller's current body. */
  #current: OpenResponse | undefined;
  /** Ends the requests that continue the stream; created with the first one. */
  #further: DeadlineGuard | undefined;
  /** Releases the call's signal and its `dedupe` registration. */
  #release: (() => void) | undefined;
  #end: StreamEnd | undefined;
  #isSettled = false;

  constructor(reader: ReaderOptions<unknown>, call: Call) {
    this.#reader = reader;
    this.#call = call;
  }

  async open(attempt: Attempt, response: Response, read: OpenBody['read']): Promise<Result<unknown>> {
    const body = new OpenResponse(response, attempt, read, this);
    this.#open.set(attempt, body);
    if (this.#isSettled || body.interruption) {
      this.#drop(body);
      return attempt.call.fail(thrownAs('abort', body.interruption?.reason));
    }
    // A later run continues the stream of the first: the reader has already opened it.
    if (attempt.call !== this.#call) return attempt.resultOf({ data: body, kind: undefined }, response);
    try {
      const data = await this.#reader.open(body);
      return attempt.resultOf({ data, kind: undefined }, response);
    } catch (thrown) {
      return this.#failed(thrown, attempt, response);
    }
  }

  #failed(thrown: unknown, attempt: Attempt, response: Response): Result<unknown> {
    if (!this.#errors.has(Object(thrown) as object)) {
      const sentence = because(', but its reader failed', describeUserError(thrown));
      return attempt.resultOf(unusable(response, thrown, sentence, { cause: thrown }), response);
    }
    const error = thrown as ApiError;
    const isAnswer = error.kind === 'http' || error.kind === 'parse';
    const { retry } = attempt.call;
    return attempt.failedWith(resultOfError(error, isAnswer ? response : null, retry));
  }

  begin(guard: DeadlineGuard): void {
    for (const body of this.#waiting) if (body.hasReturned) this.#drop(body);
    if (this.#isSettled && this.#current) guard.abort(abortAs(REPLACED));
    else this.#running.add(guard);
  }

  came(attempt: Attempt, { error }: Result<unknown>): boolean {
    if (attempt.guard) this.#running.delete(attempt.guard);
    const body = this.#open.get(attempt);
    if (!body) return false;
    body.hasReturned = true;
    if (error) this.#drop(body);
    return !error;
  }

  handOver({ error, response }: Result<unknown>): boolean {
    this.#isSettled = true;
    const isTaken = error === null && !this.#end;
    const taken = isTaken ? this.#waiting.filter((body) => body.response === response).pop() : undefined;
    for (const body of this.#waiting) if (body !== taken) this.#drop(body);
    if (!taken) return false;
    this.#take(taken);
    // The deadline of the call no longer ends these attempts.
    for (const guard of this.#running) guard.abort(abortAs(REPLACED));
    return true;
  }

  /** Ends the stream if the body belongs to the caller, now or later. Only the first time counts. */
  end(body: OpenResponse, end: StreamEnd): void {
    body.ended ??= end;
    if (body.isTaken && !this.#end) this.#finish(end);
  }

  /** Aborts the request of the body, and requests that continue its stream. */
  abort({ attempt, isTaken }: OpenResponse, interruption: Interruption): void {
    attempt.guard?.abort(interruption);
    if (isTaken) this.#further?.abort(interruption);
  }

  /** Registers an error that the reader may throw unchanged. */
  note(error: ApiError): ApiError {
    this.#errors.add(error);
    return error;
  }

  /** Sends the same request again to continue a stream. */
  async again(
    before: OpenResponse,
    headers: Readonly<Record<string, string>>,
    timeout = 0,
  ): Promise<Result<OpenBody>> {
    const { attempt } = before;
    const closed = this.#closed(attempt, before);
    if (closed) return attempt.call.fail(closed);
    this.#closeConnection(before);
    attempt.call.leave();
    this.#isSettled = false;
    const result = await this.#runAgain(attempt.call, headers, timeout);
    if (result.error) return result;
    const body = this.#current;
    // The reader might have ended the stream in the meantime.
    const closedNow = this.#closed(attempt, body);
    if (closedNow) return attempt.call.fail(closedNow);
    // Ignore the data of this run: the caller already has the data of the first run.
    return body?.response === result.response
      ? ({ ...result, data: body } as Result<OpenBody>)
      : attempt.call.fail(thrownAs('middleware', new TypeError('A middleware replaced the stream.')));
  }

  /** Runs the inner middleware again, with its guard, but not the outer middleware. */
  async #runAgain(
    call: Call,
    headers: Readonly<Record<string, string>>,
    timeout: number,
  ): Promise<Result<unknown>> {
    try {
      const next = call.successor(headers, (this.#further ??= this.#makeFurther()).signal, timeout);
      // The previous body stays in place until the run succeeds, and its errors count the attempts of the run.
      call.request.log = next.request.log;
      const result = await next.inside();
      if (!this.handOver(result)) next.leave();
      return result;
    } catch (thrown) {
      return call.fail(thrownAs('network', thrown));
    }
  }

  /** Why this body can't be continued; undefined if it can. */
  #closed(attempt: Attempt, body: OpenResponse | undefined): ReturnType<typeof thrownAs> | undefined {
    const why =
      attempt.guard?.interruption ??
      this.#further?.interruption ??
      (this.#end ? abortAs('The stream has ended.') : undefined) ??
      (body === this.#current ? undefined : abortAs('Only the newest body can continue a stream.'));
    return why && thrownAs(why.kind, why.reason);
  }

  #makeFurther(): DeadlineGuard {
    const further = new DeadlineGuard();
    const { requestGuard } = this.#call;
    if (requestGuard) further.follow(requestGuard);
    return further;
  }

  /** Bodies that don't belong to the caller yet. */
  get #waiting(): OpenResponse[] {
    return [...this.#open.values()].filter(({ isTaken }) => !isTaken);
  }

  #drop(body: OpenResponse): void {
    body.attempt.guard?.abort(abortAs(REPLACED));
    this.#closeConnection(body);
    this.#close(body);
  }

  /** Aborts the request and cancels its body. With only one of the two, some runtimes continue to read. */
  #closeConnection({ attempt, response }: OpenResponse): void {
    attempt.guard?.closeConnection();
    void ignoringErrors(() => response.body?.cancel());
  }

  /** Releases a body that is no longer read. */
  #close({ attempt, letGo }: OpenResponse): void {
    if (!this.#open.delete(attempt)) return;
    attempt.guard?.dispose();
    letGo();
  }

  #take(body: OpenResponse): void {
    if (this.#current) this.#close(this.#current);
    this.#current = body;
    body.isTaken = true;
    this.#release ??= this.#call.keep();
    body.attempt.call.guard?.setDeadline(Infinity);
    if (body.ended) this.#finish(body.ended);
  }

  #finish(end: StreamEnd): void {
    this.#end = end;
    if (this.#current) this.#close(this.#current);
    this.#current?.attempt.call.leave();
    this.#release?.();
    // Abort requests in flight. The closed current body can still be read until its connection is free.
    this.#further?.abort(abortAs('The stream has ended.'));
    this.#call.over(end);
  }
}

/** A response body that is on its way to the caller. */
class OpenResponse implements OpenBody {
  readonly response: Response;
  readonly read: OpenBody['read'];
  readonly attempt: Attempt;
  /** Releases the signals that end the attempt's call, which are needed while the body is open. */
  readonly letGo: () => void;
  /** Whether its reader has returned. */
  hasReturned = false;
  /** Whether it belongs to the caller, or did before another body replaced it. */
  isTaken = false;
  /** How the reader ended it. */
  ended: StreamEnd | undefined = undefined;
  readonly #bodies: OpenBodies;

  constructor(response: Response, attempt: Attempt, read: OpenBody['read'], bodies: OpenBodies) {
    this.response = response;
    this.read = read;
    this.attempt = attempt;
    this.letGo = attempt.call.keep();
    this.#bodies = bodies;
  }

  get timeout(): number {
    return this.attempt.call.timeout;
  }

  get interruption(): Interruption | undefined {
    return this.attempt.guard?.interruption;
  }

  onAbort(task: (interruption: Interruption) => void): () => void {
    // An error of one listener must not prevent the others from being notified.
    return (
      this.attempt.guard?.onAbort((why) => void ignoringErrors(() => task(why))) ?? ((): void => undefined)
    );
  }

  error(kind: ApiError['kind'], body: unknown, given?: Parameters<OpenBody['error']>[2]): ApiError {
    const { status, statusText, headers } = this.response;
    // A timeout or abort isn't related to the server's status and headers.
    const answered = kind === 'timeout' || kind === 'abort' ? {} : { status, statusText, headers };
    const details = typeof given === 'string' ? { reason: given } : given;
    const { error } = this.attempt.call.fail({
      kind,
      body,
      cause: body instanceof Error ? body : undefined,
      ...answered,
      ...details,
    });
    return this.#bodies.note(error);
  }

  end(error?: ApiError, counts: { readonly items?: number } = {}): void {
    this.#bodies.end(this, { ...counts, ...(error && { error }) });
  }

  abort(interruption: Interruption): void {
    this.#bodies.abort(this, interruption);
  }

  note(note: CallNote): void {
    this.attempt.call.note(note);
  }

  again(headers: Readonly<Record<string, string>>, timeout?: number): Promise<Result<OpenBody>> {
    return this.#bodies.again(this, headers, timeout);
  }
}
