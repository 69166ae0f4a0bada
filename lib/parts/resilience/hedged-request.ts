import {
  abortBy,
  AbortError,
  abortWith,
  type Clock,
  isWebStream,
  onAbort,
  quietly,
  Refusal,
  reporting,
} from '../../core/seats.js';
import { tapped, withBody } from '../../fetches.js';
import type { OwnHedgeOptions } from './hedge-options.js';

/** A request on its way, or its answer. */
interface Sending {
  readonly controller: AbortController;
  response: Response | undefined;
}

/** Whether the server asks to be left alone for a while. */
const asksForRest = ({ headers }: Response): boolean => Number(headers.get('retry-after') ?? 0) !== 0;

/** The response; `over` runs when nothing more of its body will be read. */
const whenRead = (response: Response, over: () => void): Response => {
  const { body } = response;
  if (isWebStream(body))
    return withBody(
      response,
      tapped(body, () => undefined, over),
    );
  over();
  return response;
};

/** One request that goes out several times, until there is an answer. */
export class HedgedRequest {
  readonly #send: (signal: AbortSignal) => Promise<Response>;
  readonly #url: string;
  readonly #options: OwnHedgeOptions;
  readonly #clock: Clock;
  /** How many more may go out. */
  #left: number;
  /** All that were not given up: those on their way, and at most one that has an answer. */
  readonly #sendings = new Set<Sending>();
  /** The last answer that another one may be better than. */
  #spare: Sending | undefined;
  #thrown: unknown;
  #timer: unknown;
  #isOver = false;
  /** Takes the listener from the caller's signal; undefined without one. */
  #forget: (() => void) | undefined;
  #resolve!: (response: Response) => void;
  #reject!: (thrown: unknown) => void;

  constructor(
    send: (signal: AbortSignal) => Promise<Response>,
    url: string,
    options: OwnHedgeOptions,
    clock: Clock,
  ) {
    this.#send = send;
    this.#url = url;
    this.#options = options;
    this.#clock = clock;
    this.#left = options.max;
  }

  /** @param signal The caller's: it ends all of them, and the answer as long as that is read. */
  run(signal: AbortSignal | undefined): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      if (signal) this.#forget = onAbort(signal, () => this.#abort(abortBy(signal).reason));
      this.#begin();
    });
  }

  #begin(): void {
    const sending: Sending = { controller: new AbortController(), response: undefined };
    this.#sendings.add(sending);
    this.#clock.clearTimeout(this.#timer);
    if (this.#left > 0) this.#timer = this.#clock.setTimeout(() => this.#hedge(), this.#options.delay);
    // A fetch may throw at once.
    const send = async (): Promise<Response> => this.#send(sending.controller.signal);
    send()
      .then(
        (response) => this.#answered(sending, response),
        (thrown: unknown) => this.#failed(sending, thrown),
      )
      // An answer that can't be handed on: a body that is being read already, say.
      .catch((thrown: unknown) => this.#abort(thrown));
  }

  /** One more, if there may be one. */
  #hedge(): void {
    const { budget } = this.#options;
    const mayBe = this.#left > 0 && (!budget || reporting(() => budget.take(this.#url)) === true);
    this.#left = mayBe ? this.#left - 1 : 0;
    if (mayBe) this.#begin();
  }

  #answered(sending: Sending, response: Response): void {
    const { budget, nonFatal } = this.#options;
    sending.response = response;
    if (this.#isOver) {
      this.#giveUp(sending);
    } else if (nonFatal.includes(response.status)) {
      if (this.#spare) this.#giveUp(this.#spare);
      this.#spare = sending;
      if (asksForRest(response)) this.#left = 0;
      this.#goOn();
    } else {
      if (response.ok && budget) reporting(() => budget.credit(this.#url));
      this.#win(sending, response);
    }
  }

  #failed(sending: Sending, thrown: unknown): void {
    this.#sendings.delete(sending);
    // That one was refused says nothing of those that were sent.
    if (this.#thrown === undefined || !Refusal.is(thrown)) this.#thrown = thrown;
    if (!this.#isOver) this.#goOn();
  }

  /** After one that came to nothing: another, or the end. */
  #goOn(): void {
    this.#hedge();
    if ([...this.#sendings].some(({ response }) => !response)) return;
    const { response } = this.#spare ?? {};
    if (response) this.#win(this.#spare, response);
    else {
      this.#over();
      this.#forget?.();
      this.#reject(this.#thrown);
    }
  }

  #win(winner: Sending | undefined, response: Response): void {
    this.#over();
    const reason = new AbortError('Another request had its answer first.');
    for (const sending of this.#sendings) if (sending !== winner) this.#giveUp(sending, reason);
    this.#resolve(this.#forget ? whenRead(response, this.#forget) : response);
  }

  /** By the caller; also while the answer is read. */
  #abort(reason: unknown): void {
    this.#over();
    this.#forget?.();
    for (const sending of this.#sendings) this.#giveUp(sending, reason);
    this.#reject(reason);
  }

  #over(): void {
    this.#isOver = true;
    this.#clock.clearTimeout(this.#timer);
  }

  #giveUp(sending: Sending, reason?: unknown): void {
    this.#sendings.delete(sending);
    // Both: some runtimes go on reading after one of the two alone.
    void quietly(() => abortWith(sending.controller, reason));
    void quietly(() => sending.response?.body?.cancel());
  }
}
