import {
  type Clock,
  type AttemptRecord,
  identities,
  type MiddlewareContext,
  Plugin,
  ignoringErrors,
  InvalidInputError,
  callReporting,
  type SendRequest,
} from '../../core/internal.js';
import { asReceived } from '../fetch-wrappers/around-fetch.js';
import { type CacheRequest, plainUrl, readRequest, selecting } from './cache-request.js';
import { type CacheStatus, setCacheStatus, statusField } from './cache-status.js';
import { type Decision, decide, type Forwarded } from './decision.js';
import { type FillResult, CacheFill, type CacheLookup } from './cache-fill.js';
import { type InFlightRequest, InFlightRequests } from './in-flight.js';
import { ageOf } from './freshness.js';
import { type HttpCacheOptions, type HttpCacheSettings, readHttpCacheOptions } from './http-cache-options.js';
import type { ExternalStore, Purpose } from './http-cache-store.js';
import { MemoryStore, tagStamp, urlStamp } from './memory-store.js';
import { OriginServer, type CacheExchange } from './origin-server.js';
import { invalidatedBy, isSafe } from './storability.js';
import { answerOf, gatewayTimeout, notModified, type Stored } from './stored-response.js';

/** Which responses to delete. */
export interface Invalidation {
  /** Deletes all responses of this URL, for every user and every variant. Default: none. */
  readonly url?: string | URL | undefined;
  /** Deletes all responses with one of these tags. Default: none. */
  readonly tags?: readonly string[] | undefined;
}

/** Counters of an HTTP cache. */
export interface HttpCacheStats {
  /** Number of calls that returned a stored response without a request. */
  readonly hits: number;
  /** Number of calls that sent a request or waited for the request of another call. */
  readonly misses: number;
  /** Number of misses that waited for the request of another call. */
  readonly collapsed: number;
  /** Number of misses for which the server confirmed the stored response. */
  readonly validated: number;
  /** Number of calls that bypassed the cache. */
  readonly bypassed: number;
  /** Number of stored responses. */
  readonly stored: number;
  /** Size of the responses in this process, in bytes. */
  readonly bytes: number;
  /** Number of responses in this process. */
  readonly entries: number;
  /** How often the store failed or timed out. */
  readonly storeFaults: number;
}

/** A Promise, most objects and NaN each have one string form for all users, which would merge their keys. */
function assertUserKey(identity: unknown): void {
  if (identity === undefined || typeof identity === 'string' || Number.isFinite(identity)) return;
  // This Promise is discarded. An unhandled rejection would end the process.
  void ignoringErrors(() => identity as Promise<unknown>);
  throw new InvalidInputError('userKey is invalid: return a string, number or undefined.');
}

/** A response that several calls can use. */
type Shared = FillResult & { readonly stored: Stored };

const seconds = (ms: number): number => (Number.isFinite(ms) ? Math.floor(ms / 1000) : -1);

/**
 * An HTTP cache around `fetch`: returns stored responses as RFC 9111 allows, and stores new ones. List it after all
 * plugins that set credentials. A subclass can override `userKeyOf`.
 */
export class HttpCachePlugin extends Plugin {
  override readonly name: string = 'http-cache';
  readonly #settings: HttpCacheSettings;
  readonly #clock: Clock;
  readonly #memory: MemoryStore;
  readonly #outside: ExternalStore | undefined;
  readonly #filling: CacheFill;
  readonly #inFlight: InFlightRequests<FillResult | undefined>;
  readonly #fetchId = identities();
  readonly #counts = { hits: 0, misses: 0, collapsed: 0, validated: 0, bypassed: 0, stored: 0 };

  /**
   * Creates the plugin.
   *
   * @param options An option that is undefined or null has its default.
   * @throws TypeError for an invalid `mode`, `store` or `secret`.
   */
  constructor(options?: HttpCacheOptions | null) {
    super();
    const settings = readHttpCacheOptions(options);
    const { clock } = settings;
    this.#settings = settings;
    this.#clock = clock;
    this.#memory = new MemoryStore(settings.maxSize);
    this.#outside = settings.store?.['~open'](settings, clock);
    this.#filling = new CacheFill(new OriginServer(settings, clock), this.#memory);
    this.#inFlight = new InFlightRequests(() => clock.ticks());
  }

  /** Counters since the plugin was created. */
  get stats(): HttpCacheStats {
    const { bytes, entries } = this.#memory;
    return { ...this.#counts, bytes, entries, storeFaults: this.#outside?.faults ?? 0 };
  }

  /**
   * Deletes the responses of a URL or with one of these tags. Requests that are in flight don't store their responses.
   *
   * @throws TypeError for a URL that isn't absolute.
   * @returns Whether the store has recorded the deletion; always true without a store. Until it has, this process
   * ignores the store.
   */
  async invalidate({ url, tags = [] }: Invalidation): Promise<boolean> {
    const plain = url === undefined ? undefined : plainUrl(String(url));
    if (plain !== undefined && !/^https?:\/\/./.test(plain))
      throw new InvalidInputError('The url of invalidate is relative: pass one with http: or https:.');
    return this.#forget(plain === undefined ? [] : [plain], tags);
  }

  /**
   * Deletes all responses. Requests that are in flight don't store their responses.
   *
   * @returns Whether the store has recorded the deletion, as for `invalidate`.
   */
  async clear(): Promise<boolean> {
    this.#memory.clear();
    this.#inFlight.detach();
    return (await this.#outside?.invalidate([], [], true)) ?? true;
  }

  /**
   * Returns a stored response, or sends the request and stores its response.
   *
   * @param record Internal to homing: a subclass passes it on.
   */
  override async wrapFetch(
    ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: SendRequest,
    record?: AttemptRecord,
  ): Promise<Response> {
    const exchange = { ctx, url, init, send, record };
    const identity = this.userKeyOf(ctx) ?? undefined;
    assertUserKey(identity);
    const { namespace, shared } = this.#settings;
    const request = ctx.request.streams ? undefined : readRequest(url, init, { namespace, shared, identity });
    if (!request) return this.#past(exchange);
    const { fetch } = ctx.request;
    const key = fetch ? `${request.key}${this.#fetchId(fetch)}` : request.key;
    const inside = this.#memory.find(key, request);
    const decision = decide(request, inside.stored, this.#clock.now(), inside.varies);
    // The external key can't include the effect of the program's own `fetch`, nor the user in a shared cache.
    const isHere = fetch !== undefined && (shared || identity === undefined);
    const outside = isHere || this.#outside?.mayHold(request) !== true ? undefined : this.#outside;
    const lookup: CacheLookup = { exchange, request, key, outside };
    if (outside && decision.act !== 'serve' && decision.act !== 'not modified') {
      const found = await outside.find(request);
      if (found?.stored || (found?.varies && !inside.stored)) {
        const now = this.#clock.now();
        return this.#carryOut(lookup, found.stored, decide(request, found.stored, now, found.varies));
      }
    }
    return this.#carryOut(lookup, inside.stored, decision);
  }

  /**
   * Returns the user if the headers don't identify one. A private cache stores responses separately for each user.
   * Default: the result of the option `userKey`.
   */
  protected userKeyOf(ctx: MiddlewareContext): string | undefined {
    return this.#settings.userKey?.(ctx);
  }

  /** Sends a request that bypasses the cache. A write deletes the stored responses that it changes. */
  async #past(exchange: CacheExchange): Promise<Response> {
    const { url, init, send } = exchange;
    const method = (init.method ?? 'GET').toUpperCase();
    let response: Response;
    try {
      response = await send(url, init);
    } catch (thrown) {
      // The server might have done the work: the response was lost, or `fetch` rejected it as configured.
      if (!isSafe(method) && !InvalidInputError.is(thrown)) await this.#forget([plainUrl(url)], []);
      throw thrown;
    }
    this.#counts.bypassed += 1;
    const urls = invalidatedBy(method, url, response);
    if (urls.length > 0) await this.#forget(urls, []);
    const fwd = method === 'GET' || method === 'HEAD' ? 'bypass' : 'method';
    return this.#report(exchange, response, { hit: false, fwd, fwdStatus: response.status });
  }

  #carryOut(
    lookup: CacheLookup,
    stored: Stored | undefined,
    decision: Decision,
  ): Promise<Response> | Response {
    const { exchange, request } = lookup;
    const { act } = decision;
    if (act === 'refuse')
      return this.#report(exchange, gatewayTimeout(request.url), { hit: false, detail: 'only-if-cached' });
    if (act === 'forward' || act === 'validate' || !stored)
      return this.#forward(
        lookup,
        act === 'validate' ? stored : undefined,
        (decision as { why: Forwarded }).why,
      );
    this.#counts.hits += 1;
    const status = { hit: true, ttl: seconds(decision.ttl) };
    if (act === 'not modified') return this.#report(exchange, notModified(stored, decision.age), status);
    if (decision.behind && !request.directives.has('only-if-cached')) this.#validateBehind(lookup, stored);
    const detail = decision.behind && { detail: 'stale-while-revalidate' };
    return this.#report(exchange, answerOf(stored, decision.age, request.method), { ...status, ...detail });
  }

  /** Sends the request, shared with all concurrent calls that have the same key. */
  async #forward(lookup: CacheLookup, stored: Stored | undefined, why: Forwarded): Promise<Response> {
    const { request, key, exchange } = lookup;
    const signal = exchange.init.signal ?? undefined;
    const { cache, conditional, directives, method } = request;
    this.#counts.misses += 1;
    // The request has conditions or directives that the other calls don't have.
    const isSpecial = method === 'HEAD' || conditional || cache !== 'default' || directives.size > 0;
    if (!isSpecial && !this.#inFlight.isUnshared(key)) {
      const inFlight = this.#inFlight.open(key);
      if (inFlight) {
        const filled = await this.#follow(lookup, inFlight);
        if (filled) return this.#followed(lookup, filled, why);
      } else {
        const filled = await this.#begin(lookup, stored, 'together').lead(signal);
        if (filled) return this.#answered(lookup, filled, why);
      }
    }
    const filled = await this.#fill(lookup, method === 'HEAD' ? undefined : stored, 'alone', signal);
    return filled ? this.#answered(lookup, filled, why) : exchange.send(exchange.url, exchange.init);
  }

  #begin(
    lookup: CacheLookup,
    stored: Stored | undefined,
    purpose: Purpose,
  ): InFlightRequest<FillResult | undefined> {
    const { request, key, exchange } = lookup;
    return this.#inFlight.begin(key, request.url, exchange.record, (signal) =>
      this.#fill(lookup, stored, purpose, signal),
    );
  }

  /** Waits for the request of another call; undefined if this call must send its own. */
  async #follow(
    { request, exchange }: CacheLookup,
    inFlight: InFlightRequest<FillResult | undefined>,
  ): Promise<Shared | undefined> {
    const signal = exchange.init.signal ?? undefined;
    if (exchange.record) exchange.record.followed = inFlight.sender;
    try {
      const filled = await inFlight.join(signal);
      if (filled?.stored && this.#isFor(request, filled)) return filled;
    } catch (thrown) {
      // The first call was stopped before sending, because too little of its time was left. This call might have more
      // time.
      if (signal?.aborted || !InvalidInputError.is(thrown)) throw thrown;
    }
    if (exchange.record) exchange.record.followed = undefined;
    return undefined;
  }

  async #fill(
    lookup: CacheLookup,
    stored: Stored | undefined,
    purpose: Purpose,
    signal: AbortSignal | undefined,
  ): Promise<FillResult | undefined> {
    const filled = await this.#filling.fill(lookup, stored, purpose, signal, (going) => this.#goOn(going));
    if (filled?.isStored && filled.how !== 'hit') this.#counts.stored += 1;
    if (filled?.how === 'validated') this.#counts.validated += 1;
    if (filled && !filled.stored && purpose !== 'alone') this.#inFlight.markUnshared(lookup.key);
    return filled;
  }

  /** Whether another call can use the response of this request. */
  #isFor({ headers }: CacheRequest, { stored, isKept }: Shared): boolean {
    // The key of a shared cache doesn't identify a user, so only a response that can be reused is shared.
    if (this.#settings.shared && stored.policy.lifetime <= 0) return false;
    const own = selecting(
      headers,
      stored.vary.map(([name]) => name),
    );
    return isKept && own.every(([, value], index) => value === stored.vary[index]?.[1]);
  }

  /** Builds the response for the call that sent the request. */
  #answered({ exchange }: CacheLookup, filled: FillResult, why: Forwarded): Response {
    if (!filled.stored) {
      const { response } = filled;
      return this.#report(exchange, response, {
        hit: false,
        fwd: why,
        fwdStatus: response.status,
        stored: false,
      });
    }
    const { stored, how, headers, fwdStatus, isStored } = filled;
    const age = how === 'new' ? undefined : this.#ageOf(stored);
    const response = answerOf(stored, age, 'GET', headers);
    const ttl = this.#ttlOf(stored);
    if (how === 'hit') return this.#report(exchange, response, { hit: true, ttl });
    const detail = how === 'stale' && { detail: 'stale-if-error' };
    const status = fwdStatus !== undefined && { fwdStatus };
    return this.#report(exchange, response, {
      hit: false,
      fwd: why,
      ...status,
      ttl,
      stored: isStored,
      ...detail,
    });
  }

  /** Builds the response for a call that waited for the request of another call. */
  #followed({ exchange }: CacheLookup, { stored, fwdStatus }: Shared, fwd: Forwarded): Response {
    this.#counts.collapsed += 1;
    const response = answerOf(stored, this.#ageOf(stored));
    const status = fwdStatus !== undefined && { fwdStatus };
    return this.#report(exchange, response, {
      hit: false,
      fwd,
      ...status,
      ttl: this.#ttlOf(stored),
      collapsed: true,
    });
  }

  #ageOf(stored: Stored): number {
    return ageOf(stored, stored.policy, this.#clock.now());
  }

  #ttlOf(stored: Stored): number {
    return seconds(stored.policy.lifetime - this.#ageOf(stored));
  }

  #validateBehind(lookup: CacheLookup, stored: Stored): void {
    if (this.#inFlight.open(lookup.key)) return;
    const inFlight = this.#begin(lookup, stored, 'behind');
    inFlight.runBehind();
    const timer = this.#clock.setTimeout(() => inFlight.controller.abort(), this.#settings.revalidateTimeout);
    this.#goOn(inFlight.outcome.finally(() => this.#clock.clearTimeout(timer)));
  }

  /** Registers work that continues after the call has returned. */
  #goOn(work: Promise<unknown>): void {
    const settled = ignoringErrors(() => work);
    const { waitUntil } = this.#settings;
    if (waitUntil) callReporting(() => waitUntil(settled));
  }

  async #forget(urls: readonly string[], tags: readonly string[]): Promise<boolean> {
    this.#memory.invalidate([...urls.map(urlStamp), ...tags.map(tagStamp)]);
    this.#inFlight.detach(tags.length > 0 ? undefined : urls);
    return (await this.#outside?.invalidate(urls, tags, false)) ?? true;
  }

  /** Reports how the cache handled the call: to observers, to `onStatus` and to `cacheStatusOf`. */
  #report({ ctx }: CacheExchange, response: Response, status: CacheStatus): Response {
    const { onStatus, header } = this.#settings;
    const { requestName, request } = ctx;
    request.note({ type: 'cache', ...status });
    if (onStatus) callReporting(() => onStatus({ requestName, status }));
    const given = header ? withField(response, status) : response;
    setCacheStatus(given, status);
    return given;
  }
}

/**
 * Adds the `Cache-Status` header. Headers from the network are immutable, except in React Native, which has no streams
 * to build a new Response from.
 */
function withField(response: Response, status: CacheStatus): Response {
  if ((response.body as unknown) === undefined) {
    response.headers.append('cache-status', statusField(status));
    return response;
  }
  const headers = new Headers(response.headers);
  headers.append('cache-status', statusField(status));
  return asReceived(new Response(response.body, { headers }), response);
}

/**
 * Creates an HTTP cache around `fetch`: returns stored responses as RFC 9111 allows, and stores new ones. For the
 * options, see `HttpCacheOptions`.
 */
export function httpCacheMiddleware(options?: HttpCacheOptions | null): HttpCachePlugin {
  return new HttpCachePlugin(options);
}
