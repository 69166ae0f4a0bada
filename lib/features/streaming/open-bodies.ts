import {
  AbortError,
  type ApiError,
  because,
  type BodyKeeper,
  DeadlineGuard,
  type Interruption,
  type CallNote,
  type OpenBody,
  describeUserError,
  ignoringErrors,
  type ResponseReader,
  type Result,
  thrownAs,
  unusable,
} from '../../core/internal.js';

type Attempt = Parameters<BodyKeeper['open']>[0];
type AttemptedCall = Attempt['call'];
type StreamEnd = Parameters<AttemptedCall['over']>[0];

/** What a reader is made of. */
export type ReaderOptions<T> = Omit<ResponseReader<T>, '~keeper'>;

/**
 * Makes a reader of a function that makes data of an open body: the reader brings along what keeps such bodies, hands one
 * of them over to the caller and drops the others.
 */
export const reader = <T>(options: ReaderOptions<T>): ResponseReader<T> => ({
  ...options,
  // Of an instance the method is no own property.
  open: (body) => options.open(body),
  '~keeper': (call: AttemptedCall): BodyKeeper => new OpenBodies(options, call),
});

const abortAs = (sentence: string): Interruption => ({ kind: 'abort', reason: new AbortError(sentence) });

/**
 * The bodies that the reader of one call opened: at most one of them is the caller's, the others are dropped. A stream
 * that goes on does so by a further run of the call, whose body takes the place of the one before.
 */
class OpenBodies implements BodyKeeper {
  readonly #reader: ReaderOptions<unknown>;
  /** The first run of the call; those that continue its stream come later. */
  readonly #call: AttemptedCall;
  readonly #open = new Map<Attempt, OpenResponse>();
  /** Those that `error()` of these bodies made. What a body or a schema throws may be an ApiError, too. */
  readonly #errors = new WeakSet();
  /** The newest that is the caller's. */
  #current: OpenResponse | undefined;
  /** Ends the requests that continue the stream; made for the first of them. */
  #further: DeadlineGuard | undefined;
  /** Lets go of the call's signal and of its place under `dedupe`. */
  #release: (() => void) | undefined;
  #end: StreamEnd | undefined;
  #isSettled = false;

  constructor(reader: ReaderOptions<unknown>, call: AttemptedCall) {
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
    // The reader was asked for the stream that a later run continues.
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
    return attempt.failedWith({ data: null, error, response: isAnswer ? response : null, retry });
  }

  came(attempt: Attempt, { error }: Result<unknown>): boolean {
    const body = this.#open.get(attempt);
    if (!body) return false;
    body.isHome = true;
    if (error) this.#drop(body);
    return !error;
  }

  dropThoseAtHome(): void {
    for (const body of this.#waiting) if (body.isHome) this.#drop(body);
  }

  handOver({ error, response }: Result<unknown>): boolean {
    this.#isSettled = true;
    const isTaken = error === null && !this.#end;
    const taken = isTaken ? this.#waiting.filter((body) => body.response === response).pop() : undefined;
    for (const body of this.#waiting) if (body !== taken) this.#drop(body);
    if (taken) this.#take(taken);
    return taken !== undefined;
  }

  /** The stream is over, where the body is the caller's or becomes so. Only the first time counts. */
  end(body: OpenResponse, end: StreamEnd): void {
    body.ended ??= end;
    if (body.isTaken && !this.#end) this.#finish(end);
  }

  /** The reader ends the request, and those that continue its stream. */
  abort({ attempt, isTaken }: OpenResponse, interruption: Interruption): void {
    attempt.guard?.abort(interruption);
    if (isTaken) this.#further?.abort(interruption);
  }

  /** An error that the reader may throw as it is. */
  note(error: ApiError): ApiError {
    this.#errors.add(error);
    return error;
  }

  /** Makes the same request anew, for a stream that goes on. */
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
    // The reader may have ended the stream meanwhile.
    const closedNow = this.#closed(attempt, body);
    if (closedNow) return attempt.call.fail(closedNow);
    // What middleware makes of the data is for the caller, who has those of the first opening.
    return body?.response === result.response
      ? ({ ...result, data: body } as Result<OpenBody>)
      : attempt.call.fail(thrownAs('middleware', new TypeError('A middleware replaced the stream.')));
  }

  /** Through guard and middleware anew, and through nothing that stands outside. */
  async #runAgain(
    call: AttemptedCall,
    headers: Readonly<Record<string, string>>,
    timeout: number,
  ): Promise<Result<unknown>> {
    const next = call.successor((this.#further ??= this.#makeFurther()).signal, timeout);
    try {
      for (const [name, value] of Object.entries(headers)) next.request.setHeader(name, value);
      const result = await next.inside();
      // A try that failed leaves the body before in its place: what is told of the stream counts it, too.
      if (result.error) call.request.sentCount = next.request.attempts;
      if (!this.handOver(result)) next.leave();
      return result;
    } catch (thrown) {
      return next.fail(thrownAs('network', thrown));
    }
  }

  /** Why this body can have no successor; undefined where it can. */
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
    if (requestGuard) further.endWith(requestGuard);
    return further;
  }

  /** Those that are not the caller's yet. */
  get #waiting(): OpenResponse[] {
    return [...this.#open.values()].filter(({ isTaken }) => !isTaken);
  }

  #drop(body: OpenResponse): void {
    body.attempt.guard?.abort(abortAs('The response was replaced.'));
    this.#closeConnection(body);
    this.#close(body);
  }

  /** Ends the request and drops its body: both, as some runtimes go on reading after one of the two alone. */
  #closeConnection({ attempt, response }: OpenResponse): void {
    attempt.guard?.closeConnection();
    void ignoringErrors(() => response.body?.cancel());
  }

  /** Nothing is read any more. */
  #close({ attempt, letGo }: OpenResponse): void {
    if (!this.#open.delete(attempt)) return;
    attempt.guard?.release();
    letGo?.();
  }

  #take(body: OpenResponse): void {
    if (this.#current) this.#close(this.#current);
    this.#current = body;
    body.isTaken = true;
    this.#release ??= this.#call.guard?.keep();
    body.attempt.call.guard?.liftDeadline();
    if (body.ended) this.#finish(body.ended);
  }

  #finish(end: StreamEnd): void {
    this.#end = end;
    if (this.#current) this.#close(this.#current);
    this.#current?.attempt.call.leave();
    this.#release?.();
    // What is still on its way. The current body, which is closed, may be read on: until its connection is free.
    this.#further?.abort(abortAs('The stream has ended.'));
    this.#call.over(end);
  }
}

/** The body of a response, on the way to the caller. */
class OpenResponse implements OpenBody {
  readonly response: Response;
  readonly read: OpenBody['read'];
  readonly attempt: Attempt;
  /** Lets go of what ends the attempt's call, which holds as long as the body is open. */
  readonly letGo: (() => void) | undefined;
  /** Whether its reader has answered. */
  isHome = false;
  /** Whether it is the caller's, or was, until another took its place. */
  isTaken = false;
  /** What the reader ended it with. */
  ended: StreamEnd | undefined = undefined;
  readonly #bodies: OpenBodies;

  constructor(response: Response, attempt: Attempt, read: OpenBody['read'], bodies: OpenBodies) {
    this.response = response;
    this.read = read;
    this.attempt = attempt;
    this.letGo = attempt.call.guard?.keep();
    this.#bodies = bodies;
  }

  get timeout(): number {
    return this.attempt.call.timeout;
  }

  get interruption(): Interruption | undefined {
    return this.attempt.guard?.interruption;
  }

  onAbort(task: (interruption: Interruption) => void): () => void {
    // What a reader does must not keep others from being told.
    return (
      this.attempt.guard?.onAbort((why) => void ignoringErrors(() => task(why))) ?? ((): void => undefined)
    );
  }

  error(kind: ApiError['kind'], body: unknown, told?: Parameters<OpenBody['error']>[2]): ApiError {
    const { status, statusText, headers } = this.response;
    // What ends a call from outside has nothing to do with what the server said.
    const answered = kind === 'timeout' || kind === 'abort' ? {} : { status, statusText, headers };
    const details = typeof told === 'string' ? { reason: told } : told;
    const { error } = this.attempt.call.fail({
      kind,
      body,
      cause: body instanceof Error ? body : undefined,
      ...answered,
      ...details,
    });
    return this.#bodies.note(error);
  }

  end(error?: ApiError, told: { readonly items?: number } = {}): void {
    this.#bodies.end(this, { ...told, ...(error && { error }) });
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
