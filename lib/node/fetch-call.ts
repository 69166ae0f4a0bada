import { bytesOf } from './bytes-of.js';
import { DispatchOptions, type Dispatcher } from './dispatcher.js';
import { type Answered, Exchange } from './exchange.js';
import type { IncomingBody } from './incoming-body.js';
import { HeldBytes } from './held-bytes.js';
import { matchesIntegrity } from './matches-integrity.js';
import { setImmediate } from './node-api.js';
import { NodeResponse } from './node-response.js';
import type { Outgoing } from './outgoing.js';
import { rawHeader } from './raw-headers.js';
import { isRedirect } from './redirect.js';
import { RedirectTrail } from './redirect-trail.js';
import { ResourceTiming } from './resource-timing.js';
import { ResponseBody } from './response-body.js';
import type { ResponseHead } from './response-head.js';
import { SignalWatch } from './signal-watch.js';
import type { TrackedBytes } from './tracked-bytes.js';
import { atTurnEnd } from './turn-end.js';
import { wireHeaders } from './wire-headers.js';

/** The server is none for this host, and another connection may lead to the right one; fetch tries once more. */
const MISDIRECTED = 421;

const networkError = (cause: unknown): TypeError => new TypeError('fetch failed', { cause });

/** One fetch, from its first request over all its redirects to the last byte of the body. */
export class FetchCall implements Answered {
  readonly #dispatcher: Dispatcher;
  readonly #limit: number;
  readonly #trail = new RedirectTrail();
  /** Dropped when they are used: through its promise they would hold a response that nobody else has any more. */
  #resolve: ((response: Response) => void) | undefined;
  #reject: ((reason: unknown) => void) | undefined;
  #request: Outgoing;
  #exchange: Exchange | undefined;
  #status = 0;
  #body: IncomingBody | undefined;
  #bytes: TrackedBytes | undefined;
  #settled = false;
  /** Whether the dispatcher is at work; some mocks answer right then. */
  #isSending = false;
  #isSecondTry = false;
  #watch: SignalWatch | undefined;
  #timing: ResourceTiming | undefined;

  constructor(
    dispatcher: Dispatcher,
    request: Outgoing,
    limit: number,
    resolve: (response: Response) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#dispatcher = dispatcher;
    this.#request = request;
    this.#limit = limit;
    this.#timing = new ResourceTiming(request.target.href);
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(signal: AbortSignal | null | undefined): void {
    if (signal) this.#watch = new SignalWatch(signal, this);
    this.#send();
  }

  answered(head: ResponseHead, body: IncomingBody): void {
    if (this.#settled) {
      body.cancel();
      return;
    }
    // The caller may still abort what has not come back to it.
    if (this.#isSending) {
      queueMicrotask(() => this.answered(head, body));
      return;
    }
    this.#timing?.responded();
    try {
      this.#take(head, body);
    } catch (cause) {
      this.failed(cause);
      body.cancel(cause);
    }
  }

  failed(cause: unknown): void {
    this.#settle();
    this.#reject?.(networkError(cause));
    this.#release(cause);
  }

  ended(): void {
    if (this.#watch && this.#bytes?.isOver === false) atTurnEnd(this);
  }

  finished(): void {
    const bytes = this.#bytes;
    if (!this.#settled || bytes?.isOver === false) return;
    this.#watch?.end();
    if (bytes?.isComplete) this.#mark(bytes);
  }

  /** What is here and was not read at once may never be. */
  turnEnded(): void {
    if (this.#bytes?.isOver === false) this.#watch?.loosen(this);
  }

  abort(reason: unknown): void {
    const onWire = this.#body?.isOpen !== false;
    if (!this.#settled) {
      this.#settle();
      this.#reject?.(reason);
    } else if (this.#bytes?.isOver === false) this.#bytes.fail(reason);
    else return;
    this.#release(reason);
    if (onWire) this.#exchange?.abort(reason);
  }

  #take(head: ResponseHead, body: IncomingBody): void {
    const { status, headers } = head;
    const { redirect, integrity } = this.#request;
    const redirects = isRedirect(status) && redirect !== 'manual';
    if (redirects && redirect === 'error') throw new Error('unexpected redirect');
    if (status === 407) throw new Error('proxy authentication required');
    const location = redirects ? rawHeader(headers, 'location') : undefined;
    if (location !== undefined) this.#follow(status, location, body);
    else if (status === MISDIRECTED && this.#mayTryAgain()) this.#tryAgain(body);
    else if (integrity) void this.#check(head, body, integrity);
    else this.#deliver(head, body, this.#bytesOf(head, body));
  }

  #send(): void {
    const { target, method, body, cache, headers } = this.#request;
    const exchange = new Exchange(this, this.#limit);
    this.#exchange = exchange;
    this.#isSending = true;
    try {
      const all = wireHeaders(headers, { method, secure: target.secure, cache, body });
      const { origin, path } = target;
      this.#dispatcher.dispatch(
        new DispatchOptions(origin, path, method, all, body ? body.open() : null),
        exchange,
      );
    } catch (cause) {
      this.failed(cause);
    }
    this.#isSending = false;
  }

  #deliver(
    { status, statusText, headers }: ResponseHead,
    body: IncomingBody,
    bytes: TrackedBytes | null,
  ): void {
    const { target } = this.#request;
    const answer = {
      status,
      statusText,
      headers,
      url: target.href,
      redirected: this.#trail.isRedirected,
      type: this.#trail.responseType,
    };
    const response = new NodeResponse(answer, bytes && new ResponseBody(bytes));
    this.#status = status;
    this.#body = body;
    this.#bytes = bytes ?? body;
    this.#settled = true;
    body.ownedBy(response);
    this.#resolve?.(response);
    this.#resolve = undefined;
    this.#reject = undefined;
  }

  /** fetch too says so only when it knows: the body is read whole before. */
  async #check(head: ResponseHead, body: IncomingBody, integrity: string): Promise<void> {
    try {
      const whole = await this.#bytesOf(head, body)?.whole();
      const matches = whole && (await matchesIntegrity(integrity, whole));
      if (!matches) throw new Error('integrity mismatch');
      if (!this.#settled) this.#deliver(head, body, new HeldBytes(whole, () => this.finished()));
    } catch (cause) {
      if (!this.#settled) this.failed(cause);
    }
  }

  #bytesOf(head: ResponseHead, body: IncomingBody): TrackedBytes | null {
    return bytesOf(this.#request.method, head, body, this.#limit, () => this.finished());
  }

  #follow(status: number, location: string, body: IncomingBody): void {
    this.#request = this.#trail.follow(this.#request, status, location);
    this.#timing?.redirected();
    this.#isSecondTry = false;
    this.#again(body);
  }

  #mayTryAgain(): boolean {
    const { body } = this.#request;
    return !this.#isSecondTry && (body === null || body.replayable);
  }

  #tryAgain(body: IncomingBody): void {
    this.#isSecondTry = true;
    // The next one has to be on another connection.
    this.#exchange?.abort(new Error('The connection leads to the wrong server.'));
    this.#again(body);
  }

  /** Sends the request as it is now; the answer before it is of no more use. */
  #again(body: IncomingBody): void {
    const goOn = (): void => {
      body.cancel(new Error('The answer was to send another request.'));
      if (!this.#settled) this.#send();
    };
    // After what the dispatcher does at the end of an answer that came as a whole: its connection is free then.
    queueMicrotask(() => setImmediate(goOn));
  }

  #mark({ size }: TrackedBytes): void {
    this.#timing?.mark(this.#status, { encoded: this.#body?.arrived ?? size, decoded: size });
    this.#timing = undefined;
  }

  #settle(): void {
    this.#settled = true;
    this.#watch?.end();
  }

  #release(reason: unknown): void {
    this.#request.body?.cancel(reason);
  }
}
