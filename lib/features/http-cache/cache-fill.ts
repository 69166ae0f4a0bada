import type { ExternalStore, Purpose } from './http-cache-store.js';
import type { MemoryStore } from './memory-store.js';
import type { OriginServer, Outcome, CacheExchange } from './origin-server.js';
import type { CacheRequest } from './cache-request.js';
import { isOfUse, isNewerThan } from './storability.js';
import type { Stored } from './stored-response.js';

/** A call that a cache can't answer by itself. */
export interface CacheLookup {
  readonly wire: CacheExchange;
  readonly asked: CacheRequest;
  /** Under which its answers are kept in this process. */
  readonly key: string;
  /** Where its answers may stand outside of this process; undefined for nowhere. */
  readonly outside: ExternalStore | undefined;
}

/** What came, and whether later requests will find it. */
export type FillResult = Outcome & { readonly isStored: boolean };

const isKept = (outcome: Outcome): boolean =>
  outcome.stored !== undefined && outcome.isKept && isOfUse(outcome.stored);

/** Gets answers from the server and keeps them: one process for all, where the store can tell which. */
export class CacheFill {
  readonly #origin: OriginServer;
  readonly #memory: MemoryStore;

  constructor(origin: OriginServer, memory: MemoryStore) {
    this.#origin = origin;
    this.#memory = memory;
  }

  /**
   * @param known What is stored, to be asked whether it holds.
   * @param work Is handed what goes on when the answer is there.
   * @returns Undefined where another process does it.
   */
  async fill(
    visit: CacheLookup,
    known: Stored | undefined,
    purpose: Purpose,
    signal: AbortSignal | undefined,
    work: (going: Promise<unknown>) => void,
  ): Promise<FillResult | undefined> {
    const { asked, outside, wire } = visit;
    const look = await outside?.look(asked, purpose, signal);
    if (outside && !look) return undefined;
    if (look?.stored) return { stored: look.stored, how: 'hit', isKept: true, isStored: true };
    let kept: Promise<boolean> | undefined;
    try {
      const since = this.#memory.now;
      const outcome = await this.#origin.ask(wire, asked, known, signal);
      kept = this.#keep(visit, outcome, since, look?.keep);
      return { ...outcome, isStored: outcome.how !== 'stale' && isKept(outcome) };
    } finally {
      // After a failure the next may have better luck; after an answer for one alone, nobody has.
      const released = async (): Promise<void> => look?.release((await kept) === false);
      if (look) work(released());
    }
  }

  /** Keeps an answer where it may stand, and forgets what it takes the place of. Whether others find it outside. */
  async #keep(
    { asked, key, outside }: CacheLookup,
    outcome: Outcome,
    since: number,
    keep: ((stored: Stored, isValidated: boolean) => Promise<boolean>) | undefined,
  ): Promise<boolean> {
    const { stored } = outcome;
    if (outcome.how === 'stale') return false;
    if (stored && isKept(outcome)) {
      const isValidated = outcome.how === 'validated';
      // A later request may have brought a newer one meanwhile.
      if (isNewerThan(this.#memory.find(key, asked).stored, stored, isValidated)) return true;
      this.#memory.keep(key, asked, stored, since);
      if (!outside) return false;
      // Here until it is there: nobody waits for the store to take it.
      const mayLeave = outside.mayHold(stored);
      const isThere = mayLeave && (await keep?.(stored, isValidated)) === true;
      if (mayLeave) this.#memory.delete(key, asked, stored);
      // What stands there is older.
      if (!isThere) await outside.delete(asked);
      return isThere;
    }
    // A failure says nothing of what is stored, and neither does what was asked for under a condition.
    const isOther = asked.method === 'GET' && !asked.conditional;
    if (stored || (isOther && outcome.response.status < 500)) {
      this.#memory.delete(key, asked);
      await outside?.delete(asked);
    }
    return false;
  }
}
