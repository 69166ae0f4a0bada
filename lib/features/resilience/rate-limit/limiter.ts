import { abortBy, type Clock, onAbort, randomBetween } from '../../../core/internal.js';
import { NotSentError } from '../../retry/transient.js';
import { readRateLimitHeaders } from './rate-limit-headers.js';
import { LONGEST_CLOSED, Quota, type RateLimitRules, Refusals, type Ticket } from './quota.js';
import type { Asker } from './shared-limit.js';

/** What all gates of a plugin have in common. */
interface GateSettings {
  readonly clock: Clock;
  /** How many may be inside at once. */
  readonly concurrency: number;
  /** Milliseconds. */
  readonly maxWait: number;
  readonly maxQueue: number;
  readonly rules: RateLimitRules;
  readonly shared: Asker | undefined;
}

/** A request's place among those that may be inside at once. */
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

  /** Whether it is this response that its request was answered with. */
  brought(response: Response | null | undefined): boolean {
    return response != null && this.#response === response;
  }

  /** @param isFromElsewhere Whether another service has answered than the one that was asked: what it says is about that. */
  answered(response: Response, isFromElsewhere: boolean): void {
    if (this.#isOver) return;
    this.#response = response;
    this.#isFromElsewhere = isFromElsewhere;
    this.#gate.answered(this, isFromElsewhere ? { status: 302, headers: new Headers() } : response);
    if (this.#endsWithAnswer) this.end();
  }

  /** The body of the answer says that there were too many requests. */
  refused(): void {
    if (!this.#isFromElsewhere) this.#gate.refused(this);
  }

  /** Gives it back. Twice does nothing. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#gate.left(this);
  }

  /** Gives it back as soon as the request is answered, as no caller waits for that any more. */
  endWithAnswer(): void {
    if (this.isAnswered) this.end();
    else this.#endsWithAnswer = true;
  }
}

/** Until when a request waits for a slot. */
interface Patience {
  /** No wait that is known beforehand may last longer. */
  readonly patientUntil: number;
  /** Then it waits no longer, whatever it waits for. */
  readonly staysUntil: number;
}

/** A request that waits for a slot. */
interface QueuedRequest extends Patience {
  /** Ends the wait: with a slot, or without. */
  settle(outcome: Slot | NotSentError): void;
}

/** Stands in line until it is settled, or the signal aborts. */
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
    // First: a worker's signal of another request takes no listener, and then nothing is to stand in line.
    const forget = signal && onAbort(signal, abort);
    line.add(waiter);
  });

/** @param wait Milliseconds; undefined where it is not known how long. */
const waitTooLong = (wait: number | undefined): NotSentError =>
  new NotSentError(
    'wait-too-long',
    `The rate limit requires a wait of ${wait === undefined ? 'unknown length' : `${wait} ms`}: call later, or raise maxWait and the timeout.`,
    wait,
  );

/** What many processes are told at once would bring them all back at once: they come up to a tenth later. */
const SPREAD = 0.1;

/**
 * Lets requests through to one service: only so many at once, in the order in which they came, and as it wants them. Times
 * are those of the clock that can't be set.
 */
export class Limiter {
  readonly #key: string;
  readonly #settings: GateSettings;
  readonly #quota = new Quota();
  readonly #refusals: Refusals;
  /** The one that came first stands first. */
  readonly #line = new Set<QueuedRequest>();
  #concurrency: number;
  #inside = 0;
  /** How many of those inside have no answer yet. */
  #underway = 0;
  #sharedUntil = -Infinity;
  #isAsking = false;
  /** When the gate opens, as those who wait know it, and when they wake up. */
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

  /** Whether nothing is inside, or waits. */
  get isIdle(): boolean {
    return this.#inside === 0 && this.#line.size === 0 && !this.#isAsking;
  }

  /** Whether it knows anything that another one would have to learn first. */
  get hasState(): boolean {
    if (this.#quota.hasState || this.#concurrency < this.#settings.concurrency) return true;
    return this.#sharedUntil > this.#now;
  }

  /** A slot, where one is to be had at once. */
  enter(): Slot | undefined {
    if (this.#line.size > 0 || this.#settings.shared) return undefined;
    const now = this.#now;
    return this.#isOpen(now) ? this.#let(now) : undefined;
  }

  /**
   * A slot, when it is this one's turn. Rejects with a NotSentError, or with the signal's reason.
   *
   * @param remaining Milliseconds that the call has left.
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
      // The time may have come while the others were still to sleep on: the alarm is set for those who wait now.
      this.#pump(this.#now);
      throw thrown;
    }
  }

  /** The answer to a request has come: what it says is for all. */
  answered({ ticket }: Slot, response: Pick<Response, 'status' | 'headers'>): void {
    const { clock, concurrency: most } = this.#settings;
    this.#underway -= 1;
    this.#quota.settle(ticket, true);
    const { window, concurrency } = readRateLimitHeaders(response.headers, clock);
    const wait = this.#refusals.waitFor(response, window, this.#quota.isOutdated(ticket), clock);
    if (concurrency) this.#concurrency = Math.min(concurrency, most);
    // Most answers: there is nothing new, and nothing waits.
    if (wait === undefined && !window && this.#line.size === 0) return;
    const now = this.#now;
    if (wait !== undefined) this.#quota.close(wait, now);
    else if (window) this.#quota.count(window, ticket, this.#underway, now);
    this.#pump(now);
  }

  /** The body of an answer says that there were too many requests. */
  refused({ ticket }: Slot): void {
    const now = this.#now;
    // Unless the headers have said so already.
    const isNews = !this.#quota.isOutdated(ticket) && this.#opensAt <= now;
    if (isNews) this.#quota.close(this.#refusals.next(), now);
    this.#pump(now);
  }

  /** A slot is needed no more. */
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

  /** Why there is no place for one that can wait so long; undefined where there is. */
  #refusalOf(patience: number, now: number): NotSentError | undefined {
    const { maxQueue, shared } = this.#settings;
    const wait = this.#untilOpen(now);
    // One that only has to ask others first waits for no turn.
    if (shared && this.#line.size === 0 && this.#isOpen(now)) return undefined;
    if (this.#line.size >= maxQueue) {
      const sentence = `${maxQueue} requests already wait for the rate limit: send fewer, or raise maxQueue.`;
      return new NotSentError('queue-full', sentence, wait);
    }
    return patience <= 0 || this.#opensAt - now > patience ? waitTooLong(wait) : undefined;
  }

  /** Whole milliseconds until the gate opens; undefined where it waits for something else. */
  #untilOpen(now: number): number | undefined {
    return this.#opensAt > now ? Math.ceil(this.#opensAt - now) : undefined;
  }

  /** Lets in who may, sends away who would wait too long, and sees to it that this happens again. */
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

  async #ask(shared: Asker): Promise<void> {
    this.#isAsking = true;
    const wait = await shared.ask(this.#key);
    this.#isAsking = false;
    const now = this.#now;
    if (wait > 0) this.#sharedUntil = now + Math.min(wait, LONGEST_CLOSED);
    else if (this.#isOpen(now)) this.#first?.settle(this.#let(now));
    this.#pump(now);
  }

  /** Who waits learns of it when the gate opens at another time than was known. */
  #tell(now: number): void {
    const opensAt = this.#opensAt;
    if (opensAt === this.#known) return;
    this.#known = opensAt;
    this.#wakesAt = opensAt + randomBetween(0, SPREAD * Math.max(opensAt - now, 0));
    for (const waiter of this.#line)
      if (opensAt > waiter.patientUntil) waiter.settle(waitTooLong(this.#untilOpen(now)));
  }

  /** Sets the timer; none when nothing waits, or all wait for something else: one inside to leave, a store's answer. */
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

/** How many gates are remembered at which nothing is, of those that know something. */
const MOST = 1000;

/** The gates of a plugin, by key. */
export class LimiterRegistry {
  readonly #settings: GateSettings;
  /** The one that was used longest ago stands first. */
  readonly #gates = new Map<string, Limiter>();
  #sweepsAt = 2 * MOST;

  constructor(settings: GateSettings) {
    this.#settings = settings;
  }

  /** How many there are. */
  get size(): number {
    return this.#gates.size;
  }

  /** The gate of a key, which is entered, or waited at, now. */
  at(key: string): Limiter {
    const gate = this.#gates.get(key) ?? new Limiter(key, this.#settings);
    this.#gates.delete(key);
    if (this.#gates.size >= this.#sweepsAt) this.#sweep();
    this.#gates.set(key, gate);
    return gate;
  }

  /** Not at each new key: all of them are looked at. */
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
