import { type CacheRequest, selecting } from './cache-request.js';
import type { Stored } from './stored-response.js';

/** What is found for a request. */
export interface Found {
  readonly stored: Stored | undefined;
  /** Whether there is something for other values of the headers that answers vary with. */
  readonly varies: boolean;
}

interface Entry {
  readonly key: string;
  /** A response, or the names of the headers that responses under this key vary with. */
  readonly held: Stored | readonly string[];
  readonly size: number;
  /** What forgets it, by name. */
  readonly marks: readonly string[];
  /** Up to which mark its request had seen all. */
  readonly since: number;
  older: Entry | undefined;
  newer: Entry | undefined;
}

/** What an entry costs beside its texts and its body, in bytes, most of it for the platform's `Headers`. */
const OVERHEAD = 1900;

/** With how many headers answers under one key may vary; more than that are not kept. */
export const MOST_VARY = 32;

/** How many marks are remembered before all is forgotten instead. */
const MOST_MARKS = 10_000;

const sizeOf = ({ headers, body, url }: Stored): number => {
  let size = OVERHEAD + body.byteLength + 2 * url.length;
  headers.forEach((value, name) => (size += 2 * (name.length + value.length)));
  return size;
};

/** The name of what forgets all that is stored of a URL. */
export const urlStamp = (url: string): string => `url ${url}`;

/** The name of what forgets all that has a tag. */
export const tagMark = (tag: string): string => `tag ${tag}`;

/** The key of what is stored under a key for these values. */
export const variantKey = (key: string, { headers }: CacheRequest, names: readonly string[]): string =>
  `${key}${JSON.stringify(selecting(headers, names))}`;

/**
 * The names that responses under a key vary with, when one more comes. They only grow: with fewer, what a longer Vary
 * has taken the place of would be found again.
 *
 * @param before Of the others.
 */
export const variesWith = (before: readonly string[] | undefined, { vary }: Stored): readonly string[] =>
  [...new Set([...(before ?? []), ...vary.map(([name]) => name)])].sort();

/** Keeps responses in this process. What was used longest ago goes first, each in constant time. */
export class MemoryStore {
  readonly #maxSize: number;
  readonly #entries = new Map<string, Entry>();
  // A list, as a Map that was taken from at its beginning searches all that is gone for its first entry.
  #oldest: Entry | undefined = undefined;
  #newest: Entry | undefined = undefined;
  #bytes = 0;
  #lastMark = 0;
  #clearedAt = 0;
  readonly #marks = new Map<string, number>();

  /** @param maxSize How many bytes are kept at most. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get entries(): number {
    return this.#entries.size;
  }

  /** What a request that begins now has seen of all marks. */
  get now(): number {
    return this.#lastMark;
  }

  /** @param key The request's, with what counts in this process alone. */
  find(key: string, asked: CacheRequest): Found {
    const held = this.#get(key);
    if (!Array.isArray(held)) return { stored: held as Stored | undefined, varies: false };
    const variant = this.#get(variantKey(key, asked, held as readonly string[])) as Stored | undefined;
    return { stored: variant, varies: true };
  }

  /** @param since What its request had seen of all marks. */
  keep(key: string, asked: CacheRequest, stored: Stored, since: number): void {
    const held = this.#entries.get(key)?.held;
    const names = variesWith(Array.isArray(held) ? (held as readonly string[]) : undefined, stored);
    if (names.length > MOST_VARY) {
      this.delete(key, asked);
      return;
    }
    const marks = [urlStamp(asked.url), ...stored.tags.map(tagMark)];
    if (names.length > 0)
      this.#set({ key, held: names, size: OVERHEAD + 2 * names.join().length, marks: [], since: Infinity });
    const own = names.length > 0 ? variantKey(key, asked, names) : key;
    this.#set({ key: own, held: stored, size: sizeOf(stored), marks, since });
  }

  /** @param only Forgets nothing but this. */
  delete(key: string, asked: CacheRequest, only?: Stored): void {
    const held = this.#get(key);
    const own = Array.isArray(held) ? variantKey(key, asked, held as readonly string[]) : key;
    const entry = this.#entries.get(own);
    if (entry && (!only || entry.held === only)) this.#drop(entry);
  }

  /** What is marked so, and what is on its way, is found no more. */
  mark(names: readonly string[]): void {
    this.#lastMark += 1;
    for (const name of names) this.#marks.set(name, this.#lastMark);
    if (this.#marks.size > MOST_MARKS) this.clear();
  }

  /** Whether nothing has been marked since that forgets it. */
  isCurrent(marks: readonly string[], since: number): boolean {
    return (
      since >= this.#clearedAt &&
      (this.#marks.size === 0 || marks.every((name) => (this.#marks.get(name) ?? 0) <= since))
    );
  }

  clear(): void {
    this.#lastMark += 1;
    this.#clearedAt = this.#lastMark;
    this.#marks.clear();
    this.#entries.clear();
    this.#oldest = this.#newest = undefined;
    this.#bytes = 0;
  }

  #get(key: string): Entry['held'] | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (!this.isCurrent(entry.marks, entry.since)) {
      this.#drop(entry);
      return undefined;
    }
    if (entry !== this.#newest) {
      this.#unlink(entry);
      this.#append(entry);
    }
    return entry.held;
  }

  /** Adds an entry. Its key counts too: the URL in it can be longer than the response. */
  #set(fields: Omit<Entry, 'older' | 'newer'>): void {
    if (!this.isCurrent(fields.marks, fields.since)) return;
    const before = this.#entries.get(fields.key);
    if (before) this.#drop(before);
    const size = fields.size + 2 * fields.key.length;
    const entry: Entry = { ...fields, size, older: undefined, newer: undefined };
    this.#entries.set(entry.key, entry);
    this.#append(entry);
    this.#bytes += entry.size;
    while (this.#oldest && this.#bytes > this.#maxSize) this.#drop(this.#oldest);
  }

  #drop(entry: Entry): void {
    this.#entries.delete(entry.key);
    this.#unlink(entry);
    this.#bytes -= entry.size;
  }

  #append(entry: Entry): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
  }

  #unlink({ older, newer }: Entry): void {
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
  }
}
