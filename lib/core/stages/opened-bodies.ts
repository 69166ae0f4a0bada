import { Cutoff } from '../platform/cutoff.js';
import { AbortError, type Interruption } from '../platform/interruption.js';
import type { ApiError } from '../result/api-error.js';
import type { Result } from '../result/result.js';
import type { OpenBody } from '../wire/response-reader.js';
import type { DeadlineGuard } from './deadline-guard.js';
import type { StreamEnd } from './watch.js';

/** The call whose bodies these are. */
interface StreamOwner {
  readonly guard: DeadlineGuard | undefined;
  /** The stream is over that the caller got. */
  over(end: StreamEnd): void;
}

/** An attempt, as far as its body is concerned. */
export interface BodyHolder {
  /** What ends it before its time; undefined when nothing can. */
  readonly cutoff: Cutoff | undefined;
  /** A reader opens the body: from now on it is open until `close`. */
  open(): void;
  /** Nothing is read any more. */
  close(): void;
  /** Ends the request and drops its body, and tells nobody. */
  hangUp(response: Response): void;
  /** The body is for nobody: ends the request, drops it and tells the reader. */
  discard(response: Response): void;
  /** The run of the call that it belongs to. */
  readonly call: Pick<StreamOwner, 'guard'> & {
    /** Gives back what it holds. */
    leave(): void;
  };
}

/** A body that is open, and not the caller's yet. */
interface Opened {
  readonly body: OpenBody;
  /** Whether its reader has answered. */
  isHome: boolean;
  /** What the reader ended it with, before it was the caller's. */
  end: StreamEnd | undefined;
}

const abortAs = (sentence: string): Interruption => ({ kind: 'abort', reason: new AbortError(sentence) });

/** The bodies that the reader of one call opened: at most one of them is the caller's, the others are dropped. */
export class OpenedBodies {
  /** Those that `error()` of these bodies made. What a body or a schema throws may be an ApiError, too. */
  readonly errors: WeakSet<ApiError> = new WeakSet();
  readonly #call: StreamOwner;
  readonly #open = new Map<BodyHolder, Opened>();
  /** Those whose bodies are the caller's, or were, until another took their place. */
  readonly #handedOver = new WeakSet<BodyHolder>();
  #current: BodyHolder | undefined;
  #body: OpenBody | undefined;
  /** Ends the requests that continue the stream; made for the first of them. */
  #further: Cutoff | undefined;
  /** Lets go of the call's signal and of its place under `dedupe`. */
  #letGo: (() => void) | undefined;
  #end: StreamEnd | undefined;
  #isSettled = false;

  constructor(call: StreamOwner) {
    this.#call = call;
  }

  /** A reader is about to open the body. False when that is for nobody any more: the body is dropped. */
  add(attempt: BodyHolder, body: OpenBody): boolean {
    attempt.open();
    this.#open.set(attempt, { body, isHome: false, end: undefined });
    if (this.#isSettled || attempt.cutoff?.interruption) this.#drop(attempt);
    return this.#open.has(attempt);
  }

  /** An attempt has come to its Result. What a failed one has opened is for nobody. */
  came(attempt: BodyHolder, { error }: Result<unknown>): void {
    const opened = this.#open.get(attempt);
    if (opened) opened.isHome = true;
    if (error) this.#drop(attempt);
  }

  /** The middleware lets the call through once more: what it has got before is not what it wants. */
  dropThoseAtHome(): void {
    for (const [attempt, { isHome }] of this.#open) if (isHome) this.#drop(attempt);
  }

  /** Gives the caller, or the reader that asked for more, the body that is in the Result; false when none is. */
  handOver({ error, response }: Result<unknown>): boolean {
    this.#isSettled = true;
    let taken: [BodyHolder, Opened] | undefined;
    for (const entry of this.#open) {
      if (error === null && entry[1].body.response === response && !this.#end) taken = entry;
    }
    if (taken) this.#open.delete(taken[0]);
    for (const attempt of this.#open.keys()) this.#drop(attempt);
    if (taken) this.#take(...taken);
    return taken !== undefined;
  }

  /** The stream is over, where the body is the caller's or becomes so. Only the first time counts. */
  end(attempt: BodyHolder, end: StreamEnd): void {
    const opened = this.#open.get(attempt);
    if (opened) opened.end ??= end;
    else if (this.#handedOver.has(attempt) && !this.#end) this.#finish(end);
  }

  /** The reader ends the request, and those that continue its stream. */
  abort(attempt: BodyHolder, interruption: Interruption): void {
    if (this.#handedOver.has(attempt)) this.#further?.abort(interruption);
  }

  /** Why this body can have no successor; undefined where it can. */
  closed(attempt: BodyHolder, body: OpenBody | undefined): Interruption | undefined {
    const interruption = attempt.cutoff?.interruption ?? this.#further?.interruption;
    if (interruption) return interruption;
    if (this.#end) return abortAs('The stream has ended.');
    return body === this.#body ? undefined : abortAs('A stream goes on from its newest body only.');
  }

  /** The one that is the caller's, and that no other took the place of. */
  current(): OpenBody | undefined {
    return this.#body;
  }

  /** A further body of the stream is to come: the one before it is dropped, and its run gives back what it holds. */
  reopen(before: Response): void {
    this.#current?.hangUp(before);
    this.#current?.call.leave();
    this.#isSettled = false;
  }

  /** Ends what continues the stream: with the call's signal and its place under `dedupe`, and with the stream. */
  get signal(): AbortSignal {
    return (this.#further ??= this.#makeFurther()).signal;
  }

  #makeFurther(): Cutoff {
    const further = new Cutoff();
    const { guard } = this.#call;
    if (guard) further.onRelease(guard.requestCutoff.onAbort((interruption) => further.abort(interruption)));
    return further;
  }

  #drop(attempt: BodyHolder): void {
    const opened = this.#open.get(attempt);
    if (!opened) return;
    this.#open.delete(attempt);
    attempt.discard(opened.body.response);
  }

  #take(attempt: BodyHolder, { body, end }: Opened): void {
    this.#current?.close();
    this.#current = attempt;
    this.#body = body;
    this.#handedOver.add(attempt);
    this.#letGo ??= this.#call.guard?.keep();
    attempt.call.guard?.liftDeadline();
    if (end) this.#finish(end);
  }

  #finish(end: StreamEnd): void {
    this.#end = end;
    this.#current?.close();
    this.#current?.call.leave();
    this.#letGo?.();
    // What is still on its way. The current body, which is closed, may be read on: until its connection is free.
    this.#further?.abort(abortAs('The stream has ended.'));
    this.#further?.release();
    this.#call.over(end);
  }
}
