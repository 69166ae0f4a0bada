import { STEP } from './virtual-time.js';

/** How many requests wait at most; what comes on top is answered with 503 at once. */
const LONGEST_QUEUE = 1000;

const DONE = new Response(null, { status: 204 });
const BUSY = new Response(null, { status: 503 });

/**
 * A server with a queue: it works off so many requests a second, in the order in which they came. It doesn't know who
 * has given up meanwhile: what was abandoned costs it as much as anything else.
 */
export class Server {
  readonly #queue: ((response: Response) => void)[] = [];
  /** Parts of a request that it could have done. */
  #rest = 0;

  /** In the place of fetch. */
  handle(): Promise<Response> {
    if (this.#queue.length >= LONGEST_QUEUE) return Promise.resolve(BUSY);
    return new Promise((answer) => this.#queue.push(answer));
  }

  /** Works for one step of time, at so many requests a second. */
  work(capacity: number): void {
    const possible = this.#rest + (capacity * STEP) / 1000;
    const done = this.#queue.splice(0, Math.floor(possible));
    this.#rest = possible % 1;
    for (const answer of done) answer(DONE);
  }
}
