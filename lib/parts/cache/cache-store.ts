/** What a store keeps of a response: plain data, fit to be sent to another process. */
export interface CacheEntry {
  /** The decoded data. */
  readonly data: unknown;
  /** Of the response. */
  readonly status: number;
  /** Of the response. */
  readonly statusText: string;
  /** Of the response, as pairs of lowercase name and value. */
  readonly headers: readonly (readonly [string, string])[];
}

/**
 * Where a cache keeps its entries. Each method may return a promise; one that throws, rejects or takes too long is a
 * miss, and never a failed or late call.
 */
export interface CacheStore {
  /** The entry, or undefined when there is none or its time is over. */
  get(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined>;
  /**
   * Keeps an entry.
   *
   * @param ttl Milliseconds for which it may be handed out.
   */
  set(key: string, entry: CacheEntry, ttl: number): void | Promise<void>;
  /** Called for an entry that can't be used. */
  delete(key: string): void | Promise<void>;
  /** Forgets every entry. */
  clear(): void | Promise<void>;
  /**
   * For a store outside this process: keys are handed over as SHA-256, so that no header value or param can be read
   * from them. Default false: keys are plain text, made without waiting.
   */
  readonly hashKeys?: boolean;
}
