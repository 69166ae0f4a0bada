import {
  nullProto,
  type Clock,
  type Following,
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

/** A call, where its request is about to be sent. */
export interface CacheExchange {
  readonly ctx: MiddlewareContext;
  readonly url: string;
  readonly init: RequestInit;
  readonly send: SendRequest;
  /** Its attempt; undefined where a subclass doesn't hand it on. */
  readonly following: Following | undefined;
}

/** What came of a request. */
export type Outcome =
  | {
      readonly stored: Stored;
      /** `'hit'`: another process had asked meanwhile. `'stale'`: it stands in for an answer that came to nothing. */
      readonly how: 'hit' | 'new' | 'validated' | 'stale';
      readonly fwdStatus?: number | undefined;
      /** The headers for the one who asked, where they are not for others. */
      readonly headers?: Headers | undefined;
      /** Whether it may be kept. */
      readonly isKept: boolean;
      readonly response?: undefined;
    }
  /** For the one who asked alone. */
  | { readonly response: Response; readonly stored?: undefined; readonly how?: undefined };

/** Nobody stands in for an answer that somebody called off. */
const isCalledOff = (thrown: unknown, signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true ||
  InvalidInputError.is(thrown) ||
  ['AbortError', 'TimeoutError'].includes(String((Object(thrown) as { name?: unknown }).name));

/** What a reload asks of caches on the way, as Fetch has it. */
const RELOADS: Readonly<Partial<Record<RequestCache, string>>> = {
  'no-cache': 'max-age=0',
  reload: 'no-cache',
};

/** Asks the server, and makes of its answer what a cache can keep. */
export class OriginServer {
  readonly #settings: HttpCacheSettings;
  readonly #clock: Clock;

  constructor(settings: HttpCacheSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /**
   * @param known What is stored, to be asked whether it holds, or to stand in.
   * @param signal Ends it.
   */
  async ask(
    wire: CacheExchange,
    asked: CacheRequest,
    known: Stored | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    const condition = known && validators(known);
    const requestTime = this.#clock.now();
    let response: Response;
    try {
      response = await this.#send(wire, asked, condition, signal);
    } catch (thrown) {
      if (!known || isCalledOff(thrown, signal) || !this.#standsIn(asked, known)) throw thrown;
      return { stored: known, how: 'stale', isKept: true };
    }
    const exchanged = { asked, requestTime, responseTime: this.#clock.now() };
    const { status: fwdStatus } = response;
    if (known && condition && fwdStatus === 304) {
      discard(response);
      const after = updated(exchanged, known, response, this.#settings);
      // It speaks of something else: what that is, only a whole answer tells.
      if (!after) return this.ask(wire, asked, undefined, signal);
      return { ...after, how: 'validated', fwdStatus, headers: withCookies(after.stored.headers, response) };
    }
    if (known && this.#standsIn(asked, known, fwdStatus)) {
      discard(response);
      return { stored: known, how: 'stale', fwdStatus, isKept: true };
    }
    if (!isStorable(asked, response, this.#settings)) return { response };
    const { tags } = this.#settings;
    const names = tags
      ? await ignoringErrors(async () => [...(await Promise.resolve(tags(wire.ctx, response)))].map(String))
      : [];
    const body = names && (await wholeBody(response, this.#settings.maxEntrySize));
    if (!(body instanceof Uint8Array)) return { response: body ?? response };
    const made = stored(exchanged, response, body, this.#settings, names ?? []);
    if (!made.isWhole) return { response: answerOf(made.stored, undefined, 'GET', response.headers) };
    return { stored: made.stored, how: 'new', fwdStatus, headers: response.headers, isKept: true };
  }

  #standsIn(asked: CacheRequest, known: Stored, status?: number): boolean {
    return canServeStale(asked, known, status, this.#clock.now());
  }

  #send(
    { url, init, send }: CacheExchange,
    { cache, headers, method }: CacheRequest,
    condition: Readonly<Record<string, string>> | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const reload = 'cache-control' in headers ? undefined : RELOADS[cache];
    const added = { ...condition, ...(reload && { 'cache-control': reload }) };
    const given =
      Object.keys(added).length > 0
        ? nullProto<Record<string, string>>(headerTexts(init.headers), added)
        : init.headers;
    const own = given && { headers: given };
    return send(url, nullProto<RequestInit>(init, own ?? {}, { method, signal: signal ?? null }));
  }
}

/** With the cookies of a response, which are for the one who asked. */
function withCookies(headers: Headers, response: Response): Headers {
  const cookies = response.headers.get('set-cookie');
  if (cookies === null) return headers;
  const own = new Headers(headers);
  for (const [name, value] of response.headers) if (name === 'set-cookie') own.append(name, value);
  return own;
}
