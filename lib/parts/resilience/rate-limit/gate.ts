import { type Clock, randomBetween } from '../../../core/seats.js';
import { type NotSentError, queueFull, waitTooLong } from '../not-sent.js';
import { FiguresReader } from './figures.js';
import { LONGEST_CLOSED, Quota, type RateLimitRules, Refusals } from './quota.js';
import type { Asker } from './shared-limit.js';
import { Slot, WaitingLine } from './slots.js';

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

/** One timer at most. Times are those of the clock that nobody sets. */
class Alarm {
  readonly #clock: Clock;
  readonly #task: () => void;
  #timer: unknown;
  #at = Infinity;

  constructor(clock: Clock, task: () => void) {
    this.#clock = clock;
    this.#task = task;
  }

  /** Goes off then, and at no other time; never, for Infinity. */
  set(at: number): void {
    if (at === this.#at) return;
    this.#clock.clearTimeout(this.#timer);
    this.#at = at;
    if (at === Infinity) return;
    const ring = (): void => {
      this.#at = Infinity;
      this.#task();
    };
    this.#timer = this.#clock.setTimeout(ring, Math.max(Math.ceil(at - this.#clock.ticks()), 0));
  }
}

/** What many processes are told at once would bring them all back at once: they come up to a tenth later. */
const SPREAD = 0.1;

/** Lets requests through to one service: only so many at once, in the order in which they came, and as it wants them. */
export class Gate {
  /** What it is for. */
  readonly key: string;
  readonly #settings: GateSettings;
  readonly #onIdle: (gate: Gate) => void;
  readonly #line = new WaitingLine();
  readonly #alarm: Alarm;
  readonly #quota = new Quota();
  readonly #figures: FiguresReader;
  readonly #refusals: Refusals;
  #concurrency: number;
  #inside = 0;
  /** How many of those inside have no answer yet. */
  #underway = 0;
  #sharedUntil = -Infinity;
  #isAsking = false;
  /** When the gate opens, as those who wait know it, and when they wake up. */
  #known = -Infinity;
  #wakesAt = -Infinity;

  /** @param onIdle Called when nobody is inside or waits any more. */
  constructor(key: string, settings: GateSettings, onIdle: (gate: Gate) => void) {
    this.key = key;
    this.#settings = settings;
    this.#onIdle = onIdle;
    this.#concurrency = settings.concurrency;
    this.#figures = new FiguresReader(settings.clock);
    this.#refusals = new Refusals(settings.rules);
    this.#alarm = new Alarm(settings.clock, () => this.#pump(this.#now));
  }

  /** Whether it knows anything that another one would have to learn first. */
  get isKnowing(): boolean {
    if (this.#quota.isKnowing || this.#concurrency < this.#settings.concurrency) return true;
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
   * @param remaining Milliseconds until whoever waits gives up.
   */
  async wait(remaining: number, signal: AbortSignal | null | undefined): Promise<Slot> {
    try {
      const now = this.#now;
      const { maxWait } = this.#settings;
      const patience = Math.min(maxWait, remaining);
      const refusal = this.#refusalOf(patience, now);
      if (refusal) throw refusal;
      const times = { patientUntil: now + patience, staysUntil: now + maxWait };
      const turn = this.#line.wait(times, signal ?? undefined);
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
    const { window, concurrency } = this.#figures.read(response.headers);
    const wait = this.#refusals.waitFor(response, window, this.#quota.isOutdated(ticket), clock);
    if (concurrency) this.#concurrency = Math.min(concurrency, most);
    // Most answers: there is nothing new, and nobody to tell.
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

  /** Whoever had the slot needs it no more. */
  left({ ticket, isAnswered }: Slot): void {
    if (!isAnswered) {
      this.#underway -= 1;
      this.#quota.settle(ticket, false);
    }
    this.#inside -= 1;
    if (this.#line.size > 0) this.#pump(this.#now);
    else this.#tellIdle();
  }

  get #now(): number {
    return this.#settings.clock.ticks();
  }

  get #opensAt(): number {
    return Math.max(this.#quota.opensAt, this.#sharedUntil);
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
    // Whoever has to ask others first waits for no turn.
    if (shared && this.#line.size === 0 && this.#isOpen(now)) return undefined;
    if (this.#line.size >= maxQueue) return queueFull(maxQueue, wait);
    return patience <= 0 || this.#opensAt - now > patience ? waitTooLong(wait) : undefined;
  }

  /** Whole milliseconds until the gate opens; undefined where it waits for something else. */
  #untilOpen(now: number): number | undefined {
    return this.#opensAt > now ? Math.ceil(this.#opensAt - now) : undefined;
  }

  /** Lets in who may, sends away who would wait too long, and sees to it that this happens again. */
  #pump(now: number): void {
    for (let first = this.#line.first; first && !this.#isAsking; first = this.#line.first) {
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
    const wait = await shared.ask(this.key);
    this.#isAsking = false;
    const now = this.#now;
    if (wait > 0) this.#sharedUntil = now + Math.min(wait, LONGEST_CLOSED);
    else if (this.#isOpen(now)) this.#line.first?.settle(this.#let(now));
    this.#pump(now);
  }

  /** Who waits learns of it when the gate opens at another time than was known. */
  #tell(now: number): void {
    const opensAt = this.#opensAt;
    if (opensAt === this.#known) return;
    this.#known = opensAt;
    this.#wakesAt = opensAt + randomBetween(0, SPREAD * Math.max(opensAt - now, 0));
    for (const { patientUntil, settle } of this.#line)
      if (opensAt > patientUntil) settle(waitTooLong(this.#untilOpen(now)));
  }

  /** No timer when nobody waits, or all wait for somebody else: for one inside to leave, for a store's answer. */
  #rest(now: number): void {
    const first = this.#isAsking ? undefined : this.#line.first;
    const { asksUntil } = this.#quota;
    const wakesAt = Math.max(asksUntil, this.#opensAt > now ? this.#wakesAt : -Infinity);
    this.#alarm.set(first ? Math.min(first.staysUntil, wakesAt > now ? wakesAt : Infinity) : Infinity);
    this.#tellIdle();
  }

  #tellIdle(): void {
    if (this.#inside === 0 && this.#line.size === 0 && !this.#isAsking) this.#onIdle(this);
  }
}

/** How many gates are remembered at which nobody is. */
const MOST = 1000;

/** The gates of a plugin, by key. */
export class Gates {
  readonly #settings: GateSettings;
  readonly #busy = new Map<string, Gate>();
  /** Those at which nobody is, and which know something; the one that has been idle for longest stands first. */
  readonly #idle = new Map<string, Gate>();
  /** The busy one that everybody has left last: often the next request is for it, and a new one would be dear. */
  #resting: Gate | undefined;

  constructor(settings: GateSettings) {
    this.#settings = settings;
  }

  /** How many there are. */
  get size(): number {
    return this.#busy.size + this.#idle.size;
  }

  /** The gate of a key. Somebody enters it, or waits, now. */
  at(key: string): Gate {
    const resting = this.#resting;
    this.#resting = undefined;
    if (resting?.key === key) return resting;
    if (resting) this.#putAway(resting);
    const busy = this.#busy.get(key);
    if (busy) return busy;
    const gate = this.#idle.get(key) ?? new Gate(key, this.#settings, this.#rest);
    this.#idle.delete(key);
    this.#busy.set(key, gate);
    return gate;
  }

  readonly #rest = (gate: Gate): void => {
    // It may say so twice, when it rests already, or another stands there by now.
    if (this.#resting === gate || this.#busy.get(gate.key) !== gate) return;
    if (this.#resting) this.#putAway(this.#resting);
    this.#resting = gate;
  };

  #putAway(gate: Gate): void {
    this.#busy.delete(gate.key);
    if (!gate.isKnowing) return;
    this.#idle.set(gate.key, gate);
    for (const oldest of this.#idle.keys()) {
      if (this.#idle.size <= MOST) return;
      this.#idle.delete(oldest);
    }
  }
}
