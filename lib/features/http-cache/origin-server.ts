import {
  nullProto,
  type Clock,
  type AttemptRecord,
  type MiddlewareContext,
  InvalidInputError,
  ignoringErrors,
  type SendRequest,
} from '../../core/internal.js';
import { type CacheRequest, headerTexts } from './cache-request.js';
import { canServeStale } from './decision.js';
import type { HttpCacheSettings } from './http-cache-options.js';
import { isStorable, stored, updated, validators } from './storability.js';
import { answerOf, type Stored } from './stored-response.js';
import { discard, wholeBody } from './whole-body.js';

/** A call whose request is about to be sent. */
export interface CacheExchange {
  readonly ctx: MiddlewareContext;
  readonly url: string;
  readonly init: RequestInit;
  readonly send: SendRequest;
  /** Its attempt; undefined if a subclass doesn't pass it on. */
  readonly record: AttemptRecord | undefined;
}

/** The outcome of a request. */
export type FetchOutcome =
  | {
      readonly stored: Stored;
      /**
       * `'hit'`: another process sent the request in the meantime. `'stale'`: a stored response replaces a failed one.
       */
      readonly how: 'hit' | 'new' | 'validated' | 'stale';
      readonly fwdStatus?: number | undefined;
      /** Headers for the caller only, if they can't be shared. */
      readonly headers?: Headers | undefined;
      /** Whether the response may be stored. */
      readonly isKept: boolean;
      readonly response?: undefined;
    }
  /** A response for this caller only. */
  | { readonly response: Response; readonly stored?: undefined; readonly how?: undefined };

/** Don't serve a stale response if the caller aborted or the request was never sent. */
const isCalledOff = (thrown: unknown, signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true ||
  InvalidInputError.is(thrown) ||
  ['AbortError', 'TimeoutError'].includes(String((Object(thrown) as { name?: unknown }).name));

/** The Cache-Control that a reload sends to caches on the way, as in the Fetch standard. */
const RELOADS: ReadonlyMap<RequestCache, string> = new Map([
  ['no-cache', 'max-age=0'],
  ['reload', 'no-cache'],
]);

/** Sends requests to the server and converts responses for storage. */
export class OriginServer {
  readonly #settings: HttpCacheSettings;
  readonly #clock: Clock;

  constructor(settings: HttpCacheSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /**
   * Sends the request.
   *
   * @param known The stored response to validate, or to serve if the request fails.
   * @param signal Aborts the request.
   */
  async ask(
    exchange: CacheExchange,
    request: CacheRequest,
    known: Stored | undefined,
    signal: AbortSignal | undefined,
  ): Promise<FetchOutcome> {
    const condition = known && validators(known);
    const requestTime = this.#clock.now();
    let response: Response;
    try {
      response = await this.#send(exchange, request, condition, signal);
    } catch (thrown) {
      if (!known || isCalledOff(thrown, signal) || !this.#canServeStale(request, known)) throw thrown;
      return { stored: known, how: 'stale', isKept: true };
    }
    const exchanged = { request, requestTime, responseTime: this.#clock.now() };
    const { status: fwdStatus } = response;
    if (known && condition && fwdStatus === 304) {
      discard(response);
      const after = updated(exchanged, known, response, this.#settings);
      // The 304 refers to another response. Only a full response shows which one.
      if (!after) return this.ask(exchange, request, undefined, signal);
      return { ...after, how: 'validated', fwdStatus, headers: withCookies(after.stored.headers, response) };
    }
    if (known && this.#canServeStale(request, known, fwdStatus)) {
      discard(response);
      return { stored: known, how: 'stale', fwdStatus, isKept: true };
    }
    if (!isStorable(request, response, this.#settings)) return { response };
    const { tags } = this.#settings;
    const names = tags
      ? await ignoringErrors(async () =>
          [...(await Promise.resolve(tags(exchange.ctx, response)))].map(String),
        )
      : [];
    const body = names && (await wholeBody(response, this.#settings.maxEntrySize));
    if (!(body instanceof Uint8Array)) return { response: body ?? response };
    const made = stored(exchanged, response, body, this.#settings, names ?? []);
    if (!made.isWhole) return { response: answerOf(made.stored, undefined, 'GET', response.headers) };
    return { stored: made.stored, how: 'new', fwdStatus, headers: response.headers, isKept: true };
  }

  #canServeStale(request: CacheRequest, known: Stored, status?: number): boolean {
    return canServeStale(request, known, status, this.#clock.now());
  }

  #send(
    { url, init, send }: CacheExchange,
    { cache, headers, method }: CacheRequest,
    condition: Readonly<Record<string, string>> | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const reload = 'cache-control' in headers ? undefined : RELOADS.get(cache);
    const added = { ...condition, ...(reload && { 'cache-control': reload }) };
    const given =
      Object.keys(added).length > 0
        ? nullProto<Record<string, string>>(headerTexts(init.headers), added)
        : init.headers;
    const own = given && { headers: given };
    return send(url, nullProto<RequestInit>(init, own ?? {}, { method, signal: signal ?? null }));
  }
}

/** Adds the cookies of a response, which are for this caller only. */
function withCookies(headers: Headers, response: Response): Headers {
  const cookies = response.headers.get('set-cookie');
  if (cookies === null) return headers;
  const own = new Headers(headers);
  for (const [name, value] of response.headers) if (name === 'set-cookie') own.append(name, value);
  return own;
}
