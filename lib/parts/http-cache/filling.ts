import { type Clock, wait } from '../../core/seats.js';
import type { Asked } from './asked-request.js';
import { decide } from './decision.js';
import type { HttpCacheSettings } from './http-cache-options.js';
import type { Origin, Outcome, Wire } from './origin.js';
import type { Marks } from './record.js';
import { type FoundOutside, randomText, type RecordStore } from './record-store.js';
import { isOfUse } from './storing.js';
import type { Stored } from './stored-response.js';
import type { MemoryStore } from './memory-store.js';

/** A call that a cache can't answer by itself. */
export interface Visit {
  readonly wire: Wire;
  readonly asked: Asked;
  /** Under which its answers are kept in this process. */
  readonly key: string;
  /** Where its answers may stand outside of this process; undefined for nowhere. */
  readonly outside: RecordStore | undefined;
  /** What was found there last. */
  foundOutside: FoundOutside | undefined;
}

/**
 * `'alone'`: for one caller. `'together'`: for all of this process, who wait for other processes too. `'behind'`: for
 * nobody, and not at all where another process does it.
 */
export type Purpose = 'alone' | 'together' | 'behind';

/** What came, and whether later requests will find it. */
export type Filled = Outcome & { readonly isStored: boolean };

/** Milliseconds between two looks at what another process brings: the first, how they grow, and the longest. */
const FIRST_LOOK = 5;
const GROWTH = 1.5;
const LONGEST_LOOK = 50;

/** The names of two claims: that of a process that is taken for dead must not let all others go at once. */
const CLAIMS = ['', '-late'];

interface Claimed {
  /** What to release it with; undefined where there is no claim. */
  readonly token: string | undefined;
  /** What another process has brought. */
  readonly stored?: Stored | undefined;
}

/** Gets answers from the server and keeps them: one process for all, where the store can tell which. */
export class Filling {
  readonly #origin: Origin;
  readonly #memory: MemoryStore;
  readonly #settings: HttpCacheSettings;
  readonly #clock: Clock;

  constructor(origin: Origin, memory: MemoryStore, settings: HttpCacheSettings, clock: Clock) {
    this.#origin = origin;
    this.#memory = memory;
    this.#settings = settings;
    this.#clock = clock;
  }

  /**
   * @param known What is stored, to be asked whether it holds.
   * @param work Is handed what goes on when the answer is there.
   * @returns Undefined where another process does it.
   */
  async fill(
    visit: Visit,
    known: Stored | undefined,
    purpose: Purpose,
    signal: AbortSignal | undefined,
    work: (going: Promise<unknown>) => void,
  ): Promise<Filled | undefined> {
    const { asked, outside, wire } = visit;
    const claimed =
      purpose !== 'alone' && outside?.canClaim ? await this.#claim(visit, outside, purpose, signal) : undefined;
    if (claimed === 'lost') return undefined;
    if (claimed?.stored) return { stored: claimed.stored, how: 'hit', isKept: true, isStored: true };
    let kept: Promise<boolean> | undefined;
    try {
      const since = this.#memory.now;
      const marks = outside && (await this.#marks(visit, outside));
      const outcome = await this.#origin.ask(wire, asked, known, signal);
      kept = this.#keep(visit, outcome, known, since, marks);
      const isStored = outcome.how !== 'stale' && this.#isKept(outcome);
      return { ...outcome, isStored };
    } finally {
      const { token } = claimed ?? {};
      const released = async (): Promise<void> => {
        // After a failure the next may have better luck; after an answer for one alone, nobody has.
        const isApart = (await kept) === false;
        if (token !== undefined) await outside?.release(asked, token, isApart);
      };
      work(released());
    }
  }

  #isKept(outcome: Outcome): boolean {
    return outcome.stored !== undefined && outcome.isKept && isOfUse(outcome.stored);
  }

  async #marks(visit: Visit, outside: RecordStore): Promise<Marks | undefined> {
    if (!(await outside.isReady())) return undefined;
    visit.foundOutside ??= await outside.find(visit.asked);
    return outside.marksFor(visit.asked, visit.foundOutside);
  }

  /** Keeps an answer where it may stand, and forgets what it takes the place of. Whether others find it outside. */
  async #keep(
    { asked, key, outside }: Visit,
    outcome: Outcome,
    known: Stored | undefined,
    since: number,
    marks: Marks | undefined,
  ): Promise<boolean> {
    if (outcome.stored === undefined) {
      // A failure says nothing of what is stored, and neither does what was asked for under a condition.
      const isOther = asked.method === 'GET' && !asked.conditional && outcome.response.status < 500;
      if (isOther) await this.#forget(asked, key, outside, known);
      return false;
    }
    const { stored, how } = outcome;
    if (how === 'stale') return false;
    if (!this.#isKept(outcome)) {
      await this.#forget(asked, key, outside, known);
      return false;
    }
    this.#memory.keep(key, asked, stored, since);
    if (outside?.mayHold(stored) !== true) return false;
    // Here until it is there: nobody waits for the store to take it.
    const isThere = marks !== undefined && (await outside.keep(asked, stored, marks));
    this.#memory.delete(key, asked, stored);
    return isThere;
  }

  async #forget(
    asked: Asked,
    key: string,
    outside: RecordStore | undefined,
    known: Stored | undefined,
  ): Promise<void> {
    this.#memory.delete(key, asked);
    if (known) await outside?.delete(asked);
  }

  /** Waits until this process is the one to send, until another has brought something, or for long enough. */
  async #claim(
    visit: Visit,
    outside: RecordStore,
    purpose: Purpose,
    signal: AbortSignal | undefined,
  ): Promise<Claimed | 'lost'> {
    const { claimFor, claimWait } = this.#settings;
    const token = randomText();
    for (const late of CLAIMS) {
      const until = this.#clock.ticks() + claimWait;
      for (let pause = FIRST_LOOK; ; pause = Math.min(pause * GROWTH, LONGEST_LOOK)) {
        const isOurs = await outside.claim(visit.asked, token, claimFor, late);
        if (isOurs === undefined) return { token: undefined };
        if (!isOurs && purpose === 'behind') return 'lost';
        if (!isOurs) await wait(this.#clock, pause, signal);
        const stored = await this.#look(visit, outside);
        if (isOurs && stored) await outside.release(visit.asked, token, false);
        if (stored) return { token: undefined, stored };
        if (isOurs) return { token };
        if (visit.foundOutside?.isApart || this.#clock.ticks() >= until) break;
      }
      if (visit.foundOutside?.isApart) break;
    }
    return { token: undefined };
  }

  /** What stands outside by now, where that answers. */
  async #look(visit: Visit, outside: RecordStore): Promise<Stored | undefined> {
    const { asked } = visit;
    const found = await outside.find(asked);
    visit.foundOutside = found;
    const decision = decide(asked, found.stored, this.#clock.now(), found.varies);
    return decision.act === 'serve' && !decision.behind ? found.stored : undefined;
  }
}
