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
import { type FetchInput, fetchOf, tapped, withBody } from '../fetch-wrappers/around-fetch.js';
import type { Budget } from '../retry/retry-options.js';
import { isKeyExpired } from './key-expiry.js';

/** Options of `hedgedFetch`. */
export interface HedgeOptions {
  /**
   * Milliseconds without a response after which another request is sent. NaN: the default. Negative: 0. Above 2^31-1:
   * 2^31-1.
   *
   * @default 200
   */
  readonly delay?: number | undefined;
  /**
   * Maximum number of additional requests. Fractions round down. Negative or NaN: 0. Above 10: 10.
   *
   * @default 2
   */
  readonly max?: number | undefined;
  /**
   * Budget that must permit each additional request and is credited for each success. Default: none. Another type
   * doesn't compile.
   */
  readonly budget?: Budget | undefined;
  /**
   * Statuses after which the next request is sent immediately. Any other status ends the other requests. Another type
   * doesn't compile.
   *
   * @default [500, 502, 503, 504]
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

/** A request in flight, or its response. */
interface HedgeAttempt {
  readonly controller: AbortController;
  response: Response | undefined;
}

/** The request to send, and how to send it. */
interface Hedging {
  readonly options: ReturnType<typeof readHedgeOptions>;
  readonly send: (signal: AbortSignal) => Promise<Response>;
  readonly url: string;
  readonly init: RequestInit;
  readonly clock: Clock;
}

/** A request that is sent several times until a response arrives. */
class HedgedRequest {
  readonly #hedging: Hedging;
  /** Number of requests that may still be sent. */
  #left: number;
  /** Requests in flight, and at most one with a response. */
  readonly #attempts = new Set<HedgeAttempt>();
  /** The last response with a retryable status, for the case that all others fail. */
  #spare: HedgeAttempt | undefined;
  #thrown: unknown;
  #timer: unknown;
  #isOver = false;
  /** Removes the listener from the caller's signal; undefined without a signal. */
  #forget: (() => void) | undefined;
  #resolve!: (response: Response) => void;
  #reject!: (thrown: unknown) => void;

  constructor(hedging: Hedging) {
    this.#hedging = hedging;
    this.#left = hedging.options.max;
  }

  /**
   * Sends the requests.
   *
   * @param signal The caller's signal. It aborts all requests, and the response while its body is read.
   */
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
    const attempt: HedgeAttempt = { controller: new AbortController(), response: undefined };
    this.#attempts.add(attempt);
    clock.clearTimeout(this.#timer);
    if (this.#left > 0) this.#timer = clock.setTimeout(() => this.#hedge(), options.delay);
    send(attempt.controller.signal)
      .then(
        (response) => this.#answered(attempt, response),
        (thrown: unknown) => this.#failed(attempt, thrown),
      )
      // A response that can't be passed on, for example because its body is already being read.
      .catch((thrown: unknown) => this.#abort(thrown));
  }

  /** Sends another request if the limits allow it. */
  #hedge(): void {
    const { options, url, init } = this.#hedging;
    const { budget } = options;
    const mayBe =
      this.#left > 0 && !isKeyExpired(init) && (!budget || callReporting(() => budget.take(url)) === true);
    this.#left = mayBe ? this.#left - 1 : 0;
    if (mayBe) this.#begin();
  }

  #answered(attempt: HedgeAttempt, response: Response): void {
    const { options, url } = this.#hedging;
    const { budget, retryableStatuses } = options;
    attempt.response = response;
    if (this.#isOver) {
      this.#giveUp(attempt);
    } else if (retryableStatuses.includes(response.status)) {
      if (this.#spare) this.#giveUp(this.#spare);
      this.#spare = attempt;
      // The server asks clients to wait.
      if (Number(response.headers.get('retry-after')) !== 0) this.#left = 0;
      this.#goOn();
    } else {
      if (response.ok && budget) callReporting(() => budget.credit(url));
      this.#win(attempt, response);
    }
  }

  #failed(attempt: HedgeAttempt, thrown: unknown): void {
    this.#attempts.delete(attempt);
    // A request that was rejected before sending says nothing about the requests that were sent.
    if (this.#thrown === undefined || !InvalidInputError.is(thrown)) this.#thrown = thrown;
    if (!this.#isOver) this.#goOn();
  }

  /** Handles a failure: sends another request, or ends with the last response or error. */
  #goOn(): void {
    this.#hedge();
    if ([...this.#attempts].some(({ response }) => !response)) return;
    const { response } = this.#spare ?? {};
    if (response) this.#win(this.#spare, response);
    else {
      this.#over();
      this.#forget?.();
      this.#reject(this.#thrown);
    }
  }

  #win(winner: HedgeAttempt | undefined, response: Response): void {
    this.#over();
    const reason = new AbortError('Another request responded first.');
    for (const attempt of this.#attempts) if (attempt !== winner) this.#giveUp(attempt, reason);
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

  /** Ends all requests for the caller, also while the response is read. */
  #abort(reason: unknown): void {
    this.#over();
    this.#forget?.();
    for (const attempt of this.#attempts) this.#giveUp(attempt, reason);
    this.#reject(reason);
  }

  #over(): void {
    this.#isOver = true;
    this.#hedging.clock.clearTimeout(this.#timer);
  }

  #giveUp(attempt: HedgeAttempt, reason?: unknown): void {
    this.#attempts.delete(attempt);
    // Abort and cancel: with only one of them, some runtimes continue to download.
    abortWith(attempt.controller, reason);
    void ignoringErrors(() => attempt.response?.body?.cancel());
  }
}

/** Safe methods, which don't change anything. RFC 9110, 9.2.1. */
const SAFE = ['GET', 'HEAD', 'OPTIONS', 'QUERY'];

const requestOf = (input: FetchInput): globalThis.Request | undefined =>
  typeof input === 'object' && 'headers' in input ? input : undefined;

const urlOf = (input: FetchInput): string =>
  typeof input === 'string' ? input : 'url' in input ? input.url : input.href;

/**
 * Copies the headers for each request, so that signing one request doesn't change the others. A record stays a record,
 * because `Headers` is expensive.
 */
const copied = (headers: HeadersInit): HeadersInit =>
  Symbol.iterator in headers ? new Headers(headers) : nullProto<Record<string, string>>(headers);

/** Whether a request may be sent several times: it has no side effects and its body can be sent again. */
const isHedgeable = (input: FetchInput, { method, headers, body }: RequestInit): boolean => {
  const request = requestOf(input);
  const name = (method ?? request?.method ?? 'GET').toUpperCase();
  if (typeof body !== 'string') {
    if (body != null) return false;
    // Some platforms don't expose request bodies. There, only GET and HEAD certainly have no body.
    if (request && request.body !== null && name !== 'GET' && name !== 'HEAD') return false;
  }
  return SAFE.includes(name) || isKey(new Headers(headers ?? request?.headers).get('idempotency-key'));
};

/**
 * Creates a fetch that sends another request if the response is slow: one after each `delay` milliseconds, up to `max`.
 * The first response is returned and ends the other requests. After a status from `retryableStatuses` or a broken
 * connection, the next request is sent immediately. If all fail, the last response is returned.
 *
 * Applies to GET, HEAD, OPTIONS, QUERY and requests with an `Idempotency-Key`, without a body or with a string. Other
 * requests are sent once.
 *
 * @param fetch Function that sends the requests. Default: the global fetch, looked up for each request.
 */
export function hedgedFetch(
  fetch?: FetchLike,
  options?: HedgeOptions,
  clock: Clock = systemClock,
): (input: FetchInput, init?: RequestInit) => Promise<Response> {
  const send = fetchOf('hedgedFetch fetch', fetch) as (
    input: FetchInput,
    init: RequestInit,
  ) => Promise<Response>;
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
