import { markSafeText } from '../core/platform/errors.js';
import { IncomingBody, type ConnectionControl } from './incoming-body.js';
import type { Payload } from './dispatcher.js';
import { Readable } from './node-api.js';
import { inLatin1, type RawHeaders, rawHeader, ResponseHead } from './response-headers.js';

/** What the dispatchers of undici 7 and 8 hand to a handler for the time of a request. */
export interface DispatchController {
  readonly rawHeaders?: unknown;
  abort(reason: unknown): void;
  pause(): void;
  resume(): void;
}

/**
 * Both shapes that undici's handlers have had, as two thin sets of methods over the same four events: undici 6, and
 * the dispatcher inside Node 20 and 22, call `onConnect` and what follows it; undici 8 calls `onRequestStart` and
 * what follows that; undici 7 takes either.
 */
export abstract class DispatchHandler {
  #controller: DispatchController | undefined;
  #abortLegacy: ((reason: unknown) => void) | undefined;
  #resumeLegacy: (() => void) | undefined;
  #aborted: { readonly reason: unknown } | undefined;

  protected abstract readonly isAnswered: boolean;

  /** The request has its connection, or its place in a queue. */
  protected start(): void {
    // Most need not know.
  }

  /** The response has begun. The answer to this, and to each chunk: whether more may come at once. */
  protected abstract head(status: number, statusText: string, headers: RawHeaders): boolean;
  protected abstract data(chunk: Uint8Array): boolean;
  protected abstract end(): void;
  protected abstract fail(error: unknown): void;

  /** Ends the request wherever it stands, also before it has a connection. */
  abort(reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = { reason };
    if (this.#controller) this.#controller.abort(reason);
    else this.#abortLegacy?.(reason);
  }

  /** Lets come what a false answer held back. */
  resume(): void {
    if (this.#aborted) return;
    if (this.#controller) this.#controller.resume();
    else this.#resumeLegacy?.();
  }

  onConnect(abort: (reason: unknown) => void): void {
    this.#abortLegacy = abort;
    if (this.#aborted) abort(this.#aborted.reason);
    else this.start();
  }

  onHeaders(status: number, headers: RawHeaders, resume: () => void, statusText?: string): boolean {
    this.#resumeLegacy = resume;
    return status < 200 || this.head(status, statusText ?? '', headers);
  }

  onData(chunk: Uint8Array): boolean {
    return this.data(chunk);
  }

  onComplete(): void {
    this.#complete();
  }

  onError(error: unknown): void {
    this.fail(error);
  }

  onRequestStart(controller: DispatchController): void {
    this.#controller = controller;
    if (this.#aborted) controller.abort(this.#aborted.reason);
    else this.start();
  }

  onResponseStart(
    controller: DispatchController,
    status: number,
    headers: RawHeaders,
    statusText?: string,
  ): void {
    if (status < 200) return;
    // Not the raw ones of the controller: what an interceptor changed it changed in these.
    const latin1 = inLatin1(headers, controller.rawHeaders);
    if (!this.head(status, statusText ?? '', latin1)) controller.pause();
  }

  onResponseData(controller: DispatchController, chunk: Uint8Array): void {
    if (!this.data(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#complete();
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.fail(error);
  }

  #complete(): void {
    if (this.isAnswered) this.end();
    // Else the caller would wait for ever.
    else if (!this.#aborted) this.fail(new Error('The dispatcher ended the request without an answer.'));
  }
}

/** Who waits for the answer of an exchange. */
export interface Answered {
  answered(head: ResponseHead, body: IncomingBody): void;
  failed(error: unknown): void;
  /** The body has come, and may not be read yet. */
  ended(): void;
  /** Nothing of the body is left to come or to be read. */
  finished(): void;
}

/** One request on the wire and its answer. A redirect is a second one. */
export class Exchange extends DispatchHandler implements ConnectionControl {
  readonly #to: Answered;
  readonly #limit: number;
  readonly #payload: Payload | null;
  #headers: RawHeaders = [];
  #body: IncomingBody | undefined;

  constructor(to: Answered, limit: number, payload: Payload | null = null) {
    super();
    this.#to = to;
    this.#limit = limit;
    this.#payload = payload;
  }

  get declaredLength(): number | undefined {
    const length = rawHeader(this.#headers, 'content-length');
    return length === undefined ? undefined : Number(length);
  }

  /** From the answer on. */
  get body(): IncomingBody | undefined {
    return this.#body;
  }

  protected get isAnswered(): boolean {
    return this.#body !== undefined;
  }

  finished(): void {
    this.#to.finished();
  }

  protected head(status: number, statusText: string, headers: RawHeaders): boolean {
    this.#headers = headers;
    this.#body = new IncomingBody(this, this.#limit);
    this.#to.answered(new ResponseHead(status, statusText, headers), this.#body);
    return true;
  }

  protected data(chunk: Uint8Array): boolean {
    return this.#body?.push(chunk) ?? true;
  }

  protected end(): void {
    const { arrived = 0 } = this.#body ?? {};
    const { declaredLength = 0 } = this;
    // undici may treat an HTTP/2 stream that was reset as ended. A response without any byte might be a response to
    // HEAD, or its body was dropped by `interceptors.dump()`.
    if (arrived > 0 && arrived < declaredLength) {
      this.fail(new Error(`The body ended after ${arrived} of ${declaredLength} bytes.`));
      return;
    }
    this.#body?.end();
    this.#to.ended();
    // Over HTTP/2, the server may read on after its response, and undici ignores an abort from now on.
    this.#stopSending(new Error('The response ended before the request body was sent.'));
  }

  /** As undici's fetch says it; and, for messages, how much came. */
  #terminated(received: number, cause: unknown): TypeError {
    const terminated = new TypeError('terminated', { cause });
    const { code } = Object(cause) as { code?: unknown };
    const of = this.declaredLength === undefined ? '' : ` of ${this.declaredLength}`;
    return markSafeText(
      terminated,
      `got ${received}${of} bytes${typeof code === 'string' ? `: ${code}` : ''}`,
    );
  }

  protected fail(error: unknown): void {
    if (this.#body) this.#body.fail(this.#terminated(this.#body.arrived, error));
    else this.#to.failed(error);
    this.#stopSending(error);
  }

  #stopSending(reason: unknown): void {
    if (this.#payload instanceof Readable) this.#payload.destroy(reason);
  }
}

/** The same in undici 6's shape alone: undici 7, which takes either, makes an object of all headers for the newer one. */
export class OlderExchange extends Exchange {}
Object.defineProperty(OlderExchange.prototype, 'onRequestStart', { value: undefined });
