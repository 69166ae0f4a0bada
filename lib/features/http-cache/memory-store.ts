import { type CacheRequest, selecting } from './cache-request.js';
import type { Stored } from './stored-response.js';

/** The result of a lookup. */
export interface LookupResult {
  readonly stored: Stored | undefined;
  /** Whether there are responses for other values of the Vary headers. */
  readonly varies: boolean;
}

interface MemoryEntry {
  readonly key: string;
  /** A response, or the names of the headers by which responses under this key vary. */
  readonly held: Stored | readonly string[];
  readonly size: number;
  /** Names of the invalidation stamps that delete this entry. */
  readonly stamps: readonly string[];
  /** Number of the last invalidation before the request was sent. */
  readonly since: number;
  older: MemoryEntry | undefined;
  newer: MemoryEntry | undefined;
}

/** Overhead of an entry in bytes, in addition to its strings and body; most of it is the platform's `Headers`. */
const OVERHEAD = 1900;

/** Maximum number of headers by which responses under one key can vary. Responses with more aren't stored. */
export const MOST_VARY = 32;

/** How many invalidation stamps are remembered. With more, the whole store is cleared. */
const MOST_STAMPS = 10_000;

const sizeOf = ({ headers, body, url }: Stored): number => {
  let size = OVERHEAD + body.byteLength + 2 * url.length;
  headers.forEach((value, name) => (size += 2 * (name.length + value.length)));
  return size;
};

/** Name of the stamp that invalidates all responses of a URL. */
export const urlStamp = (url: string): string => `url ${url}`;

/** Name of the stamp that invalidates all responses with a tag. */
export const tagStamp = (tag: string): string => `tag ${tag}`;

/** Key of the variant that these header values select. */
export const variantKey = (key: string, { headers }: CacheRequest, names: readonly string[]): string =>
  `${key}${JSON.stringify(selecting(headers, names))}`;

/**
 * The header names by which responses under a key vary, together with the names of a new response. The names are only
 * added to: with fewer names, an outdated variant of a longer Vary would be found again.
 *
 * @param before Names of the other responses.
 */
export const variesWith = (before: readonly string[] | undefined, { vary }: Stored): readonly string[] =>
  [...new Set([...(before ?? []), ...vary.map(([name]) => name)])].sort();

/** Stores responses in this process. Deletes the least recently used entry first, in constant time. */
export class MemoryStore {
  readonly #maxSize: number;
  readonly #entries = new Map<string, MemoryEntry>();
  // A linked list: after many deletions, a Map scans its deleted slots to find the first entry.
  #oldest: MemoryEntry | undefined = undefined;
  #newest: MemoryEntry | undefined = undefined;
  #bytes = 0;
  #lastInvalidation = 0;
  #clearedAt = 0;
  readonly #stamps = new Map<string, number>();

  /** @param maxSize Maximum size in bytes. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get entries(): number {
    return this.#entries.size;
  }

  /** Number of the last invalidation, to record when a request starts. */
  get now(): number {
    return this.#lastInvalidation;
  }

  /**
   * Finds the response for a request.
   *
   * @param key Key of the request, with the parts that apply to this process only.
   */
  find(key: string, request: CacheRequest): LookupResult {
    const held = this.#get(key);
    if (!Array.isArray(held)) return { stored: held as Stored | undefined, varies: false };
    const variant = this.#get(variantKey(key, request, held as readonly string[])) as Stored | undefined;
    return { stored: variant, varies: true };
  }

  /**
   * Stores a response.
   *
   * @param since Number of the last invalidation before the request was sent.
   */
  keep(key: string, request: CacheRequest, stored: Stored, since: number): void {
    const held = this.#entries.get(key)?.held;
    const names = variesWith(Array.isArray(held) ? (held as readonly string[]) : undefined, stored);
    if (names.length > MOST_VARY) {
      this.delete(key, request);
      return;
    }
    const stamps = [urlStamp(request.url), ...stored.tags.map(tagStamp)];
    if (names.length > 0)
      this.#set({ key, held: names, size: OVERHEAD + 2 * names.join().length, stamps: [], since: Infinity });
    const own = names.length > 0 ? variantKey(key, request, names) : key;
    this.#set({ key: own, held: stored, size: sizeOf(stored), stamps, since });
  }

  /**
   * Deletes the response of a request.
   *
   * @param only Deletes nothing but this response.
   */
  delete(key: string, request: CacheRequest, only?: Stored): void {
    const held = this.#get(key);
    const own = Array.isArray(held) ? variantKey(key, request, held as readonly string[]) : key;
    const entry = this.#entries.get(own);
    if (entry && (!only || entry.held === only)) this.#drop(entry);
  }

  /** Invalidates entries with these stamps, and responses of requests in flight. */
  invalidate(names: readonly string[]): void {
    this.#lastInvalidation += 1;
    for (const name of names) this.#stamps.set(name, this.#lastInvalidation);
    if (this.#stamps.size > MOST_STAMPS) this.clear();
  }

  /** Whether none of these stamps was set after `since`. */
  isCurrent(stamps: readonly string[], since: number): boolean {
    return (
      since >= this.#clearedAt &&
      (this.#stamps.size === 0 || stamps.every((name) => (this.#stamps.get(name) ?? 0) <= since))
    );
  }

  clear(): void {
    this.#lastInvalidation += 1;
    this.#clearedAt = this.#lastInvalidation;
    this.#stamps.clear();
    this.#entries.clear();
    this.#oldest = this.#newest = undefined;
    this.#bytes = 0;
  }

  #get(key: string): MemoryEntry['held'] | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (!this.isCurrent(entry.stamps, entry.since)) {
      this.#drop(entry);
      return undefined;
    }
    if (entry !== this.#newest) {
      this.#unlink(entry);
      this.#append(entry);
    }
    return entry.held;
  }

  /** Adds an entry. Its size includes the key: the URL in it can be longer than the response. */
  #set(fields: Omit<MemoryEntry, 'older' | 'newer'>): void {
    if (!this.isCurrent(fields.stamps, fields.since)) return;
    const before = this.#entries.get(fields.key);
    if (before) this.#drop(before);
    const size = fields.size + 2 * fields.key.length;
    const entry: MemoryEntry = { ...fields, size, older: undefined, newer: undefined };
    this.#entries.set(entry.key, entry);
    this.#append(entry);
    this.#bytes += entry.size;
    while (this.#oldest && this.#bytes > this.#maxSize) this.#drop(this.#oldest);
  }

  #drop(entry: MemoryEntry): void {
    this.#entries.delete(entry.key);
    this.#unlink(entry);
    this.#bytes -= entry.size;
  }

  #append(entry: MemoryEntry): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
  }

  #unlink({ older, newer }: MemoryEntry): void {
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
  }
}
