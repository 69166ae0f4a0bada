import { codingsOf } from './content-codings.js';
import { DecodedBody } from './decoded-body.js';
import { DispatchOptions, type Dispatcher, type RawHeaders } from './dispatcher.js';
import { type Answered, Exchange, type ResponseHead } from './exchange.js';
import type { IncomingBody } from './incoming-body.js';
import { setImmediate } from './node-api.js';
import { NodeResponse } from './node-response.js';
import type { Outgoing } from './outgoing.js';
import { rawHeader } from './raw-headers.js';
import { isRedirect, redirected } from './redirect.js';
import { ResourceTiming } from './resource-timing.js';
import type { ResponseBytes } from './response-bytes.js';
import { SignalWatch } from './signal-watch.js';
import { atTurnEnd } from './turn-end.js';
import { wireHeaders } from './wire-headers.js';

const MAX_REDIRECTS = 20;

/** Statuses whose responses have no body, fetch standard, "null body status". */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

const networkError = (cause: unknown): TypeError => new TypeError('fetch failed', { cause });

/** One fetch, from its first request over all its redirects to the last byte of the body. */
export class FetchCall implements Answered {
  readonly #dispatcher: Dispatcher;
  readonly #limit: number;
  /** Dropped when they are used: through its promise they would hold a response that nobody else has any more. */
  #resolve: ((response: Response) => void) | undefined;
  #reject: ((reason: unknown) => void) | undefined;
  #request: Outgoing;
  #exchange: Exchange | undefined;
  #status = 0;
  #body: IncomingBody | undefined;
  #bytes: ResponseBytes | undefined;
  #redirects = 0;
  #hasChangedOrigin = false;
  #settled = false;
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
    this.#timing?.responded();
    const { status, headers } = head;
    const redirects = isRedirect(status) && this.#request.redirect !== 'manual';
    try {
      if (redirects && this.#request.redirect === 'error') throw new Error('unexpected redirect');
      const location = redirects ? rawHeader(headers, 'location') : undefined;
      if (location === undefined) this.#deliver(head, body);
      else this.#follow(status, location, body);
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

  #send(): void {
    const { target, method, body, cache, headers } = this.#request;
    const exchange = new Exchange(this, this.#limit);
    this.#exchange = exchange;
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
  }

  #deliver({ status, statusText, headers }: ResponseHead, body: IncomingBody): void {
    const { method, target } = this.#request;
    const bytes = method === 'HEAD' || BODILESS.has(status) ? null : this.#decoded(headers, body);
    const answer = {
      status,
      statusText,
      headers,
      url: target.href,
      redirected: this.#redirects > 0,
      type: this.#hasChangedOrigin ? 'cors' : 'basic',
    } as const;
    const response = new NodeResponse(answer, bytes);
    this.#status = status;
    this.#body = body;
    this.#bytes = bytes ?? body;
    this.#settled = true;
    body.ownedBy(response);
    this.#resolve?.(response);
    this.#resolve = undefined;
    this.#reject = undefined;
  }

  #decoded(headers: RawHeaders, body: IncomingBody): ResponseBytes {
    const encoding = rawHeader(headers, 'content-encoding');
    const codings = encoding ? codingsOf(encoding) : [];
    return codings.length > 0 ? new DecodedBody(body, codings, this.#limit, () => this.finished()) : body;
  }

  #follow(status: number, location: string, body: IncomingBody): void {
    if (this.#redirects === MAX_REDIRECTS) throw new Error('redirect count exceeded');
    const { origin } = this.#request.target;
    this.#request = redirected(this.#request, status, location);
    this.#redirects += 1;
    this.#hasChangedOrigin ||= this.#request.target.origin !== origin;
    const goOn = (): void => {
      body.cancel(new Error('The redirect was followed.'));
      if (this.#settled) return;
      this.#timing?.redirected();
      this.#send();
    };
    // After what the dispatcher does at the end of an answer that came as a whole: its connection is free then.
    queueMicrotask(() => setImmediate(goOn));
  }

  #mark({ size }: ResponseBytes): void {
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
