import { onAbort } from '../platform/on-abort.js';
import { codingsOf } from './content-codings.js';
import { DecodedBody } from './decoded-body.js';
import { DispatchOptions, type Dispatcher } from './dispatcher.js';
import { type Answered, Exchange, type ResponseHead } from './exchange.js';
import type { IncomingBody } from './incoming-body.js';
import { setImmediate } from './node-api.js';
import { NodeResponse } from './node-response.js';
import type { Outgoing } from './outgoing.js';
import { rawHeader } from './raw-headers.js';
import { isRedirect, redirected } from './redirect.js';
import { wireHeaders } from './request-headers.js';
import type { ResponseBytes } from './response-bytes.js';

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
  #body: IncomingBody | undefined;
  #redirects = 0;
  #settled = false;
  #ignoreSignal: (() => void) | undefined;

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
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(signal: AbortSignal | null | undefined): void {
    if (signal) this.#ignoreSignal = onAbort(signal, () => this.#abort(signal.reason));
    this.#send();
  }

  answered(head: ResponseHead, body: IncomingBody): void {
    if (this.#settled) {
      body.cancel();
      return;
    }
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

  finished(): void {
    if (this.#settled) this.#ignoreSignal?.();
  }

  #send(): void {
    const { target, method, body, cache, headers } = this.#request;
    const exchange = new Exchange(this, this.#limit);
    this.#exchange = exchange;
    try {
      const all = wireHeaders(headers, { secure: target.secure, cache, body });
      const { origin, path } = target;
      this.#dispatcher.dispatch(
        new DispatchOptions(origin, path, method, all, body ? body.open() : null),
        exchange,
      );
    } catch (cause) {
      this.failed(cause);
    }
  }

  #deliver(head: ResponseHead, body: IncomingBody): void {
    const { method, target } = this.#request;
    const empty = method === 'HEAD' || BODILESS.has(head.status);
    const bytes = empty ? null : this.#decoded(head, body);
    const response = new NodeResponse(head, target.href, this.#redirects > 0, bytes);
    this.#body = body;
    this.#settled = true;
    body.ownedBy(response);
    this.#resolve?.(response);
    this.#resolve = undefined;
    this.#reject = undefined;
  }

  #decoded({ headers }: ResponseHead, body: IncomingBody): ResponseBytes {
    const encoding = rawHeader(headers, 'content-encoding');
    const codings = encoding ? codingsOf(encoding) : [];
    return codings.length > 0 ? new DecodedBody(body, codings, this.#limit) : body;
  }

  #follow(status: number, location: string, body: IncomingBody): void {
    if (this.#redirects === MAX_REDIRECTS) throw new Error('redirect count exceeded');
    this.#redirects += 1;
    this.#request = redirected(this.#request, status, location);
    const goOn = (): void => {
      body.cancel(new Error('The redirect was followed.'));
      if (!this.#settled) this.#send();
    };
    // After what the dispatcher does at the end of an answer that came as a whole: its connection is free then.
    queueMicrotask(() => setImmediate(goOn));
  }

  #abort(reason: unknown): void {
    if (this.#settled) {
      if (this.#body?.isOpen !== true) return;
      this.#body.fail(reason);
    } else {
      this.#settle();
      this.#reject?.(reason);
    }
    this.#release(reason);
    this.#exchange?.abort(reason);
  }

  #settle(): void {
    this.#settled = true;
    this.#ignoreSignal?.();
  }

  #release(reason: unknown): void {
    this.#request.body?.cancel(reason);
  }
}
