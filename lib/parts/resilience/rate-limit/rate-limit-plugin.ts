import {
  bare,
  type MiddlewareContext,
  type MiddlewareNext,
  originOf,
  Plugin,
  Refusal,
  type Result,
  type Send,
  systemClock,
} from '../../../core/seats.js';
import { Asker } from './asker.js';
import type { Gate } from './gate.js';
import { Gates } from './gates.js';
import { Holds } from './holds.js';
import { OriginKeys } from './origin-keys.js';
import {
  type OwnRateLimitOptions,
  type RateLimitOptions,
  readRateLimitOptions,
} from './rate-limit-options.js';
import type { Slot } from './slot.js';

/** What the body of an error says in words. */
const messageIn = (body: unknown): string => {
  try {
    const { message } = Object(body) as { message?: unknown };
    return typeof message === 'string' ? message : '';
  } catch {
    // One that an endpoint's own functions have made may be anything.
    return '';
  }
};

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
  readonly #options: OwnRateLimitOptions;
  readonly #gates: Gates;
  readonly #holds = new Holds();
  /** What is sent under a slot, where the plugin may see it again further in. */
  readonly #let = new WeakSet<RequestInit>();
  readonly #origins = new OriginKeys();

  /** @throws TypeError for an option that is none. */
  constructor(options?: RateLimitOptions | null) {
    super();
    const own = readRateLimitOptions(options);
    this.#options = own;
    const shared = own.shared && new Asker(own.shared, own.failOpen, systemClock);
    this.#gates = new Gates({ ...own, clock: systemClock, shared });
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

  override async exchange(
    ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: Send,
  ): Promise<Response> {
    // In a list twice: who waits for a second slot while it holds the first may wait for its like, which does the same.
    if (this.#let.has(init)) return send(url, init);
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
    return this.#origins.of(ctx.request.url);
  }

  #keyOf(ctx: MiddlewareContext): string {
    const key: unknown = this.keyFor(ctx);
    if (typeof key !== 'string') throw Refusal.of('What keyFor gives', key, 'a text');
    return key;
  }

  /** A copy: a plugin further out may send what it has once more, which is another request. */
  #marked(init: RequestInit): RequestInit {
    const copy = bare<RequestInit>(init);
    this.#let.add(copy);
    return copy;
  }

  async #wait(gate: Gate, ctx: MiddlewareContext, signal: AbortSignal | null | undefined): Promise<Slot> {
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
    const { refusals, inBody } = this.#options.rules;
    if (!inBody || !error || !refusals.includes(error.status)) return;
    if (inBody.test(messageIn(error.body))) this.#holds.slotOf(ctx, response)?.refused();
  }
}
