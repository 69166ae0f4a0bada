import { describeType } from '../core/platform/values.js';
import type { CookieJar } from './cookie-jar.js';
import { bytesOf } from './decoded-body.js';
import { type Dispatcher, DispatchOptions, type Payload, takesOlder } from './dispatcher.js';
import { type Answered, HttpExchange, OlderExchange } from './http-exchange.js';
import { IncomingBody } from './incoming-body.js';
import { atTurnEnd, SignalWatch } from './cleanup.js';
import { setImmediate } from './node-api.js';
import { NodeResponse, ResponseBody } from './node-response.js';
import { type NodeRequestInit, type ValidatedRequest, outgoing } from './request-options.js';
import { RequestTrail } from './redirect.js';
import { type GivenHeaders, headersToSend } from './request-headers.js';
import { markTiming } from './resource-timing.js';
import { checkedWhole, type TrackedBytes } from './response-bytes.js';
import type { ResponseHead } from './response-headers.js';

type Settle = (outcome: Response | Promise<never>) => void;

interface StackCapturer {
  captureStackTrace?: (error: object) => void;
}

/**
 * Rejects with the error of a failed fetch. Captures the stack when the caller's promise already awaits this
 * one, so that the stack contains the caller instead of only platform code.
 */
const fetchFailed = async (cause: unknown): Promise<never> => {
  const error = new TypeError('fetch failed', { cause });
  // A promise resolved with another promise starts to wait for it in a later job.
  await Promise.resolve();
  await Promise.resolve();
  (Error as StackCapturer).captureStackTrace?.(error);
  throw error;
};

/** One fetch, from its first request through all redirects to the last byte of the body. */
class FetchCall implements Answered {
  readonly #dispatcher: Dispatcher;
  readonly #limit: number;
  readonly #began: number = performance.now();
  /** Set by the first response that can cause another request. */
  #trail: RequestTrail | undefined;
  /** Cleared when it is called: it would keep the response alive through its promise. */
  #settle: Settle | undefined;
  #request: ValidatedRequest;
  #exchange: HttpExchange | undefined;
  /** Set while the caller has the response and its timing hasn't been reported. */
  #head: ResponseHead | undefined;
  /** The body that the caller reads. */
  #bytes: TrackedBytes | undefined;
  #watch: SignalWatch | undefined;
  /** Whether `dispatch` is running. Some mocks respond synchronously. */
  #isSending = false;

  constructor(dispatcher: Dispatcher, request: ValidatedRequest, limit: number, settle: Settle) {
    this.#dispatcher = dispatcher;
    this.#request = request;
    this.#limit = limit;
    this.#settle = settle;
  }

  start(signal: AbortSignal | null | undefined): void {
    if (signal) this.#watch = new SignalWatch(signal, this);
    this.#send();
  }

  answered(head: ResponseHead, body: IncomingBody): void {
    // The caller can still abort a response that arrives synchronously.
    if (this.#isSending) {
      queueMicrotask(() => this.answered(head, body));
      return;
    }
    const { cookies, target } = this.#request;
    if (cookies) void cookies.keep(head.headers, target.href).then(() => this.#takeSafely(head, body));
    else this.#takeSafely(head, body);
  }

  failed(cause: unknown): void {
    this.#watch?.end();
    this.#settle?.(fetchFailed(cause));
    this.#settle = undefined;
    this.#request.body?.cancel(cause);
  }

  ended(): void {
    if (this.#watch && this.#isUnread()) atTurnEnd(this);
  }

  finished(): void {
    if (this.#settle || this.#isUnread()) return;
    this.#watch?.end();
    if (this.#head && this.#bytes?.isComplete) this.#tellTiming(this.#head, this.#bytes);
  }

  get isUnsettled(): boolean {
    return this.#isUnread();
  }

  /** A body that wasn't read in this turn might never be read. */
  turnEnded(): void {
    if (this.#isUnread()) this.#watch?.loosen(this);
  }

  abort(reason: unknown): void {
    if (!this.#settle && !this.#isUnread()) return;
    const isInFlight = this.#exchange?.body?.isOpen ?? true;
    if (this.#bytes) this.#bytes.fail(reason);
    else this.#refuse(reason);
    this.#request.body?.cancel(reason);
    if (isInFlight) this.#exchange?.abort(reason);
  }

  #tellTiming({ status, cameAt: answered }: ResponseHead, { size: decoded }: TrackedBytes): void {
    this.#head = undefined;
    const { firstUrl: url = this.#request.target.href, redirectedAt: redirected = 0 } = this.#trail ?? {};
    const encoded = this.#exchange?.body?.arrived ?? 0;
    markTiming({ url, status, began: this.#began, redirected, answered, encoded, decoded });
  }

  /** Whether the caller has the response and hasn't read all of its body. */
  #isUnread(): boolean {
    return this.#bytes?.isOver === false;
  }

  #refuse(reason: unknown): void {
    this.#watch?.end();
    this.#settle?.(Promise.reject(reason));
    this.#settle = undefined;
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
      (all) => this.#settle && this.#dispatch(all),
      (cause: unknown) => this.failed(cause),
    );
  }

  #dispatch(headers: GivenHeaders): void {
    this.#isSending = true;
    try {
      const payload = this.#request.body?.open() ?? null;
      const Kind = takesOlder(this.#dispatcher) ? OlderExchange : HttpExchange;
      const exchange = new Kind(this, this.#limit, payload);
      this.#exchange = exchange;
      this.#dispatcher.dispatch(this.#options(headers, payload), exchange);
    } catch (cause) {
      this.failed(cause);
    }
    this.#isSending = false;
  }

  #options(headers: GivenHeaders, payload: Payload | null): DispatchOptions {
    const { target, method } = this.#request;
    const all = headersToSend(headers, this.#request);
    return new DispatchOptions(target.origin, target.path, method, all, payload);
  }

  #takeSafely(head: ResponseHead, body: IncomingBody): void {
    if (!this.#settle) {
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
    const next = head.status < 300 ? undefined : this.#nextRequest(head);
    if (next) {
      this.#goOn(next, body);
      return;
    }
    const { method, integrity } = this.#request;
    const bytes = bytesOf(method, head, body, this.#limit, this);
    if (integrity) void this.#check(head, body, bytes, integrity);
    else this.#deliver(head, body, bytes);
  }

  #nextRequest(head: ResponseHead): ValidatedRequest | undefined {
    this.#trail ??= new RequestTrail(this.#request);
    return this.#trail.next(this.#request, head);
  }

  /** Sends the next request and drops the previous response. */
  #goOn(next: ValidatedRequest, body: IncomingBody): void {
    this.#request = next;
    if (this.#trail?.isSecondTry) this.#exchange?.abort(new Error('The connection is to the wrong server.'));
    const send = (): void => {
      body.cancel(new Error('The response was a redirect.'));
      if (this.#settle) this.#send();
    };
    // The dispatcher frees the connection at the end of the previous response. Send afterwards, to reuse it.
    queueMicrotask(() => setImmediate(send));
  }

  /** Reads the whole body before it delivers the response, because only then the hash is known. */
  async #check(
    head: ResponseHead,
    body: IncomingBody,
    bytes: TrackedBytes | null,
    integrity: string,
  ): Promise<void> {
    try {
      const whole = await checkedWhole(bytes, integrity);
      if (!this.#exchange || !this.#settle) return;
      const held = new IncomingBody(this.#exchange, Infinity);
      held.push(whole);
      held.end();
      this.#deliver(head, body, held);
    } catch (cause) {
      if (this.#settle) this.failed(cause);
    }
  }

  #deliver(head: ResponseHead, body: IncomingBody, bytes: TrackedBytes | null): void {
    head.url = this.#request.target.href;
    if (this.#trail) {
      head.redirected = this.#trail.isRedirected;
      head.type = this.#trail.responseType;
    }
    const response = new NodeResponse(head, bytes && new ResponseBody(bytes));
    this.#head = head;
    this.#bytes = bytes ?? body;
    body.ownedBy(response);
    this.#settle?.(response);
    this.#settle = undefined;
    if (body.isOpen) return;
    // The body arrived at once, or while the jar stored its cookies.
    this.ended();
    this.finished();
  }
}

const checkSignal = (signal: unknown): void => {
  if (signal == null) return;
  if (typeof (signal as Partial<AbortSignal>).addEventListener === 'function') return;
  throw new TypeError(`signal is ${describeType(signal)}: pass an AbortSignal.`);
};

/** Sends a request. Rejects for invalid options. */
export function sendUrl(
  dispatcher: Dispatcher,
  url: string | URL,
  init: NodeRequestInit,
  limit: number,
  jar: CookieJar | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal } = init;
    checkSignal(signal);
    const request = outgoing(url, init, jar);
    if (signal?.aborted) {
      request.body?.cancel(signal.reason);
      reject(signal.reason);
    } else new FetchCall(dispatcher, request, limit, resolve).start(signal);
  });
}
