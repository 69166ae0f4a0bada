import { bytesOf } from './bytes-of.js';
import { checkedWhole } from './checked-whole.js';
import { DispatchOptions } from './dispatch-options.js';
import type { Dispatcher } from './dispatcher.js';
import { type Answered, Exchange } from './exchange.js';
import { HeldBytes } from './held-bytes.js';
import type { IncomingBody } from './incoming-body.js';
import { setImmediate } from './node-api.js';
import { NodeResponse } from './node-response.js';
import type { Outcome } from './outcome.js';
import type { Outgoing } from './outgoing.js';
import { Reading } from './reading.js';
import { RequestTrail } from './request-trail.js';
import { ResourceTiming } from './resource-timing.js';
import type { GivenHeaders } from './request-headers.js';
import { ResponseBody } from './response-body.js';
import type { ResponseHead } from './response-head.js';
import { SignalWatch } from './signal-watch.js';
import type { TrackedBytes } from './tracked-bytes.js';
import { atTurnEnd } from './turn-end.js';
import { wireHeaders } from './wire-headers.js';

/** One fetch, from its first request over all its redirects to the last byte of the body. */
export class FetchCall implements Answered {
  readonly #dispatcher: Dispatcher;
  readonly #limit: number;
  readonly #outcome: Outcome;
  readonly #timing: ResourceTiming;
  readonly #trail = new RequestTrail();
  #request: Outgoing;
  #exchange: Exchange | undefined;
  /** From when on the caller has the response. */
  #reading: Reading | undefined;
  #watch: SignalWatch | undefined;
  /** Whether the dispatcher is at work; some mocks answer right then. */
  #isSending = false;

  constructor(dispatcher: Dispatcher, request: Outgoing, limit: number, outcome: Outcome) {
    this.#dispatcher = dispatcher;
    this.#request = request;
    this.#limit = limit;
    this.#outcome = outcome;
    this.#timing = new ResourceTiming(request.target.href);
  }

  start(signal: AbortSignal | null | undefined): void {
    if (signal) this.#watch = new SignalWatch(signal, this);
    this.#send();
  }

  answered(head: ResponseHead, body: IncomingBody): void {
    // The caller may still abort what has not come back to it.
    if (this.#isSending) {
      queueMicrotask(() => this.answered(head, body));
      return;
    }
    this.#timing.responded();
    const { cookies, target } = this.#request;
    if (cookies) void cookies.keep(head.headers, target.href).then(() => this.#takeSafely(head, body));
    else this.#takeSafely(head, body);
  }

  failed(cause: unknown): void {
    this.#reject(new TypeError('fetch failed', { cause }));
    this.#request.body?.cancel(cause);
  }

  ended(): void {
    if (this.#watch && this.#reading?.isOver === false) atTurnEnd(this);
  }

  finished(): void {
    if (!this.#outcome.isSettled || this.#reading?.isOver === false) return;
    this.#watch?.end();
    this.#reading?.finished();
  }

  /** What is here and was not read at once may never be. */
  turnEnded(): void {
    if (this.#reading?.isOver === false) this.#watch?.loosen(this);
  }

  abort(reason: unknown): void {
    const reading = this.#reading;
    if (reading ? reading.isOver : this.#outcome.isSettled) return;
    const isOnWire = reading?.isOnWire ?? true;
    if (reading) reading.fail(reason);
    else this.#reject(reason);
    this.#request.body?.cancel(reason);
    if (isOnWire) this.#exchange?.abort(reason);
  }

  #reject(reason: unknown): void {
    this.#watch?.end();
    this.#outcome.reject(reason);
  }

  #send(): void {
    if (this.#request.target.isBlocked) {
      this.failed(new Error('bad port'));
      return;
    }
    const { cookies, headers, target } = this.#request;
    if (!cookies) {
      this.#dispatch(headers);
      return;
    }
    cookies.addedTo(headers, target.href).then(
      (all) => this.#outcome.isSettled || this.#dispatch(all),
      (cause: unknown) => this.failed(cause),
    );
  }

  #dispatch(headers: GivenHeaders): void {
    const exchange = new Exchange(this, this.#limit);
    this.#exchange = exchange;
    this.#isSending = true;
    try {
      this.#dispatcher.dispatch(this.#options(headers), exchange);
    } catch (cause) {
      this.failed(cause);
    }
    this.#isSending = false;
  }

  #options(headers: GivenHeaders): DispatchOptions {
    const { target, method, body, cache } = this.#request;
    const all = wireHeaders(headers, { method, secure: target.secure, cache, body });
    return new DispatchOptions(target.origin, target.path, method, all, body ? body.open() : null);
  }

  #takeSafely(head: ResponseHead, body: IncomingBody): void {
    if (this.#outcome.isSettled) {
      body.cancel();
      return;
    }
    try {
      this.#take(head, body);
    } catch (cause) {
      this.failed(cause);
      body.cancel(cause);
    }
  }

  #take(head: ResponseHead, body: IncomingBody): void {
    const next = this.#trail.next(this.#request, head);
    if (next) {
      this.#goOn(next, body);
      return;
    }
    const { method, integrity } = this.#request;
    const bytes = bytesOf(method, head, body, this.#limit, () => this.finished());
    if (integrity) void this.#check(head, body, bytes, integrity);
    else this.#deliver(head, body, bytes);
  }

  /** Sends the next request; the answer before it is of no more use. */
  #goOn(next: Outgoing, body: IncomingBody): void {
    this.#request = next;
    if (this.#trail.isSecondTry)
      this.#exchange?.abort(new Error('The connection leads to the wrong server.'));
    else this.#timing.redirected();
    const send = (): void => {
      body.cancel(new Error('The answer was to send another request.'));
      if (!this.#outcome.isSettled) this.#send();
    };
    // After what the dispatcher does at the end of an answer that came as a whole: its connection is free then.
    queueMicrotask(() => setImmediate(send));
  }

  async #check(
    head: ResponseHead,
    body: IncomingBody,
    bytes: TrackedBytes | null,
    integrity: string,
  ): Promise<void> {
    try {
      const whole = await checkedWhole(bytes, integrity);
      if (this.#outcome.isSettled) return;
      this.#deliver(head, body, new HeldBytes(whole, () => this.finished()));
    } catch (cause) {
      if (!this.#outcome.isSettled) this.failed(cause);
    }
  }

  #deliver(head: ResponseHead, body: IncomingBody, bytes: TrackedBytes | null): void {
    const { status, statusText, headers } = head;
    const { isRedirected: redirected, responseType: type } = this.#trail;
    const answer = { status, statusText, headers, url: this.#request.target.href, redirected, type };
    const response = new NodeResponse(answer, bytes && new ResponseBody(bytes));
    this.#reading = new Reading(status, body, bytes ?? body, this.#timing);
    body.ownedBy(response);
    this.#outcome.resolve(response);
    if (body.isOpen) return;
    // It has come while the jar was asked, or all at once.
    this.ended();
    this.finished();
  }
}
