import { markSafeText } from '../core/platform/errors.js';
import { IncomingBody, type ConnectionControl } from './incoming-body.js';
import type { Payload } from './dispatcher.js';
import { Readable } from './node-api.js';
import { inLatin1, type RawHeaders, rawHeader, ResponseHead } from './response-headers.js';

/** The controller that undici 7 and 8 pass to a handler. */
export interface DispatchController {
  readonly rawHeaders?: unknown;
  abort(reason: unknown): void;
  pause(): void;
  resume(): void;
}

/**
 * A handler with both sets of methods that undici has used, mapped to the same four events. undici 6 and the
 * dispatcher in Node 20 and 22 call `onConnect` and the methods after it. undici 8 calls `onRequestStart` and
 * the methods after it. undici 7 accepts both.
 */
export abstract class DispatchHandler {
  #controller: DispatchController | undefined;
  #abortLegacy: ((reason: unknown) => void) | undefined;
  #resumeLegacy: (() => void) | undefined;
  #aborted: { readonly reason: unknown } | undefined;

  protected abstract readonly isAnswered: boolean;

  /** Called when the request has a connection or is queued. */
  protected start(): void {
    // Does nothing by default.
  }

  /** Called with the response headers. Like `data`, returns whether more data can be sent at once. */
  protected abstract head(status: number, statusText: string, headers: RawHeaders): boolean;
  protected abstract data(chunk: Uint8Array): boolean;
  protected abstract end(): void;
  protected abstract fail(error: unknown): void;

  /** Aborts the request in any state, even before it has a connection. */
  abort(reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = { reason };
    if (this.#controller) this.#controller.abort(reason);
    else this.#abortLegacy?.(reason);
  }

  /** Continues the response after a call returned false. */
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
    // Don't use the controller's raw headers: interceptors change only the parsed ones.
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
    // Without this error, the caller would wait indefinitely.
    else if (!this.#aborted) this.fail(new Error('The dispatcher ended without a response.'));
  }
}

/** Receives the events of an exchange. */
export interface Answered {
  answered(head: ResponseHead, body: IncomingBody): void;
  failed(error: unknown): void;
  /** Called when the body has arrived, even if it hasn't been read. */
  ended(): void;
  /** Called when the body has arrived and was read or dropped. */
  finished(): void;
}

/** One request and its response. A redirect is a second exchange. */
export class HttpExchange extends DispatchHandler implements ConnectionControl {
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

  /** Body of the response; undefined before the response. */
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

  /** Creates the error of undici's fetch, with the number of received bytes for messages. */
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

/**
 * An exchange with the methods of undici 6 only. undici 7 accepts both, but the newer methods make it build
 * an object of all headers.
 */
export class OlderExchange extends HttpExchange {}
Object.defineProperty(OlderExchange.prototype, 'onRequestStart', { value: undefined });
