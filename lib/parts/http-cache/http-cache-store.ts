/**
 * Where an HTTP cache keeps its records outside of the process: bytes by name. A method that throws, rejects or takes
 * longer than the cache's `patience` is a miss, and never a failed or late call.
 */
export interface HttpCacheStore {
  /** The values of these keys in their order, as they were set or claimed; undefined for one that has none. */
  get(keys: string[]): Promise<(Uint8Array | undefined)[]>;
  /**
   * Keeps a value in the place of any other.
   *
   * @param ttl Milliseconds for which it is kept at most.
   */
  set(key: string, record: Uint8Array, ttl: number): Promise<void>;
  /** Forgets a value; nothing for a key that has none. */
  delete(key: string): Promise<void>;
  /**
   * Keeps the bytes of a text under a key that has no value, for `ms` milliseconds; false where it has one. Of several
   * who claim one key at once, in any process, one may. Without it each process sends requests of its own.
   */
  claim?(key: string, token: string, ms: number): Promise<boolean>;
  /** Forgets what was claimed with that text, and nothing else. */
  release?(key: string, token: string): Promise<void>;
}
