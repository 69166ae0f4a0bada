import { type Clock, ignoringErrors, InvalidInputError, wait } from '../../core/internal.js';
import type { CacheRequest } from './cache-request.js';
import { decide } from './decision.js';
import { UNSHARED_TIME } from './in-flight.js';
import type {
  HttpCacheStore,
  Look,
  ExternalStore,
  Purpose,
  RecordKeepingStore,
  RecordSettings,
} from './http-cache-store.js';
import { type LookupResult, MOST_VARY, tagStamp, urlStamp, variantKey, variesWith } from './memory-store.js';
import { isNewerThan } from './storability.js';
import { decodeRecord, encodeRecord, type Stamps, type StoreRecord } from './record.js';
import { isSealed, Sealer } from './encryption.js';
import { StoreAccess } from './store-access.js';
import type { Stored } from './stored-response.js';

/** Longest time to store an entry, in milliseconds. */
const YEAR = 31_536_000_000;
/** Milliseconds to keep a stale response that can be validated. */
const DAY = 86_400_000;

/**
 * Milliseconds for which requests of a URL without stored responses are distinguished from requests before a write. A
 * slower response isn't stored.
 */
const PENDING = 600_000;

/** Maximum number of unwritten stamps. With more, everything is invalidated instead. */
const MOST_PENDING = 1000;

/**
 * The stamps that invalidate everything, and everything with a tag. They always exist; other stamps are created on
 * demand.
 */
const EVERYTHING = 'everything';
const ANY_TAG = 'any tag';

/** Name of the stamp that represents a URL while its requests are in flight. */
const pendingStamp = (url: string): string => `pending ${url}`;

/**
 * The store keys of a request: its record, the stamp of its URL while requests are in flight, and the stamps of each of
 * its responses.
 */
type StoreKeys = readonly [
  key: string,
  pending: string,
  everything: string,
  url: string,
  ...anyTag: string[],
];

/** How many of them are remembered before the memo is emptied. */
const MOST_KNOWN = 1000;

/** Each record has the stamp of everything and the stamp of its URL. */
const OWN_STAMPS = 2;

/** The result of a lookup, with the stamps that were read. */
interface Seen extends LookupResult {
  /** Values of the existing stamps by key. */
  readonly stamps: ReadonlyMap<string, string>;
  /** Whether calls with this key aren't shared for some time. */
  readonly isUnshared: boolean;
}

/** The value of a stamp; undefined if the bytes aren't a stamp. */
const textOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes && bytes.byteLength <= 64 ? String.fromCharCode(...bytes) : undefined;

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Whether names can be created: React Native and pages without https lack `crypto.subtle`. */
const canName = (): boolean => !!(globalThis as { crypto?: Partial<Crypto> }).crypto?.subtle;

/** Creates a unique random string. */
export const randomText = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

const timeToKeep = ({ policy, headers }: Stored): number => {
  const canBeValidated = headers.has('etag') || headers.has('last-modified');
  const stale = Math.max(policy.staleIfError, policy.staleWhileRevalidate, canBeValidated ? DAY : 0);
  return Math.min(Math.max(policy.lifetime - policy.initialAge, 0) + stale + 1000, YEAR);
};

/**
 * Milliseconds between two lookups while another process sends the request: the first, the growth factor and the
 * longest.
 */
const FIRST_LOOK = 5;
const GROWTH = 1.5;
const LONGEST_LOOK = 50;

/** Names of two leases: when the lease of a dead process expires, only one waiting process takes the second. */
const CLAIMS = ['claim', 'late claim'];

/** The result of waiting for a lease: the token to release it with, or the response of another process. */
interface Turn {
  readonly token?: string;
  readonly stored?: Stored | undefined;
  readonly seen?: Seen | undefined;
}

/** Responses in an external store, with the stamps that invalidate them. */
export class RecordStore implements ExternalStore {
  readonly #access: StoreAccess;
  readonly #sealer: Sealer;
  readonly #settings: RecordSettings;
  readonly #clock: Clock;
  /**
   * Names of the stamps that the store hasn't written yet, each with an object that identifies the request to set it.
   * Until they are written, the whole store is ignored.
   */
  readonly #pendingStamps = new Map<string, object>();
  #writing: Promise<boolean> | undefined = undefined;
  /** Store keys of earlier requests. */
  readonly #known = new Map<string, StoreKeys>();

  /** @throws TypeError for an invalid secret. */
  constructor(store: HttpCacheStore, settings: RecordSettings, clock: Clock) {
    this.#access = new StoreAccess(store, settings.storeTimeout, clock);
    this.#sealer = new Sealer(settings.secret);
    this.#settings = settings;
    this.#clock = clock;
  }

  get faults(): number {
    return this.#access.faults;
  }

  /** Whether this response may leave the process. */
  mayHold({ personal }: Pick<Stored, 'personal'>): boolean {
    return (!personal || this.#sealer.hasSecret) && canName();
  }

  /** Whether the store can be used now: it isn't paused and has written all stamps. */
  #isReady(): boolean | Promise<boolean> {
    if (this.#access.isResting) return false;
    return this.#pendingStamps.size === 0 || this.#writePending();
  }

  async find(request: CacheRequest): Promise<LookupResult | undefined> {
    const isReady = this.#isReady();
    return isReady === true || (await isReady) ? this.#see(request) : undefined;
  }

  async look(
    request: CacheRequest,
    purpose: Purpose,
    signal: AbortSignal | undefined,
  ): Promise<Look | undefined> {
    const isReady = await this.#isReady();
    const mayWait = isReady && purpose !== 'alone' && 'acquireLease' in this.#access.store;
    const turn = mayWait ? await this.#turn(request, purpose, signal) : {};
    if (!turn) return undefined;
    const { token, stored } = turn;
    const before = isReady && !stored ? await this.#stampsFor(request, turn.seen) : undefined;
    return {
      stored,
      keep: async (answer, isValidated) =>
        before !== undefined && this.#keep(request, answer, before, isValidated),
      release: async (isUnshared) => {
        if (token !== undefined) await this.#release(request, token, isUnshared);
      },
    };
  }

  /**
   * Reads the record of a request and its stamps; undefined if the store can't be read.
   *
   * @param isBefore Whether a request is about to be sent, which needs more stamps.
   */
  async #see(request: CacheRequest, isBefore = false): Promise<Seen | undefined> {
    const [key, pending, ...names] = this.#known.get(request.key) ?? (await this.#keysOf(request));
    const given = await this.#access.read([key, ...names, ...(isBefore ? [pending, `${key}:apart`] : [])]);
    if (!given) return undefined;
    const stamps = new Map<string, string>();
    [...names, pending].forEach((name, index) => {
      const value = textOf(given[index + 1]);
      if (value !== undefined) stamps.set(name, value);
    });
    const isUnshared = given[names.length + 2] !== undefined;
    const record = await this.#open(key, given[0], request);
    if (!record?.names)
      return { stored: await this.#current(record, names, stamps), varies: false, stamps, isUnshared };
    const found = await this.#openVariant(request, record.names);
    return { stored: await this.#current(found, names, stamps), varies: true, stamps, isUnshared };
  }

  /** Reads the stamps before a request is sent; undefined if they can't be determined. */
  async #stampsFor(request: CacheRequest, seen?: Seen): Promise<Stamps | undefined> {
    const { stamps } = seen ?? (await this.#see(request, true)) ?? {};
    if (!stamps) return undefined;
    const [, pending, everything, url, ...anyTag] = await this.#keysOf(request);
    const own = stamps.has(url) ? url : pending;
    return this.#complete([everything, own, ...anyTag], stamps, pending, PENDING);
  }

  /** Stores a response unless a newer one exists. Resolves with true if a response is stored. */
  async #keep(request: CacheRequest, stored: Stored, before: Stamps, isValidated: boolean): Promise<boolean> {
    const ttl = timeToKeep(stored);
    const [key, , , url] = await this.#keysOf(request);
    const tags = await Promise.all(stored.tags.map((tag) => this.#name(tagStamp(tag))));
    const made = await this.#complete([url, ...tags], new Map(before), url, ttl + DAY);
    // Read the stamps at this point, not earlier: an invalidation first removes the stamps of requests in flight, then
    // the stamps of records.
    const [bytes, ...now] = (await this.#access.read([key, ...before.map(([name]) => name)])) ?? [];
    if (!made || before.some(([, value], index) => textOf(now[index]) !== value)) return false;
    const stamps = [...before.slice(0, 1), ...made];
    const record = await this.#open(key, bytes, request);
    const others = record?.names;
    const names = variesWith(others, stored);
    if (names.length > MOST_VARY) return false;
    const there = others ? await this.#openVariant(request, others) : record;
    if (isNewerThan(there?.stored, stored, isValidated)) return true;
    // The index of Vary names can expire before this variant and be rebuilt without the new names. The outdated variant
    // would then be found again.
    if (others && others.length < names.length) await this.#access.drop(await this.#variant(request, others));
    if (names.length > 0) {
      const index = encodeRecord(key, { names, stamps: [] });
      if (!(await this.#write(key, index, ttl, request.personal))) return false;
    }
    const place = names.length > 0 ? await this.#variant(request, names) : key;
    return this.#write(place, encodeRecord(place, { stored, stamps }, request.url), ttl, stored.personal);
  }

  async #openVariant(request: CacheRequest, names: readonly string[]): Promise<StoreRecord | undefined> {
    const key = await this.#variant(request, names);
    const bytes = await this.#access.read([key]);
    return this.#open(key, bytes?.[0], request);
  }

  async delete(request: CacheRequest): Promise<void> {
    if (this.#access.isResting) return;
    const key = await this.#name(request.key);
    const given = await this.#access.read([key]);
    if (!given) {
      // A key can be deletable even if it can't be read. A success here doesn't mean that the store works.
      void ignoringErrors(() => this.#access.store.delete(key));
      return;
    }
    if (!given[0]) return;
    const names = (await this.#open(key, given[0], request))?.names;
    await this.#access.drop(names ? await this.#variant(request, names) : key);
  }

  #variant(request: CacheRequest, names: readonly string[]): Promise<string> {
    return this.#name(variantKey(request.key, request, names));
  }

  async invalidate(urls: readonly string[], tags: readonly string[], everything: boolean): Promise<boolean> {
    // Change the stamps of requests in flight first: a request that stores its response reads them last.
    const seen = [...(tags.length > 0 ? [ANY_TAG] : []), ...urls.map(pendingStamp)];
    const names = [...seen, ...urls.map(urlStamp), ...tags.map(tagStamp)];
    for (const name of everything || this.#pendingStamps.size > MOST_PENDING ? [EVERYTHING] : names) {
      // Move the stamp to the end, in this order, even if it was already pending.
      this.#pendingStamps.delete(name);
      this.#pendingStamps.set(name, {});
    }
    return this.#writePending();
  }

  /** Waits until this process gets the lease, another process has stored a response, or the wait times out. */
  async #turn(
    request: CacheRequest,
    purpose: Purpose,
    signal: AbortSignal | undefined,
  ): Promise<Turn | undefined> {
    const { leaseTime, leaseWait } = this.#settings;
    const token = randomText();
    const key = await this.#name(request.key);
    for (const claim of CLAIMS) {
      const until = this.#clock.ticks() + leaseWait;
      for (let pause = FIRST_LOOK; ; pause = Math.min(pause * GROWTH, LONGEST_LOOK)) {
        const isOurs = await this.#claim(`${key}:${claim}`, token, leaseTime);
        if (isOurs === undefined) return {};
        if (!isOurs && purpose === 'behind') return undefined;
        if (!isOurs) await wait(this.#clock, pause, signal);
        const seen = await this.#see(request, true);
        const stored = this.#servable(request, seen);
        if (isOurs && stored) await this.#release(request, token, false);
        if (stored) return { stored, seen };
        if (isOurs) return { token, seen };
        if (!seen || seen.isUnshared) return { seen };
        if (this.#clock.ticks() >= until) break;
      }
    }
    return {};
  }

  /** Acquires a lease; undefined if the store doesn't respond in time. A lease that is granted later is released. */
  async #claim(key: string, token: string, ms: number): Promise<boolean | undefined> {
    let isLate = false;
    const isOurs = await this.#access.ask(
      async (store) => {
        const given = await store.acquireLease?.(key, token, ms);
        if (isLate) await store.releaseLease?.(key, token);
        return given;
      },
      (given) => typeof given === 'boolean',
    );
    isLate = true;
    return isOurs;
  }

  #servable(request: CacheRequest, seen: Seen | undefined): Stored | undefined {
    const { stored, varies } = seen ?? {};
    const decision = decide(request, stored, this.#clock.now(), varies);
    return decision.act === 'serve' && !decision.behind ? stored : undefined;
  }

  async #release(request: CacheRequest, token: string, isUnshared: boolean): Promise<void> {
    const key = await this.#name(request.key);
    if (isUnshared) await this.#access.write(`${key}:apart`, bytesOf('1'), UNSHARED_TIME);
    for (const claim of CLAIMS)
      await this.#access.run((store) => store.releaseLease?.(`${key}:${claim}`, token));
  }

  async #name(text: string): Promise<string> {
    return `${this.#settings.namespace}:${await this.#sealer.name(text)}`;
  }

  async #keysOf({ key, url }: CacheRequest): Promise<StoreKeys> {
    const texts = [
      key,
      pendingStamp(url),
      EVERYTHING,
      urlStamp(url),
      ...(this.#settings.hasTags ? [ANY_TAG] : []),
    ];
    const keys = (await Promise.all(texts.map((text) => this.#name(text)))) as unknown as StoreKeys;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(key, keys);
    return keys;
  }

  async #open(
    key: string,
    bytes: Uint8Array | undefined,
    request: CacheRequest,
  ): Promise<StoreRecord | undefined> {
    if (!bytes) return undefined;
    const sealed = isSealed(bytes);
    // For a request that identifies a user, trust only a sealed record to belong to this user.
    const plain = sealed ? await this.#sealer.open(key, bytes) : request.personal ? undefined : bytes;
    const record = plain && decodeRecord(plain, key, this.#settings, request.url);
    if (record && (!record.stored?.personal || sealed)) return record;
    void this.#access.drop(key);
    return undefined;
  }

  /** Returns the response if none of its stamps has changed. */
  async #current(
    record: StoreRecord | undefined,
    names: readonly string[],
    known: ReadonlyMap<string, string>,
  ): Promise<Stored | undefined> {
    if (!record?.stored) return undefined;
    const { stamps, stored } = record;
    const own = stamps.slice(0, OWN_STAMPS);
    const isOurs = names.slice(0, OWN_STAMPS).every((name, index) => own[index]?.[0] === name);
    if (!isOurs || own.some(([name, value]) => known.get(name) !== value)) return undefined;
    const tags = stamps.slice(OWN_STAMPS);
    if (tags.length === 0) return stored;
    const given = await this.#access.read(tags.map(([name]) => name));
    return tags.every(([, value], index) => textOf(given?.[index]) === value) ? stored : undefined;
  }

  /**
   * Returns the values of stamps, and creates missing ones.
   *
   * @param short The stamp that is stored for less than a year.
   * @param ttl Milliseconds for which this stamp is stored.
   */
  async #complete(
    names: readonly string[],
    known: ReadonlyMap<string, string>,
    short: string,
    ttl: number,
  ): Promise<Stamps | undefined> {
    const missing = names.filter((name) => !known.has(name));
    for (const name of missing) {
      const made = randomText();
      const ms = name === short ? ttl : YEAR;
      if ('acquireLease' in this.#access.store)
        await this.#access.run((store) => store.acquireLease?.(name, made, ms));
      else if (!(await this.#valuesOf([name]))[0]) await this.#access.write(name, bytesOf(made), ms);
    }
    // Several processes might create a stamp at the same time, but only one succeeds: read the values again.
    const stamps = new Map([...known, ...(await this.#valuesOf(missing))]);
    if (!names.every((name) => stamps.has(name))) return undefined;
    return names.map((name) => [name, stamps.get(name) ?? ''] as const);
  }

  async #valuesOf(names: string[]): Promise<[string, string][]> {
    const given = names.length > 0 ? await this.#access.read(names) : [];
    return names.flatMap((name, index): [string, string][] => {
      const value = textOf(given?.[index]);
      return value === undefined ? [] : [[name, value]];
    });
  }

  async #write(
    key: string,
    plain: Uint8Array<ArrayBuffer>,
    ttl: number,
    personal: boolean,
  ): Promise<boolean> {
    return this.#access.write(key, personal ? await this.#sealer.seal(key, plain) : plain, ttl);
  }

  /** Writes the pending stamps in order. Resolves with true if none is left. */
  #writePending(): Promise<boolean> {
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  async #writeAll(): Promise<boolean> {
    if (!canName()) return false;
    for (const [name, since] of this.#pendingStamps) {
      const key = await this.#name(name);
      const isAlways = [EVERYTHING, ANY_TAG].includes(name);
      // A deleted stamp invalidates as well as a changed one, and uses no space.
      const isWritten = isAlways
        ? this.#access.write(key, bytesOf(randomText()), YEAR)
        : this.#access.drop(key);
      if (!(await isWritten)) return false;
      // If the stamp was set again during the write, write it once more: a reader might have seen the value just
      // written.
      if (this.#pendingStamps.get(name) === since) this.#pendingStamps.delete(name);
    }
    return this.#pendingStamps.size === 0 || this.#writeAll();
  }
}

/**
 * Makes your own store usable for `httpCacheMiddleware`. It stores bytes by key, in this process or outside.
 *
 * @throws TypeError for an object without `get`, `set` or `delete`.
 */
export function recordStore(store: HttpCacheStore): RecordKeepingStore {
  const lacks = (name: keyof HttpCacheStore): boolean =>
    typeof (Object(store) as Partial<HttpCacheStore>)[name] !== 'function';
  if (lacks('get') || lacks('set') || lacks('delete'))
    throw InvalidInputError.ofOption('The store', store, 'an object with get, set and delete');
  const methods: HttpCacheStore = {
    get: (keys) => store.get(keys),
    set: (key, record, ttl) => store.set(key, record, ttl),
    delete: (key) => store.delete(key),
  };
  if (!lacks('acquireLease') && !lacks('releaseLease')) {
    // Pass on a value that isn't a boolean: it counts as a fault. As false, it would look like the lease of another
    // process.
    methods.acquireLease = async (key, token, ms) => (await store.acquireLease?.(key, token, ms)) as boolean;
    methods.releaseLease = async (key, token) => store.releaseLease?.(key, token);
  }
  return { ...methods, '~open': (settings, clock) => new RecordStore(methods, settings, clock) };
}
