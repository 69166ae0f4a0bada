import { joined } from './chunk-queue.js';
import { OwnerWatch } from './owner-watch.js';
import type { ResponseBytes } from './response-bytes.js';
import { sizeError } from './size-error.js';

/** The body of a response that the platform's fetch gave, with a limit on its size. */
export class PlatformBytes implements ResponseBytes {
  /** Held, for the platform hangs up when it is collected. */
  readonly #response: Response;
  readonly #limit: number;
  readonly #watch = new OwnerWatch(this);
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #size = 0;
  #failure: { readonly reason: unknown } | undefined;

  constructor(response: Response, limit: number) {
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
      this.#watch.end();
      return undefined;
    }
    this.#size += value.length;
    if (this.#size <= this.#limit) return value;
    const tooLarge = sizeError(this.#limit);
    this.hangUp(tooLarge);
    throw tooLarge;
  }

  whole(): Promise<Uint8Array> {
    this.#watch.end();
    return joined(() => this.next());
  }

  cancel(reason?: unknown): void {
    this.#watch.end();
    this.#opened()
      ?.cancel(reason)
      .catch(() => undefined);
  }

  hangUp(reason: unknown): void {
    this.#failure = { reason };
    this.cancel(reason);
  }

  whenFailed(listener: (reason: unknown) => void): void {
    this.#opened()?.closed.catch(listener);
  }

  ownedBy(owner: object): void {
    this.#watch.watch(owner);
  }

  #opened(): ReadableStreamDefaultReader<Uint8Array> | undefined {
    return (this.#reader ??= this.#response.body?.getReader());
  }
}
