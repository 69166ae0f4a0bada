import { DispatchHandler } from './dispatch-handler.js';
import type { DispatchController, RawHeaders } from './dispatcher.js';
import { rawLines } from './raw-headers.js';

/** A handler of the platform's fetch, in the shape of its version. */
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

/** Tells the platform's handler what a dispatcher tells this one, whichever shape either of them has. */
export class PassedHandler extends DispatchHandler implements DispatchController {
  readonly #to: PlatformHandler;
  #rawHeaders: readonly unknown[] = [];
  #isPaused = false;

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
