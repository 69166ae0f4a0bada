import { AbortError, type Interruption } from '../platform/interruption.js';
import type { Result } from '../result/result.js';
import type { StreamEnd } from './watch.js';

/** An attempt, as far as its body is concerned. */
export interface BodyHolder {
  /** A reader opens the body: from now on it is open until `close`. */
  open(): void;
  /** Nothing is read any more. */
  close(): void;
  /** Ends the request and drops its body. */
  discard(response: Response): void;
  /** From now on no deadline of the call ends it. */
  liftDeadline(): void;
}

/** The bodies that the reader of one call opened: at most one of them is the caller's, the others are dropped. */
export class OpenedBodies {
  readonly #onEnd: (end: StreamEnd) => void;
  readonly #open = new Map<Response, BodyHolder>();
  #handedOver: BodyHolder | undefined;
  #end: StreamEnd | undefined;
  #isSettled = false;

  /** @param onEnd Told when the stream is over that the caller got. */
  constructor(onEnd: (end: StreamEnd) => void) {
    this.#onEnd = onEnd;
  }

  /** A reader is about to open the body. One that comes when the caller has its Result is for nobody. */
  add(attempt: BodyHolder, response: Response): void {
    attempt.open();
    this.#open.set(response, attempt);
    if (this.#isSettled) this.drop(response);
  }

  /** Drops a body, if it is still open. */
  drop(response: Response): void {
    this.#open.get(response)?.discard(response);
    this.#open.delete(response);
  }

  /** Whether the Result has one of them in it that goes on: it is the caller's from now on. */
  handOver({ error, response }: Result<unknown>): boolean {
    this.#isSettled = true;
    for (const [opened, attempt] of this.#open) {
      if (error === null && opened === response) this.#handedOver = attempt;
      else attempt.discard(opened);
    }
    this.#open.clear();
    if (!this.#handedOver) return false;
    if (!this.#end) {
      this.#handedOver.liftDeadline();
      return true;
    }
    this.#finish(this.#end);
    return true;
  }

  /** A further body of the same call is to come: the one before it is dropped, and the next may be opened. */
  reopen(before: Response): void {
    this.#handedOver?.discard(before);
    this.#isSettled = false;
  }

  /** The stream is over. */
  end(end: StreamEnd): void {
    if (this.#end) return;
    this.#end = end;
    if (this.#handedOver) this.#finish(end);
  }

  /** Why no further body can be opened; undefined as long as one can. */
  get ended(): Interruption | undefined {
    return this.#end && { kind: 'abort', reason: new AbortError('The stream has ended.') };
  }

  #finish(end: StreamEnd): void {
    this.#handedOver?.close();
    this.#onEnd(end);
  }
}
