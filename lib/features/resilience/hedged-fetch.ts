import {
  abortBy,
  AbortError,
  abortWith,
  nullProto,
  type Clock,
  type FetchLike,
  givenOptions,
  isKey,
  onAbort,
  ignoringErrors,
  readDelay,
  InvalidInputError,
  callReporting,
  systemClock,
} from '../../core/internal.js';
import { fetchOf, tapped, withBody } from '../fetch-wrappers/around-fetch.js';
import type { Budget } from '../retry/retry-options.js';
import { isKeyExpired } from './key-expiry.js';

/** What `hedgedFetch` takes. */
export interface HedgeOptions {
  /**
   * Milliseconds without an answer after which one more request goes out. Default 200. NaN is the default; negative is 0;
   * above 2^31-1 it is that.
   */
  readonly delay?: number | undefined;
  /**
   * How many requests may follow the first one. Default 2. Fractions round down; negative and NaN are 0; above 10 it is
   * 10.
   */
  readonly max?: number | undefined;
  /** Is asked before each hedge, and told of successes. Default: none. Another value doesn't compile. */
  readonly budget?: Budget | undefined;
  /**
   * Statuses after which another request may have better luck: the next goes out at once. Any other ends the others.
   * Default 500, 502, 503 and 504. Another value doesn't compile.
   */
  readonly retryableStatuses?: readonly number[] | undefined;
}

const MOST_HEDGES = 10;

function readHedgeOptions(options: HedgeOptions | undefined) {
  const { delay, max = 2, budget, retryableStatuses = [500, 502, 503, 504] } = givenOptions(options);
  return {
    delay: readDelay(delay, 200),
    max: max > 0 ? Math.min(Math.floor(max), MOST_HEDGES) : 0,
    budget,
    retryableStatuses,
  };
}

/** A request on its way, or its answer. */
interface Sending {
  readonly controller: AbortController;
  response: Response | undefined;
}

/** What is to be sent, and how. */
interface Hedging {
  readonly options: ReturnType<typeof readHedgeOptions>;
  readonly send: (signal: AbortSignal) => Promise<Response>;
  readonly url: string;
  readonly init: RequestInit;
  readonly clock: Clock;
}

/** One request that goes out several times, until there is an answer. */
class HedgedRequest {
  readonly #hedging: Hedging;
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

  constructor(hedging: Hedging) {
    this.#hedging = hedging;
    this.#left = hedging.options.max;
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
    const { clock, options, send } = this.#hedging;
    const sending: Sending = { controller: new AbortController(), response: undefined };
    this.#sendings.add(sending);
    clock.clearTimeout(this.#timer);
    if (this.#left > 0) this.#timer = clock.setTimeout(() => this.#hedge(), options.delay);
    send(sending.controller.signal)
      .then(
        (response) => this.#answered(sending, response),
        (thrown: unknown) => this.#failed(sending, thrown),
      )
      // An answer that can't be handed on: a body that is being read already, say.
      .catch((thrown: unknown) => this.#abort(thrown));
  }

  /** One more, if there may be one. */
  #hedge(): void {
    const { options, url, init } = this.#hedging;
    const { budget } = options;
    const mayBe =
      this.#left > 0 && !isKeyExpired(init) && (!budget || callReporting(() => budget.take(url)) === true);
    this.#left = mayBe ? this.#left - 1 : 0;
    if (mayBe) this.#begin();
  }

  #answered(sending: Sending, response: Response): void {
    const { options, url } = this.#hedging;
    const { budget, retryableStatuses } = options;
    sending.response = response;
    if (this.#isOver) {
      this.#giveUp(sending);
    } else if (retryableStatuses.includes(response.status)) {
      if (this.#spare) this.#giveUp(this.#spare);
      this.#spare = sending;
      // The server asks to be left alone for a while.
      if (Number(response.headers.get('retry-after')) !== 0) this.#left = 0;
      this.#goOn();
    } else {
      if (response.ok && budget) callReporting(() => budget.credit(url));
      this.#win(sending, response);
    }
  }

  #failed(sending: Sending, thrown: unknown): void {
    this.#sendings.delete(sending);
    // That one was refused says nothing of those that were sent.
    if (this.#thrown === undefined || !InvalidInputError.is(thrown)) this.#thrown = thrown;
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
    const reason = new AbortError('Another request responded first.');
    for (const sending of this.#sendings) if (sending !== winner) this.#giveUp(sending, reason);
    const { body } = response;
    const over = this.#forget;
    if (over && body) {
      this.#resolve(
        withBody(
          response,
          tapped(body, () => undefined, over),
        ),
      );
    } else {
      over?.();
      this.#resolve(response);
    }
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
    this.#hedging.clock.clearTimeout(this.#timer);
  }

  #giveUp(sending: Sending, reason?: unknown): void {
    this.#sendings.delete(sending);
    // Both: some runtimes go on reading after one of the two alone.
    abortWith(sending.controller, reason);
    void ignoringErrors(() => sending.response?.body?.cancel());
  }
}

type Input = string | URL | globalThis.Request;

/** RFC 9110, 9.2.1: they ask, and do nothing. */
const SAFE = ['GET', 'HEAD', 'OPTIONS'];

const requestOf = (input: Input): globalThis.Request | undefined =>
  typeof input === 'object' && 'headers' in input ? input : undefined;

const urlOf = (input: Input): string =>
  typeof input === 'string' ? input : 'url' in input ? input.url : input.href;

/** A copy for each request: what signs one must not sign the others. A record stays one: a `Headers` is dear. */
const copied = (headers: HeadersInit): HeadersInit =>
  Symbol.iterator in headers ? new Headers(headers) : nullProto<Record<string, string>>(headers);

/** Whether a request may go out several times: it does no harm, and its body can be sent again. */
const isHedgeable = (input: Input, { method, headers, body }: RequestInit): boolean => {
  const request = requestOf(input);
  const name = (method ?? request?.method ?? 'GET').toUpperCase();
  if (typeof body !== 'string') {
    if (body != null) return false;
    // Where a platform shows no bodies of requests, only these are known to have none.
    if (request && request.body !== null && name !== 'GET' && name !== 'HEAD') return false;
  }
  return SAFE.includes(name) || isKey(new Headers(headers ?? request?.headers).get('idempotency-key'));
};

/**
 * A fetch that asks a second time when the first answer is slow: after `delay` milliseconds one more request goes out, up
 * to `max` of them. The first answer counts, and ends the others; one whose status is `retryableStatuses`, and a connection that
 * breaks, let the next go out at once. Where all fail, the last answer comes back.
 *
 * For GET, HEAD and OPTIONS, and what has an `Idempotency-Key`, with no body or a text; all else goes out once.
 *
 * @param fetch What sends the requests. Default: the global fetch, looked up at each.
 */
export function hedgedFetch(
  fetch?: FetchLike,
  options?: HedgeOptions,
  clock: Clock = systemClock,
): (input: Input, init?: RequestInit) => Promise<Response> {
  const send = fetchOf('hedgedFetch fetch', fetch) as (input: Input, init: RequestInit) => Promise<Response>;
  const own = readHedgeOptions(options);
  return async (input, init) => {
    const given = nullProto<RequestInit>(init ?? {});
    const outer = given.signal === undefined ? requestOf(input)?.signal : given.signal;
    if (own.max === 0 || outer?.aborted || !isHedgeable(input, given)) return send(input, init ?? given);
    const sendUnder = async (signal: AbortSignal): Promise<Response> => {
      const headers = given.headers && { headers: copied(given.headers) };
      return send(input, nullProto<RequestInit>(given, headers ?? {}, { signal }));
    };
    const hedging = { options: own, send: sendUnder, url: urlOf(input), init: given, clock };
    return new HedgedRequest(hedging).run(outer ?? undefined);
  };
}
