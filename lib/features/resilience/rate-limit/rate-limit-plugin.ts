import {
  nullProto,
  givenOptions,
  type MiddlewareContext,
  type MiddlewareNext,
  originOf,
  Plugin,
  readDelay,
  InvalidInputError,
  type Result,
  type SendRequest,
  systemClock,
} from '../../../core/internal.js';
import { type Limiter, LimiterRegistry, type Slot } from './limiter.js';
import { SlotTracker } from './slot-tracker.js';
import { ANY_SERVICE, GITHUB, type RateLimitRules } from './quota.js';
import { SharedLimitClient, type SharedLimit } from './shared-limit.js';

/** Options of `RateLimitPlugin`. */
export interface RateLimitOptions {
  /**
   * Maximum number of concurrent requests with the same key. Fractions round down. Below 1 or NaN: the default.
   *
   * @default 20
   */
  concurrency?: number | undefined;
  /**
   * Longest wait of a request for a slot, in milliseconds. If the wait is known to be longer than this or than the
   * call's remaining time, the request fails immediately. 0: requests don't wait. Negative: 0. NaN: the default. Above
   * 2^31-1: 2^31-1.
   *
   * @default 30000
   */
  maxWait?: number | undefined;
  /**
   * Maximum number of waiting requests with the same key. Fractions round down. Negative: 0. NaN: the default.
   *
   * @default 1000
   */
  maxQueue?: number | undefined;
  /**
   * A limit that several processes share, checked before each request: `fromRateLimiterFlexible(limiter)`. Default:
   * none. Another type doesn't compile. `failOpen` determines what happens if it fails.
   */
  shared?: SharedLimit | undefined;
  /**
   * Whether to send requests while the shared limit fails or doesn't respond within 50 ms. With false, requests wait
   * and check again each second, for at most `maxWait`. Any truthy value counts as true.
   *
   * @default true
   */
  failOpen?: boolean | undefined;
  /**
   * Rules for a service whose headers don't report all limits. `'github'`: a 403 also means too many requests, unless
   * it looks like missing permissions. After such a response without limits in its headers, all requests wait for 60 s,
   * then twice as long after each further one, up to an hour. Default: none, only a 429 means too many requests, with
   * waits from 250 ms to 30 s. Another value doesn't compile.
   */
  preset?: 'github' | undefined;
}

/** Fills in the defaults of the options. */
export function readRateLimitOptions(options: RateLimitOptions | null | undefined) {
  const {
    concurrency = 20,
    maxWait,
    maxQueue = 1000,
    shared,
    failOpen = true,
    preset,
  } = givenOptions(options);
  return {
    concurrency: concurrency >= 1 ? Math.floor(concurrency) : 20,
    maxWait: readDelay(maxWait, 30_000),
    maxQueue: Number.isNaN(maxQueue) ? 1000 : Math.max(Math.floor(maxQueue), 0),
    rules: preset === 'github' ? GITHUB : ANY_SERVICE,
    shared: shared && new SharedLimitClient(shared, failOpen, systemClock),
  };
}

/**
 * Scheme and host of an absolute URL, without user info. A pattern, because it costs half as much as a parsed URL for
 * each request.
 */
const ORIGIN = /^([a-z][a-z\d+.-]*:\/\/)(?:[^/?#@]*@)?([^/?#]*)/i;

/** The host without the scheme: a redirect from http to https stays at the same service. */
const hostOf = (url: string): string | undefined => originOf(url).split('//')[1];

/** Whether a redirect led to another host. */
const isFromElsewhere = ({ redirected, url }: Response, requestUrl: string): boolean =>
  redirected && hostOf(url) !== hostOf(requestUrl);

/**
 * Limits concurrent requests, and pauses when the service reports a rate limit: with `Retry-After`, `RateLimit` fields
 * of all drafts, `X-RateLimit-*`, or only a 429. Other requests wait in a queue, first in, first out. A request that
 * would wait too long isn't sent: the call returns a `'network'` error whose `cause` is a NotSentError.
 *
 * List it after retry: each attempt is a request, and a wait between attempts uses no slot. Calls that share a request
 * use one slot.
 */
export class RateLimitPlugin extends Plugin {
  override readonly name: string = 'rate-limit';
  readonly #rules: RateLimitRules;
  readonly #gates: LimiterRegistry;
  readonly #holds = new SlotTracker();
  /** Inits that are sent with a slot, to recognize them if the plugin is listed twice. */
  readonly #let = new WeakSet<RequestInit>();

  /**
   * Creates the plugin.
   *
   * @param options An option that is undefined or null has its default.
   */
  constructor(options?: RateLimitOptions | null) {
    super();
    const settings = { ...readRateLimitOptions(options), clock: systemClock };
    this.#rules = settings.rules;
    this.#gates = new LimiterRegistry(settings);
  }

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    this.#holds.begin(ctx);
    let result: Result<unknown> | undefined;
    try {
      result = await next();
      this.#readBody(ctx, result);
      return result;
    } finally {
      this.#holds.end(ctx, result);
    }
  }

  override async wrapFetch(
    ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: SendRequest,
  ): Promise<Response> {
    // The plugin is listed twice: a call that waited for a second slot could wait for another call that does the same,
    // forever.
    if (this.#let.has(init)) return send(url, init);
    this.#holds.sendsAgain(ctx);
    const gate = this.#gates.at(this.#keyOf(ctx));
    const slot = gate.enter() ?? (await this.#wait(gate, ctx, init.signal));
    this.#holds.add(ctx, slot, init.signal);
    try {
      const response = await send(url, this.#holds.isNested(ctx) ? this.#marked(init) : init);
      slot.answered(response, isFromElsewhere(response, url));
      return response;
    } catch (thrown) {
      slot.end();
      throw thrown;
    }
  }

  /**
   * Returns the key of the limit: requests with equal keys are counted together. Default: the origin of the URL. If it
   * throws or doesn't return a string, the call ends before anything is sent.
   */
  protected keyFor(ctx: MiddlewareContext): string {
    const [, scheme = '', host = ''] = ORIGIN.exec(ctx.request.url) ?? [];
    return (scheme + host).toLowerCase();
  }

  #keyOf(ctx: MiddlewareContext): string {
    const key: unknown = this.keyFor(ctx);
    if (typeof key !== 'string') throw InvalidInputError.of('keyFor result', key, 'a string');
    return key;
  }

  /** Copy the init: an outer plugin can send the original again, which is another request. */
  #marked(init: RequestInit): RequestInit {
    const copy = nullProto<RequestInit>(init);
    this.#let.add(copy);
    return copy;
  }

  async #wait(gate: Limiter, ctx: MiddlewareContext, signal: AbortSignal | null | undefined): Promise<Slot> {
    const goOn = ctx.request.pauseAttempt();
    const since = systemClock.ticks();
    try {
      return await gate.wait(ctx.remaining(), signal);
    } finally {
      goOn();
      const ms = systemClock.ticks() - since;
      if (ms > 0) ctx.request.note({ type: 'wait', ms, why: 'rate-limit' });
    }
  }

  /** Some services give the meaning of a status only in the body. */
  #readBody(ctx: MiddlewareContext, { error, response }: Result<unknown>): void {
    const { refusals, inBody } = this.#rules;
    if (!inBody || !error || !refusals.includes(error.status)) return;
    const { message } = Object(error.body) as { message?: unknown };
    if (typeof message === 'string' && inBody.test(message)) this.#holds.slotOf(ctx, response)?.refused();
  }
}
