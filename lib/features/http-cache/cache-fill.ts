import type { ExternalStore, Purpose } from './http-cache-store.js';
import type { MemoryStore } from './memory-store.js';
import type { OriginServer, FetchOutcome, CacheExchange } from './origin-server.js';
import type { CacheRequest } from './cache-request.js';
import { isOfUse, isNewerThan } from './storability.js';
import type { Stored } from './stored-response.js';

/** A call that the stored responses can't answer: its response comes from a request. */
export interface CacheLookup {
  readonly exchange: CacheExchange;
  readonly request: CacheRequest;
  /** Key of its responses in this process. */
  readonly key: string;
  /** The external store for its responses; undefined if they must stay in this process. */
  readonly outside: ExternalStore | undefined;
}

/** The outcome of a request, and whether later requests can find it. */
export type FillResult = FetchOutcome & { readonly isStored: boolean };

const isKept = (outcome: FetchOutcome): boolean =>
  outcome.stored !== undefined && outcome.isKept && isOfUse(outcome.stored);

/**
 * Requests responses from the server and stores them. If the store supports leases, only one process sends the request.
 */
export class CacheFill {
  readonly #origin: OriginServer;
  readonly #memory: MemoryStore;

  constructor(origin: OriginServer, memory: MemoryStore) {
    this.#origin = origin;
    this.#memory = memory;
  }

  /**
   * Sends the request and stores its response.
   *
   * @param known The stored response to validate.
   * @param work Called with work that continues after the response has arrived.
   * @returns Undefined if another process sends the request.
   */
  async fill(
    lookup: CacheLookup,
    known: Stored | undefined,
    purpose: Purpose,
    signal: AbortSignal | undefined,
    work: (going: Promise<unknown>) => void,
  ): Promise<FillResult | undefined> {
    const { request, outside, exchange } = lookup;
    const look = await outside?.look(request, purpose, signal);
    if (outside && !look) return undefined;
    if (look?.stored) return { stored: look.stored, how: 'hit', isKept: true, isStored: true };
    let kept: Promise<boolean> | undefined;
    try {
      const since = this.#memory.now;
      const outcome = await this.#origin.ask(exchange, request, known, signal);
      kept = this.#keep(lookup, outcome, since, look?.keep);
      return { ...outcome, isStored: outcome.how !== 'stale' && isKept(outcome) };
    } finally {
      // After a failure, another process can try. After a response that can't be shared, each process sends its own
      // request.
      const released = async (): Promise<void> => look?.release((await kept) === false);
      if (look) work(released());
    }
  }

  /**
   * Stores a response where it's allowed, and deletes the entry that it replaces. Resolves with true if the external
   * store has it.
   */
  async #keep(
    { request, key, outside }: CacheLookup,
    outcome: FetchOutcome,
    since: number,
    keep: ((stored: Stored, isValidated: boolean) => Promise<boolean>) | undefined,
  ): Promise<boolean> {
    const { stored } = outcome;
    if (outcome.how === 'stale') return false;
    if (stored && isKept(outcome)) {
      const isValidated = outcome.how === 'validated';
      // A later request might have stored a newer response in the meantime.
      if (isNewerThan(this.#memory.find(key, request).stored, stored, isValidated)) return true;
      this.#memory.keep(key, request, stored, since);
      if (!outside) return false;
      // Keep the response in memory until the store has it: no call waits for the write.
      const mayLeave = outside.mayHold(stored);
      const isThere = mayLeave && (await keep?.(stored, isValidated)) === true;
      if (mayLeave) this.#memory.delete(key, request, stored);
      // The store still has an older response.
      if (!isThere) await outside.delete(request);
      return isThere;
    }
    // A failure and the response to a conditional request say nothing about the stored response.
    const isOther = request.method === 'GET' && !request.conditional;
    if (stored || (isOther && outcome.response.status < 500)) {
      this.#memory.delete(key, request);
      await outside?.delete(request);
    }
    return false;
  }
}
