import { STEP } from './virtual-time.js';

/** The maximum length of the queue. The server responds to further requests with 503. */
const LONGEST_QUEUE = 1000;

const DONE = new Response(null, { status: 204 });
const BUSY = new Response(null, { status: 503 });

/**
 * A server with a queue. It processes a number of requests per second, in the order of arrival. It also processes
 * requests whose client has already aborted, at the same cost.
 */
export class Server {
  readonly #queue: ((response: Response) => void)[] = [];
  /** The unused capacity, as a fraction of a request. */
  #rest = 0;

  /** Replaces fetch. */
  handle(): Promise<Response> {
    if (this.#queue.length >= LONGEST_QUEUE) return Promise.resolve(BUSY);
    return new Promise((answer) => this.#queue.push(answer));
  }

  /** Processes requests for one time step, at a rate per second. */
  work(capacity: number): void {
    const possible = this.#rest + (capacity * STEP) / 1000;
    const done = this.#queue.splice(0, Math.floor(possible));
    this.#rest = possible % 1;
    for (const answer of done) answer(DONE);
  }
}
