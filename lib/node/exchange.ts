import { DispatchHandler } from './dispatch-handler.js';
import type { RawHeaders } from './dispatcher.js';
import { IncomingBody } from './incoming-body.js';
import { rawHeader } from './raw-headers.js';
import type { ResponseHead } from './response-head.js';
import type { Wire } from './wire.js';

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
export class Exchange extends DispatchHandler implements Wire {
  readonly #to: Answered;
  readonly #limit: number;
  #headers: RawHeaders = [];
  #body: IncomingBody | undefined;

  constructor(to: Answered, limit: number) {
    super();
    this.#to = to;
    this.#limit = limit;
  }

  get declaredLength(): number | undefined {
    const length = rawHeader(this.#headers, 'content-length');
    return length === undefined ? undefined : Number(length);
  }

  finished(): void {
    this.#to.finished();
  }

  protected head(status: number, statusText: string, headers: RawHeaders): boolean {
    this.#headers = headers;
    this.#body = new IncomingBody(this, this.#limit);
    this.#to.answered({ status, statusText, headers }, this.#body);
    return true;
  }

  protected data(chunk: Uint8Array): boolean {
    return this.#body?.push(chunk) ?? true;
  }

  protected end(): void {
    const { arrived = 0 } = this.#body ?? {};
    const { declaredLength = 0 } = this;
    // A dispatcher may take a stream of HTTP/2 that was reset for one that ended. Nothing at all is an answer to HEAD.
    if (arrived > 0 && arrived < declaredLength) {
      this.fail(new Error(`The body ended after ${arrived} of ${declaredLength} bytes.`));
      return;
    }
    this.#body?.end();
    this.#to.ended();
  }

  /** As undici's fetch says it; and how much came, for messages: not among what is printed of it. */
  #terminated(received: number, cause: unknown): TypeError {
    const terminated = new TypeError('terminated', { cause });
    Object.defineProperty(terminated, 'received', { value: received });
    Object.defineProperty(terminated, 'expected', { value: this.declaredLength });
    return terminated;
  }

  protected fail(error: unknown): void {
    if (this.#body) this.#body.fail(this.#terminated(this.#body.arrived, error));
    else this.#to.failed(error);
  }
}
