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
import { Asker, type SharedLimit } from './shared-limit.js';

/** Options of `RateLimitPlugin`. */
export interface RateLimitOptions {
  /** How many requests of a key may be underway at once. Default 20. Fractions round down; below 1, and NaN: 20. */
  concurrency?: number | undefined;
  /**
   * The longest that a request may wait for its turn, in milliseconds. One that is known to wait longer, or longer than
   * its call has left, fails at once. Default 30000. 0: none waits. NaN is
   * the default; negative is 0; above 2^31-1 it is that.
   */
  maxWait?: number | undefined;
  /** How many requests of a key may wait at once. Default 1000. Fractions round down; negative is 0; NaN is the default. */
  maxQueue?: number | undefined;
  /**
   * A limit that several processes keep together, asked before each request: `flexible(limiter)`. Default: none.
   * Another value doesn't compile. What it fails with: `failOpen`.
   */
  shared?: SharedLimit | undefined;
  /**
   * Whether requests go out without asking as long as the shared limit fails, or says nothing for 50 ms. With false
   * they wait, and ask again each second, for `maxWait` at most. Default true. Any other value counts as it does in a
   * condition.
   */
  failOpen?: boolean | undefined;
  /**
   * Rules of a service that go beyond what its headers say. `'github'`: a 403 says, too, that there were too many
   * requests, unless it looks like one for a lack of rights; and after such an answer without figures, all wait for 60
   * s, then twice as long with each further one, up to an hour. Default: none, so that a 429 alone says so, and the
   * waits are 250 ms up to 30 s. Another value doesn't compile.
   */
  preset?: 'github' | undefined;
}

/** The options, with what has a default. */
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
    shared: shared && new Asker(shared, failOpen, systemClock),
  };
}

/**
 * Scheme and host of an absolute URL; the user's name and password are no part of them. Of each request: at half of what a
 * parsed URL costs.
 */
const ORIGIN = /^([a-z][a-z\d+.-]*:\/\/)(?:[^/?#@]*@)?([^/?#]*)/i;

/** Without the scheme: a service that sends on to its https is the same one. */
const hostOf = (url: string): string | undefined => originOf(url).split('//')[1];

/** Whether a redirect has led to another host than the one that was asked. */
const isFromElsewhere = ({ redirected, url }: Response, asked: string): boolean =>
  redirected && hostOf(url) !== hostOf(asked);

/**
 * Sends only as many requests at once as there may be, and waits when a service says so: by `Retry-After`, by the fields
 * `RateLimit` of all drafts, by `X-RateLimit-*`, or by a 429 alone. Whoever can't go at once waits, first in, first out;
 * what would wait too long isn't sent, and is a `'network'` error whose `cause` is a NotSentError.
 *
 * Stands inside of retry: each attempt is a request, and a back-off holds no place. Calls that share a request take one.
 */
export class RateLimitPlugin extends Plugin {
  override readonly name: string = 'rate-limit';
  readonly #rules: RateLimitRules;
  readonly #gates: LimiterRegistry;
  readonly #holds = new SlotTracker();
  /** What is sent under a slot, where the plugin may see it again further in. */
  readonly #let = new WeakSet<RequestInit>();

  /** @param options An option that is undefined or null has its default. */
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
    // In a list twice: who waits for a second slot while it holds the first may wait for its like, which does the same.
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
   * What a limit is kept for: requests with equal keys are counted together. Default: the origin of the URL. What it
   * throws, and what is no text, ends the call before anything is sent.
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

  /** A copy: a plugin further out may send what it has once more, which is another request. */
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

  /** Some services say in the body alone what a status is for. */
  #readBody(ctx: MiddlewareContext, { error, response }: Result<unknown>): void {
    const { refusals, inBody } = this.#rules;
    if (!inBody || !error || !refusals.includes(error.status)) return;
    const { message } = Object(error.body) as { message?: unknown };
    if (typeof message === 'string' && inBody.test(message)) this.#holds.slotOf(ctx, response)?.refused();
  }
}
