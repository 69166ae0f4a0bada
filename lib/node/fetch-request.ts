import { nullProto, ownDefined } from '../core/platform/values.js';
import { untilAborted } from '../core/platform/time.js';
import { type Dispatcher, globalDispatcher, ownDispatcher } from './dispatcher.js';
import { type DispatchController, DispatchHandler } from './http-exchange.js';
import { OwnedBody } from './cleanup.js';
import { NodeResponse, ResponseBody } from './node-response.js';
import type { NodeRequestInit } from './request-options.js';
import { joined, type ResponseBytes, sizeError } from './response-bytes.js';
import { type RawHeaders, rawLines } from './response-headers.js';

/** The body of a platform response, with a size limit. */
class PlatformBytes extends OwnedBody implements ResponseBytes {
  /** Keeps the response alive: the platform closes the connection when it is collected. */
  readonly #response: Response;
  readonly #limit: number;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #size = 0;
  #failure: { readonly reason: unknown } | undefined;

  constructor(response: Response, limit: number) {
    super();
    this.#response = response;
    this.#limit = limit;
  }

  get failure(): { readonly reason: unknown } | undefined {
    return this.#failure;
  }

  async next(): Promise<Uint8Array | undefined> {
    if (this.#failure) throw this.#failure.reason;
    const value = (await this.#opened()?.read())?.value;
    if (!value) {
      this.freed();
      return undefined;
    }
    this.#size += value.length;
    if (this.#size <= this.#limit) return value;
    const tooLarge = sizeError(this.#limit);
    this.closeConnection(tooLarge);
    throw tooLarge;
  }

  whole<T>(made: (bytes: Uint8Array) => T | Promise<T>): Promise<T> {
    this.freed();
    return joined(() => this.next()).then(made);
  }

  cancel(reason?: unknown): void {
    this.freed();
    this.#opened()
      ?.cancel(reason)
      .catch(() => undefined);
  }

  override closeConnection(reason: unknown): void {
    this.#failure = { reason };
    this.cancel(reason);
  }

  whenFailed(listener: (reason: unknown) => void): void {
    this.#opened()?.closed.catch(listener);
  }

  #opened(): ReadableStreamDefaultReader<Uint8Array> | undefined {
    return (this.#reader ??= this.#response.body?.getReader());
  }
}

/** Returns the response with a size limit. */
export function limited(response: Response, limit: number): Response {
  const { status, statusText, headers, url, redirected, type } = response;
  const head = { status, statusText, headers: [...headers].flat(), url, redirected, type };
  const bytes = response.body && new PlatformBytes(response, limit);
  const own = new NodeResponse(head, bytes && new ResponseBody(bytes));
  bytes?.ownedBy(own);
  return own;
}

/** A handler of the platform's fetch. It has the methods of its undici version. */
interface PlatformHandler {
  onConnect?(abort: (reason: unknown) => void): void;
  onHeaders?(status: number, headers: readonly unknown[], resume: () => void, text: string): boolean;
  onData?(chunk: Uint8Array): boolean;
  onComplete?(trailers: readonly unknown[]): void;
  onError?(error: unknown): void;
  onRequestStart?(controller: DispatchController, context: object): void;
  onResponseStart?(controller: DispatchController, status: number, headers: object, text: string): void;
  onResponseData?(controller: DispatchController, chunk: Uint8Array): void;
  onResponseEnd?(controller: DispatchController, trailers: object): void;
  onResponseError?(controller: DispatchController, error: unknown): void;
}

/** Forwards a dispatcher's events to the platform's handler. Each side can use either set of methods. */
class PassedHandler extends DispatchHandler implements DispatchController {
  readonly #to: PlatformHandler;
  #rawHeaders: readonly unknown[] = [];
  #isPaused = false;
  protected isAnswered = false;

  constructor(to: PlatformHandler) {
    super();
    this.#to = to;
  }

  get rawHeaders(): readonly unknown[] {
    return this.#rawHeaders;
  }

  pause(): void {
    this.#isPaused = true;
  }

  override resume(): void {
    this.#isPaused = false;
    super.resume();
  }

  protected override start(): void {
    if (this.#to.onRequestStart) this.#to.onRequestStart(this, {});
    else this.#to.onConnect?.((reason) => this.abort(reason));
  }

  protected head(status: number, statusText: string, headers: RawHeaders): boolean {
    const lines = rawLines(headers);
    this.isAnswered = true;
    if (!this.#to.onResponseStart) {
      return this.#to.onHeaders?.(status, lines, () => this.resume(), statusText) !== false;
    }
    this.#rawHeaders = lines;
    this.#to.onResponseStart(this, status, {}, statusText);
    return !this.#isPaused;
  }

  protected data(chunk: Uint8Array): boolean {
    if (!this.#to.onResponseData) return this.#to.onData?.(chunk) !== false;
    this.#to.onResponseData(this, chunk);
    return !this.#isPaused;
  }

  protected end(): void {
    if (this.#to.onResponseEnd) this.#to.onResponseEnd(this, {});
    else this.#to.onComplete?.([]);
  }

  protected fail(error: unknown): void {
    if (this.#to.onResponseError) this.#to.onResponseError(this, error);
    else this.#to.onError?.(error);
  }
}

/** Adapts a dispatcher of any undici version to the platform's fetch, which can have another version. */
class PolicyAdapter implements Dispatcher {
  readonly #dispatcher: Dispatcher;

  constructor(dispatcher: Dispatcher) {
    this.#dispatcher = dispatcher;
  }

  /** Whether the dispatcher is a mock, which gets the body unencoded. */
  get isMockActive(): unknown {
    return Reflect.get(this.#dispatcher, 'isMockActive') as unknown;
  }

  dispatch(options: object, handler: object): boolean {
    return this.#dispatcher.dispatch(options, new PassedHandler(handler));
  }
}

type PlatformFetch = (input: globalThis.Request, init: RequestInit) => Promise<Response>;

/**
 * Sends a platform `Request`. Only the platform's fetch can read its body, its dispatcher and the case of its
 * header names, so this calls that fetch with the selected dispatcher.
 */
export async function fetchRequest(
  fetch: PlatformFetch,
  request: globalThis.Request,
  init: NodeRequestInit,
  given: Dispatcher | undefined,
  limit: number,
): Promise<Response> {
  const dispatcher = init.dispatcher ?? ownDispatcher(request) ?? given;
  if (!dispatcher && !globalDispatcher()) return fetch(request, init);
  const response = await fetch(
    request,
    dispatcher ? nullProto<NodeRequestInit>(init, { dispatcher: new PolicyAdapter(dispatcher) }) : init,
  );
  return limited(response, limit);
}

/**
 * Converts a `Request` of another library to options, because the platform's fetch accepts only its own.
 * Options in `init` take precedence. Reads the whole body, so that its length is known.
 */
export async function foreignRequest(
  request: globalThis.Request,
  init: NodeRequestInit,
): Promise<NodeRequestInit> {
  const { method, headers, redirect, cache, credentials, integrity, signal } = request;
  const dispatcher = ownDispatcher(request);
  const own = { method, headers, redirect, cache, credentials, integrity, signal, dispatcher };
  const all = nullProto<NodeRequestInit>(own, ownDefined(init));
  if (all.body != null || !request.body) return all;
  const reading = request.blob();
  all.body = await (all.signal ? untilAborted(reading, all.signal) : reading);
  return all;
}
