import {
  AbortError,
  type ApiError,
  type Attempt,
  type AttemptedCall,
  because,
  type BodyKeeper,
  type BodyMethod,
  type BodySource,
  DeadlineGuard,
  type ErrorDetails,
  type Interruption,
  type Note,
  type OpenBody,
  programWords,
  quietly,
  type ResponseReader,
  type Result,
  type StreamEnd,
  thrownAs,
  unusable,
} from '../../core/seats.js';

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

/** A body that is open, and not the caller's yet. */
interface Opened {
  readonly body: OpenResponse;
  /** Whether its reader has answered. */
  isHome: boolean;
  /** What the reader ended it with, before it was the caller's. */
  end: StreamEnd | undefined;
}

const abortAs = (sentence: string): Interruption => ({ kind: 'abort', reason: new AbortError(sentence) });

/**
 * The bodies that the reader of one call opened: at most one of them is the caller's, the others are dropped. A stream
 * that goes on does so by a further run of the call, whose body takes the place of the one before.
 */
class OpenBodies implements BodyKeeper {
  readonly #reader: ReaderOptions<unknown>;
  /** The first run of the call; those that continue its stream come later. */
  readonly #call: AttemptedCall;
  readonly #open = new Map<Attempt, Opened>();
  /** Those whose bodies are the caller's, or were, until another took their place. */
  readonly #handedOver = new WeakSet<Attempt>();
  /** Lets go of what ends an attempt's call, which holds as long as its body is open. */
  readonly #holds = new Map<Attempt, (() => void) | undefined>();
  /** Those that `error()` of these bodies made. What a body or a schema throws may be an ApiError, too. */
  readonly #errors = new WeakSet();
  #current: Attempt | undefined;
  #body: OpenResponse | undefined;
  /** Ends the requests that continue the stream; made for the first of them. */
  #further: DeadlineGuard | undefined;
  /** Lets go of the call's signal and of its place under `dedupe`. */
  #letGo: (() => void) | undefined;
  #end: StreamEnd | undefined;
  #isSettled = false;

  constructor(reader: ReaderOptions<unknown>, call: AttemptedCall) {
    this.#reader = reader;
    this.#call = call;
  }

  async open(attempt: Attempt, response: Response, read: BodySource): Promise<Result<unknown>> {
    const body = new OpenResponse(response, attempt, read, this);
    this.#holds.set(attempt, attempt.call.guard?.keep());
    this.#open.set(attempt, { body, isHome: false, end: undefined });
    if (this.#isSettled || attempt.guard?.interruption) {
      this.#drop(attempt);
      return attempt.call.fail(thrownAs('abort', attempt.guard?.interruption?.reason));
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
      const sentence = because(', but its reader failed', programWords(thrown));
      return attempt.resultOf(unusable(response, thrown, sentence, { cause: thrown }), response);
    }
    const error = thrown as ApiError;
    const isAnswer = error.kind === 'http' || error.kind === 'parse';
    const { retry } = attempt.call;
    return attempt.failedWith({ data: null, error, response: isAnswer ? response : null, retry });
  }

  came(attempt: Attempt, { error }: Result<unknown>): boolean {
    const opened = this.#open.get(attempt);
    if (opened) opened.isHome = true;
    if (error) this.#drop(attempt);
    return this.#holds.has(attempt);
  }

  dropThoseAtHome(): void {
    for (const [attempt, { isHome }] of this.#open) if (isHome) this.#drop(attempt);
  }

  handOver({ error, response }: Result<unknown>): boolean {
    this.#isSettled = true;
    let taken: [Attempt, Opened] | undefined;
    for (const entry of this.#open)
      if (error === null && entry[1].body.response === response && !this.#end) taken = entry;
    if (taken) this.#open.delete(taken[0]);
    for (const attempt of this.#open.keys()) this.#drop(attempt);
    if (taken) this.#take(...taken);
    return taken !== undefined;
  }

  /** The stream is over, where the body is the caller's or becomes so. Only the first time counts. */
  end(attempt: Attempt, end: StreamEnd): void {
    const opened = this.#open.get(attempt);
    if (opened) opened.end ??= end;
    else if (this.#handedOver.has(attempt) && !this.#end) this.#finish(end);
  }

  /** The reader ends the request, and those that continue its stream. */
  abort(attempt: Attempt, interruption: Interruption): void {
    attempt.guard?.abort(interruption);
    if (this.#handedOver.has(attempt)) this.#further?.abort(interruption);
  }

  /** An error that the reader may throw as it is. */
  note(error: ApiError): ApiError {
    this.#errors.add(error);
    return error;
  }

  /** Makes the same request anew, for a stream that goes on. */
  async again(
    before: OpenResponse,
    attempt: Attempt,
    headers: Readonly<Record<string, string>>,
    timeout = 0,
  ): Promise<Result<OpenBody>> {
    const closed = this.#closed(attempt, before);
    if (closed) return attempt.call.fail(closed);
    if (this.#current) this.#hangUp(this.#current, before.response);
    this.#current?.call.leave();
    this.#isSettled = false;
    const result = await this.#runAgain(attempt.call, headers, timeout);
    if (result.error) return result;
    const body = this.#body;
    // The reader may have ended the stream meanwhile.
    const closedNow = this.#closed(attempt, body);
    if (closedNow) return attempt.call.fail(closedNow);
    // What middleware makes of the data is for the caller, who has those of the first opening.
    return body?.response === result.response
      ? ({ ...result, data: body } as Result<OpenBody>)
      : attempt.call.fail(
          thrownAs('middleware', new TypeError('A middleware answered in place of a stream.')),
        );
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
      if (result.error) call.request.sendings = next.request.attempts;
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
      (body === this.#body ? undefined : abortAs('A stream goes on from its newest body only.'));
    return why && thrownAs(why.kind, why.reason);
  }

  #makeFurther(): DeadlineGuard {
    const further = new DeadlineGuard();
    const { requestGuard } = this.#call;
    if (requestGuard) further.endWith(requestGuard);
    return further;
  }

  #drop(attempt: Attempt): void {
    const opened = this.#open.get(attempt);
    if (!opened) return;
    this.#open.delete(attempt);
    attempt.guard?.abort(abortAs('The call has another answer.'));
    this.#hangUp(attempt, opened.body.response);
    this.#close(attempt);
  }

  /** Ends the request and drops its body: both, as some runtimes go on reading after one of the two alone. */
  #hangUp(attempt: Attempt, response: Response): void {
    attempt.guard?.hangUp();
    void quietly(() => response.body?.cancel());
  }

  /** Nothing is read any more. */
  #close(attempt: Attempt): void {
    attempt.guard?.release();
    this.#holds.get(attempt)?.();
    this.#holds.delete(attempt);
  }

  #take(attempt: Attempt, { body, end }: Opened): void {
    if (this.#current) this.#close(this.#current);
    this.#current = attempt;
    this.#body = body;
    this.#handedOver.add(attempt);
    this.#letGo ??= this.#call.guard?.keep();
    attempt.call.guard?.liftDeadline();
    if (end) this.#finish(end);
  }

  #finish(end: StreamEnd): void {
    this.#end = end;
    if (this.#current) this.#close(this.#current);
    this.#current?.call.leave();
    this.#letGo?.();
    // What is still on its way. The current body, which is closed, may be read on: until its connection is free.
    this.#further?.abort(abortAs('The stream has ended.'));
    this.#call.over(end);
  }
}

/** The body of a response, on the way to the caller. */
class OpenResponse implements OpenBody {
  readonly response: Response;
  readonly #attempt: Attempt;
  readonly #source: BodySource;
  readonly #bodies: OpenBodies;

  constructor(response: Response, attempt: Attempt, source: BodySource, bodies: OpenBodies) {
    this.response = response;
    this.#attempt = attempt;
    this.#source = source;
    this.#bodies = bodies;
  }

  get timeout(): number {
    return this.#attempt.call.timeout;
  }

  get interruption(): Interruption | undefined {
    return this.#attempt.guard?.interruption;
  }

  read(as: BodyMethod): Promise<unknown> {
    return this.#source(as);
  }

  onAbort(task: (interruption: Interruption) => void): () => void {
    // What a reader does must not keep others from being told.
    return this.#attempt.guard?.onAbort((why) => void quietly(() => task(why))) ?? ((): void => undefined);
  }

  error(kind: ApiError['kind'], body: unknown, told?: string | ErrorDetails): ApiError {
    const { status, statusText, headers } = this.response;
    // What ends a call from outside has nothing to do with what the server said.
    const answered = kind === 'timeout' || kind === 'abort' ? {} : { status, statusText, headers };
    const details = typeof told === 'string' ? { reason: told } : told;
    const { error } = this.#attempt.call.fail({
      kind,
      body,
      cause: body instanceof Error ? body : undefined,
      ...answered,
      ...details,
    });
    return this.#bodies.note(error);
  }

  end(error?: ApiError, told: { readonly items?: number } = {}): void {
    this.#bodies.end(this.#attempt, { ...told, ...(error && { error }) });
  }

  abort(interruption: Interruption): void {
    this.#bodies.abort(this.#attempt, interruption);
  }

  note(note: Note): void {
    this.#attempt.call.note(note);
  }

  again(headers: Readonly<Record<string, string>>, timeout?: number): Promise<Result<OpenBody>> {
    return this.#bodies.again(this, this.#attempt, headers, timeout);
  }
}
