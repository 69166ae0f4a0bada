import type { ApiError, OpenBody, ResponseReader } from '../../lib/index.js';
import { reader } from '../../lib/entries/stream.js';

/** A line, or the reason why there are no more lines. */
export type LineItem =
  { readonly line: string; readonly error: null } | { readonly line: null; readonly error: ApiError };

export interface LinesOptions {
  /** Maximum milliseconds between two chunks. Default: no limit. */
  readonly idle?: number;
  /** How often an interrupted stream reconnects. Default: 0. */
  readonly reconnects?: number;
}

/** The lines of a body. Never throws. The last item can be an error. */
export class LineStream implements AsyncIterableIterator<LineItem> {
  readonly #options: LinesOptions;
  readonly #items: LineItem[] = [];
  #body!: OpenBody;
  #bytes!: ReadableStreamDefaultReader<Uint8Array>;
  #decoder!: TextDecoder;
  #forget: () => void = () => undefined;
  #rest = '';
  #lines = 0;
  #reconnects = 0;
  #isOver = false;

  constructor(body: OpenBody, options: LinesOptions) {
    this.#options = options;
    this.#read(body);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<LineItem, undefined>> {
    while (this.#items.length === 0 && !this.#isOver) await this.#fill();
    const value = this.#items.shift();
    return value ? { done: false, value } : { done: true, value: undefined };
  }

  /** `break` closes the connection. */
  async return(): Promise<IteratorResult<LineItem, undefined>> {
    if (!this.#isOver) {
      this.#forget();
      this.#body.abort({ kind: 'abort', reason: new Error('The reader has stopped.') });
      await this.#bytes.cancel().catch(() => undefined);
      this.#end();
    }
    this.#items.length = 0;
    return { done: true, value: undefined };
  }

  #read(body: OpenBody): void {
    this.#forget();
    this.#body = body;
    this.#decoder = new TextDecoder();
    this.#rest = '';
    this.#bytes = (body.response.body ?? new Blob([]).stream()).getReader();
    // Ends a pending read, even if the runtime ignores the signal.
    this.#forget = body.onAbort(() => void this.#bytes.cancel().catch(() => undefined));
  }

  async #fill(): Promise<void> {
    const chunk = await this.#chunk();
    const { interruption } = this.#body;
    if (interruption) this.#fail(this.#body.error(interruption.kind, interruption.reason));
    else if (chunk instanceof Uint8Array) this.#take(this.#decoder.decode(chunk, { stream: true }));
    else if (!(await this.#goOn())) {
      if (chunk) this.#fail(this.#body.error('network', chunk.thrown, 'broke off'));
      else this.#finish();
    }
  }

  /** Bytes, the error of the read, or undefined at the end. */
  async #chunk(): Promise<Uint8Array | { thrown: unknown } | undefined> {
    const { idle } = this.#options;
    const reason = new Error('The stream was idle.');
    const timer = idle && setTimeout(() => this.#body.abort({ kind: 'timeout', reason }), idle);
    try {
      return (await this.#bytes.read()).value;
    } catch (thrown) {
      return { thrown };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Reconnects. Returns whether there is data again, or a final error. */
  async #goOn(): Promise<boolean> {
    const { reconnects = 0 } = this.#options;
    while (this.#reconnects < reconnects) {
      this.#reconnects += 1;
      this.#body.note({ type: 'lines', lines: this.#lines });
      const { data, error } = await this.#body.again({ 'last-line': String(this.#lines) });
      if (data) this.#read(data);
      else if (error.kind === 'abort') this.#fail(error);
      else continue;
      return true;
    }
    return false;
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) this.#push(line);
  }

  #push(line: string): void {
    this.#lines += 1;
    this.#items.push({ line, error: null });
  }

  #finish(): void {
    if (this.#rest) this.#push(this.#rest);
    this.#end();
  }

  #fail(error: ApiError): void {
    this.#items.push({ line: null, error });
    this.#end(error);
  }

  #end(error?: ApiError): void {
    this.#isOver = true;
    this.#forget();
    this.#body.end(error, { items: this.#lines });
  }
}

/** Reads lines of text as they arrive. */
export const linesReader = (options: LinesOptions = {}): ResponseReader<LineStream> =>
  reader({
    headers: { accept: 'text/plain' },
    fetchOptions: { cache: 'no-store' },
    open(body) {
      const type = body.response.headers.get('content-type') ?? '';
      if (type.startsWith('text/html')) throw body.error('parse', type, 'answered with a page');
      return new LineStream(body, options);
    },
  });
