import { abortBy, type Clock, onAbort, randomBetween } from '../../../core/internal.js';
import { NotSentError } from '../../retry/transient.js';
import { readRateLimitHeaders } from './rate-limit-headers.js';
import { LONGEST_CLOSED, Quota, type RateLimitRules, Refusals, type Ticket } from './quota.js';
import type { SharedLimitClient } from './shared-limit.js';

/** Settings of all limiters of a plugin. */
interface GateSettings {
  readonly clock: Clock;
  /** Maximum number of concurrent requests. */
  readonly concurrency: number;
  /** Longest wait of a request in milliseconds. */
  readonly maxWait: number;
  readonly maxQueue: number;
  readonly rules: RateLimitRules;
  readonly shared: SharedLimitClient | undefined;
}

/** A slot of a request among the concurrent requests. */
export class Slot {
  readonly ticket: Ticket;
  readonly #gate: Limiter;
  #response: Response | undefined;
  #isFromElsewhere = false;
  #isOver = false;
  #endsWithAnswer = false;

  constructor(gate: Limiter, ticket: Ticket) {
    this.#gate = gate;
    this.ticket = ticket;
  }

  get isAnswered(): boolean {
    return this.#response !== undefined;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether this response belongs to the slot's request. */
  brought(response: Response | null | undefined): boolean {
    return response != null && this.#response === response;
  }

  /**
   * Records the response.
   *
   * @param isFromElsewhere Whether a redirect led to another service, which the headers then describe.
   */
  answered(response: Response, isFromElsewhere: boolean): void {
    if (this.#isOver) return;
    this.#response = response;
    this.#isFromElsewhere = isFromElsewhere;
    this.#gate.answered(this, isFromElsewhere ? { status: 302, headers: new Headers() } : response);
    if (this.#endsWithAnswer) this.end();
  }

  /** Records that the response body reports too many requests. */
  refused(): void {
    if (!this.#isFromElsewhere) this.#gate.refused(this);
  }

  /** Releases the slot. A second call does nothing. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#gate.left(this);
  }

  /** Releases the slot when the response arrives, because no caller waits for it any more. */
  endWithAnswer(): void {
    if (this.isAnswered) this.end();
    else this.#endsWithAnswer = true;
  }
}

/** Time limits of a request that waits for a slot, in ticks of the clock. */
interface Patience {
  /** Latest opening time that the request accepts if it's known in advance. */
  readonly patientUntil: number;
  /** When the request stops waiting, for any reason. */
  readonly staysUntil: number;
}

/** A request that waits for a slot. */
interface QueuedRequest extends Patience {
  /** Ends the wait with a slot or an error. */
  settle(outcome: Slot | NotSentError): void;
}

/** Waits in the queue until the request is settled or the signal aborts. */
const enqueue = (
  line: Set<QueuedRequest>,
  patience: Patience,
  signal: AbortSignal | undefined,
): Promise<Slot> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) throw abortBy(signal).reason;
    const leave = (): void => {
      forget?.();
      line.delete(waiter);
    };
    const waiter: QueuedRequest = {
      ...patience,
      settle(outcome) {
        leave();
        if (outcome instanceof Slot) resolve(outcome);
        else reject(outcome);
      },
    };
    const abort = (): void => {
      leave();
      reject(signal && abortBy(signal).reason);
    };
    // Register first: a worker's signal from another request throws here, and the request must not stay in the queue.
    const forget = signal && onAbort(signal, abort);
    line.add(waiter);
  });

/** @param wait Milliseconds; undefined if it's unknown. */
const waitTooLong = (wait: number | undefined): NotSentError =>
  new NotSentError(
    'wait-too-long',
    `The rate limit requires a wait of ${wait === undefined ? 'unknown length' : `${wait} ms`}: call later, or raise maxWait and the timeout.`,
    wait,
  );

/** Extra random wait, up to a tenth: otherwise all processes would resume at the same moment. */
const SPREAD = 0.1;

/**
 * Limits the requests to one service: how many run at the same time, in order of arrival, and by the service's rate
 * limit. Times are ticks of a monotonic clock.
 */
export class Limiter {
  readonly #key: string;
  readonly #settings: GateSettings;
  readonly #quota = new Quota();
  readonly #refusals: Refusals;
  /** Waiting requests, the oldest first. */
  readonly #line = new Set<QueuedRequest>();
  #concurrency: number;
  #inside = 0;
  /** Number of running requests without a response. */
  #underway = 0;
  #sharedUntil = -Infinity;
  #isAsking = false;
  /** When the limiter opens, as the waiting requests know it, and when they wake up. */
  #known = -Infinity;
  #wakesAt = -Infinity;
  #timer: unknown;
  #timerAt = Infinity;

  constructor(key: string, settings: GateSettings) {
    this.#key = key;
    this.#settings = settings;
    this.#concurrency = settings.concurrency;
    this.#refusals = new Refusals(settings.rules);
  }

  /** Whether no request runs or waits. */
  get isIdle(): boolean {
    return this.#inside === 0 && this.#line.size === 0 && !this.#isAsking;
  }

  /** Whether it has information that a new limiter would have to collect again. */
  get hasState(): boolean {
    if (this.#quota.hasState || this.#concurrency < this.#settings.concurrency) return true;
    return this.#sharedUntil > this.#now;
  }

  /** Returns a slot if one is available immediately. */
  enter(): Slot | undefined {
    if (this.#line.size > 0 || this.#settings.shared) return undefined;
    const now = this.#now;
    return this.#isOpen(now) ? this.#let(now) : undefined;
  }

  /**
   * Waits for a slot. Rejects with a NotSentError or with the reason of the signal.
   *
   * @param remaining Milliseconds until the call times out.
   */
  async wait(remaining: number, signal: AbortSignal | null | undefined): Promise<Slot> {
    try {
      const now = this.#now;
      const { maxWait } = this.#settings;
      const patience = Math.min(maxWait, remaining);
      const refusal = this.#refusalOf(patience, now);
      if (refusal) throw refusal;
      const times = { patientUntil: now + patience, staysUntil: now + maxWait };
      const turn = enqueue(this.#line, times, signal ?? undefined);
      this.#pump(now);
      return await turn;
    } catch (thrown) {
      // The opening time might have passed while other requests still had a later timer: set the timer for the current
      // queue.
      this.#pump(this.#now);
      throw thrown;
    }
  }

  /** Records a response. Its headers apply to all requests. */
  answered({ ticket }: Slot, response: Pick<Response, 'status' | 'headers'>): void {
    const { clock, concurrency: most } = this.#settings;
    this.#underway -= 1;
    this.#quota.settle(ticket, true);
    const { window, concurrency } = readRateLimitHeaders(response.headers, clock);
    const wait = this.#refusals.waitFor(response, window, this.#quota.isOutdated(ticket), clock);
    if (concurrency) this.#concurrency = Math.min(concurrency, most);
    // A shortcut for most responses: no new information and no waiting request.
    if (wait === undefined && !window && this.#line.size === 0) return;
    const now = this.#now;
    if (wait !== undefined) this.#quota.close(wait, now);
    else if (window) this.#quota.count(window, ticket, this.#underway, now);
    this.#pump(now);
  }

  /** Records that a response body reports too many requests. */
  refused({ ticket }: Slot): void {
    const now = this.#now;
    // Unless the headers already reported it.
    const isNews = !this.#quota.isOutdated(ticket) && this.#opensAt <= now;
    if (isNews) this.#quota.close(this.#refusals.next(), now);
    this.#pump(now);
  }

  /** Removes a slot that is no longer needed. */
  left({ ticket, isAnswered }: Slot): void {
    if (!isAnswered) {
      this.#underway -= 1;
      this.#quota.settle(ticket, false);
    }
    this.#inside -= 1;
    if (this.#line.size > 0) this.#pump(this.#now);
  }

  get #now(): number {
    return this.#settings.clock.ticks();
  }

  get #opensAt(): number {
    return Math.max(this.#quota.opensAt, this.#sharedUntil);
  }

  get #first(): QueuedRequest | undefined {
    const [first] = this.#line;
    return first;
  }

  #isOpen(now: number): boolean {
    return this.#inside < this.#concurrency && now >= this.#quota.asksUntil && now >= this.#opensAt;
  }

  #let(now: number): Slot {
    this.#inside += 1;
    this.#underway += 1;
    return new Slot(this, this.#quota.take(now));
  }

  /** Returns why a request can't wait for a slot; undefined if it can. */
  #refusalOf(patience: number, now: number): NotSentError | undefined {
    const { maxQueue, shared } = this.#settings;
    const wait = this.#untilOpen(now);
    // Only the shared limit must be checked, so the request doesn't wait for a slot.
    if (shared && this.#line.size === 0 && this.#isOpen(now)) return undefined;
    if (this.#line.size >= maxQueue) {
      const sentence = `${maxQueue} requests already wait for the rate limit: send fewer, or raise maxQueue.`;
      return new NotSentError('queue-full', sentence, wait);
    }
    return patience <= 0 || this.#opensAt - now > patience ? waitTooLong(wait) : undefined;
  }

  /** Whole milliseconds until the limiter opens; undefined if it waits for another reason. */
  #untilOpen(now: number): number | undefined {
    return this.#opensAt > now ? Math.ceil(this.#opensAt - now) : undefined;
  }

  /** Starts or rejects waiting requests, and sets the timer for the next check. */
  #pump(now: number): void {
    for (let first = this.#first; first && !this.#isAsking; first = this.#first) {
      if (this.#isOpen(now)) {
        if (this.#settings.shared) void this.#ask(this.#settings.shared);
        else first.settle(this.#let(now));
      } else if (now >= first.staysUntil) first.settle(waitTooLong(this.#untilOpen(now)));
      else break;
    }
    this.#tell(now);
    this.#rest(now);
  }

  async #ask(shared: SharedLimitClient): Promise<void> {
    this.#isAsking = true;
    const wait = await shared.ask(this.#key);
    this.#isAsking = false;
    const now = this.#now;
    if (wait > 0) this.#sharedUntil = now + Math.min(wait, LONGEST_CLOSED);
    else if (this.#isOpen(now)) this.#first?.settle(this.#let(now));
    this.#pump(now);
  }

  /** Notifies waiting requests when the opening time has changed. */
  #tell(now: number): void {
    const opensAt = this.#opensAt;
    if (opensAt === this.#known) return;
    this.#known = opensAt;
    this.#wakesAt = opensAt + randomBetween(0, SPREAD * Math.max(opensAt - now, 0));
    for (const waiter of this.#line)
      if (opensAt > waiter.patientUntil) waiter.settle(waitTooLong(this.#untilOpen(now)));
  }

  /** Sets the timer. No timer is needed if the queue is empty, or waits for a slot or for the store. */
  #rest(now: number): void {
    const { clock } = this.#settings;
    const first = this.#isAsking ? undefined : this.#first;
    const wakesAt = Math.max(this.#quota.asksUntil, this.#opensAt > now ? this.#wakesAt : -Infinity);
    const at = first ? Math.min(first.staysUntil, wakesAt > now ? wakesAt : Infinity) : Infinity;
    if (at === this.#timerAt) return;
    clock.clearTimeout(this.#timer);
    this.#timerAt = at;
    if (at === Infinity) return;
    const ring = (): void => {
      this.#timerAt = Infinity;
      this.#pump(this.#now);
    };
    this.#timer = clock.setTimeout(ring, Math.max(Math.ceil(at - clock.ticks()), 0));
  }
}

/** Maximum number of idle limiters to keep because of their information. */
const MOST = 1000;

/** The limiters of a plugin by key. */
export class LimiterRegistry {
  readonly #settings: GateSettings;
  /** Limiters by key, the least recently used first. */
  readonly #gates = new Map<string, Limiter>();
  #sweepsAt = 2 * MOST;

  constructor(settings: GateSettings) {
    this.#settings = settings;
  }

  /** Number of limiters. */
  get size(): number {
    return this.#gates.size;
  }

  /** Returns the limiter of a key and marks it as used. */
  at(key: string): Limiter {
    const gate = this.#gates.get(key) ?? new Limiter(key, this.#settings);
    this.#gates.delete(key);
    if (this.#gates.size >= this.#sweepsAt) this.#sweep();
    this.#gates.set(key, gate);
    return gate;
  }

  /** Don't run this for each new key: it checks all limiters. */
  #sweep(): void {
    let remembered = 0;
    for (const [key, gate] of [...this.#gates].reverse()) {
      if (!gate.isIdle) continue;
      if (gate.hasState && remembered < MOST) remembered += 1;
      else this.#gates.delete(key);
    }
    this.#sweepsAt = this.#gates.size + MOST;
  }
}
