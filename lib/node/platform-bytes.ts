import { Buffer } from './node-api.js';
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
  #isComplete = false;
  #failure: { readonly reason: unknown } | undefined;

  constructor(response: Response, limit: number) {
    this.#response = response;
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  get isOver(): boolean {
    return this.#isComplete || this.#failure !== undefined;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  get failure(): { readonly reason: unknown } | undefined {
    return this.#failure;
  }

  async next(): Promise<Uint8Array | undefined> {
    if (this.#failure) throw this.#failure.reason;
    const value = (await this.#opened()?.read())?.value;
    if (!value) {
      this.#isComplete = true;
      this.#watch.end();
      return undefined;
    }
    this.#size += value.length;
    if (this.#size <= this.#limit) return value;
    const tooLarge = sizeError(this.#limit);
    this.fail(tooLarge);
    throw tooLarge;
  }

  async whole(): Promise<Uint8Array> {
    this.#watch.end();
    const chunks: Uint8Array[] = [];
    for (let chunk = await this.next(); chunk; chunk = await this.next()) chunks.push(chunk);
    return Buffer.concat(chunks, this.#size);
  }

  cancel(reason?: unknown): void {
    this.#watch.end();
    this.#opened()
      ?.cancel(reason)
      .catch(() => undefined);
  }

  fail(reason: unknown): void {
    this.#failure = { reason };
    this.cancel(reason);
  }

  whenFailed(listener: (reason: unknown) => void): void {
    this.#opened()?.closed.catch(listener);
  }

  ownedBy(owner: object): void {
    this.#watch.watch(owner);
  }

  drop(): void {
    this.fail(new Error('The response was dropped before its body was read.'));
  }

  #opened(): ReadableStreamDefaultReader<Uint8Array> | undefined {
    return (this.#reader ??= this.#response.body?.getReader());
  }
}
