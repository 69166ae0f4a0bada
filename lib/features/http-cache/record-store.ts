import { type Clock, ignoringErrors, InvalidInputError, wait } from '../../core/internal.js';
import type { CacheRequest } from './cache-request.js';
import { decide } from './decision.js';
import { APART } from './in-flight.js';
import type {
  HttpCacheStore,
  Look,
  ExternalStore,
  Purpose,
  RecordKeepingStore,
  RecordSettings,
} from './http-cache-store.js';
import { type Found, MOST_VARY, tagMark, urlStamp, variantKey, variesWith } from './memory-store.js';
import { isNewerThan } from './storability.js';
import { decodeRecord, encodeRecord, type Marks, type StoreRecord } from './record.js';
import { isSealed, Sealer } from './encryption.js';
import { StoreAccess } from './store-access.js';
import type { Stored } from './stored-response.js';

/** Nothing is kept for longer. */
const YEAR = 31_536_000_000;
/** For how long what is stale is kept, as a server may say that it still holds. */
const DAY = 86_400_000;

/**
 * For how long the requests of a URL of which nothing is stored are told apart from those before a write; the response to
 * one that takes longer is not kept.
 */
const PENDING = 600_000;

/** How many marks may be owed before everything is forgotten instead. */
const MOST_OWED = 1000;

/** The marks that forget everything, and everything that has a tag. They are always there, the others where they are needed. */
const EVERYTHING = 'everything';
const ANY_TAG = 'any tag';

/** The name of what stands for a URL while its requests are on their way. */
const pendingMark = (url: string): string => `pending ${url}`;

/**
 * The names in a store that belong to a request: its own, what stands for its URL while requests are on their way, and the
 * marks that every answer to it is under.
 */
type Keys = readonly [key: string, pending: string, everything: string, url: string, ...anyTag: string[]];

/** How many of them are remembered before they are made anew. */
const MOST_KNOWN = 1000;

/** Every record is under that of everything and that of its URL. */
const OWN_MARKS = 2;

/** What is found, and what was seen beside it. */
interface Seen extends Found {
  /** What the marks were, by their keys; those that are there. */
  readonly marks: ReadonlyMap<string, string>;
  /** Whether nobody waits on this key for a while. */
  readonly isUnshared: boolean;
}

/** The text of a mark; undefined for what is none. */
const textOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes && bytes.byteLength <= 64 ? String.fromCharCode(...bytes) : undefined;

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Whether names can be made: React Native has nothing to make them with, nor has a page without https. */
const canName = (): boolean => !!(globalThis as { crypto?: Partial<Crypto> }).crypto?.subtle;

/** A text that nobody else makes. */
export const randomText = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

const timeToKeep = ({ policy, headers }: Stored): number => {
  const mayBeAsked = headers.has('etag') || headers.has('last-modified');
  const stale = Math.max(policy.staleIfError, policy.staleWhileRevalidate, mayBeAsked ? DAY : 0);
  return Math.min(Math.max(policy.lifetime - policy.initialAge, 0) + stale + 1000, YEAR);
};

/** Milliseconds between two looks at what another process brings: the first, how they grow, and the longest. */
const FIRST_LOOK = 5;
const GROWTH = 1.5;
const LONGEST_LOOK = 50;

/** The names of two claims: that of a process that is taken for dead must not let all others go at once. */
const CLAIMS = ['claim', 'late claim'];

/** What a process has when it is its turn: what to release its claim with, or what another has brought. */
interface Turn {
  readonly token?: string;
  readonly stored?: Stored | undefined;
  readonly seen?: Seen | undefined;
}

/** The responses that stand in a store outside of this process, and the marks that forget them. */
export class RecordStore implements ExternalStore {
  readonly #access: StoreAccess;
  readonly #sealer: Sealer;
  readonly #settings: RecordSettings;
  readonly #clock: Clock;
  /** The names of marks that the store has not taken yet, each with what tells when: till then nothing in it holds. */
  readonly #pendingStamps = new Map<string, object>();
  #paying: Promise<boolean> | undefined = undefined;
  /** The keys of requests that were asked for before. */
  readonly #known = new Map<string, Keys>();

  /** @throws TypeError for a secret that is none. */
  constructor(store: HttpCacheStore, settings: RecordSettings, clock: Clock) {
    this.#access = new StoreAccess(store, settings.storeTimeout, clock);
    this.#sealer = new Sealer(settings.secret);
    this.#settings = settings;
    this.#clock = clock;
  }

  get faults(): number {
    return this.#access.faults;
  }

  /** Whether such a response may leave the process. */
  mayHold({ personal }: Pick<Stored, 'personal'>): boolean {
    return (!personal || this.#sealer.hasSecret) && canName();
  }

  /** Whether it may be asked now: it is not left alone, and has taken all marks. */
  #isReady(): boolean | Promise<boolean> {
    if (this.#access.isResting) return false;
    return this.#pendingStamps.size === 0 || this.#writePending();
  }

  async find(asked: CacheRequest): Promise<Found | undefined> {
    const isReady = this.#isReady();
    return isReady === true || (await isReady) ? this.#see(asked) : undefined;
  }

  async look(
    asked: CacheRequest,
    purpose: Purpose,
    signal: AbortSignal | undefined,
  ): Promise<Look | undefined> {
    const isReady = await this.#isReady();
    const mayWait = isReady && purpose !== 'alone' && 'acquireLease' in this.#access.store;
    const turn = mayWait ? await this.#turn(asked, purpose, signal) : {};
    if (!turn) return undefined;
    const { token, stored } = turn;
    const before = isReady && !stored ? await this.#marksFor(asked, turn.seen) : undefined;
    return {
      stored,
      keep: async (answer, isValidated) =>
        before !== undefined && this.#keep(asked, answer, before, isValidated),
      release: async (isUnshared) => {
        if (token !== undefined) await this.#release(asked, token, isUnshared);
      },
    };
  }

  /**
   * Undefined where the store can't be read.
   *
   * @param isBefore Whether a request is about to be sent, which asks for more.
   */
  async #see(asked: CacheRequest, isBefore = false): Promise<Seen | undefined> {
    const [key, pending, ...names] = this.#known.get(asked.key) ?? (await this.#keysOf(asked));
    const given = await this.#access.read([key, ...names, ...(isBefore ? [pending, `${key}:apart`] : [])]);
    if (!given) return undefined;
    const marks = new Map<string, string>();
    [...names, pending].forEach((name, index) => {
      const value = textOf(given[index + 1]);
      if (value !== undefined) marks.set(name, value);
    });
    const isUnshared = given[names.length + 2] !== undefined;
    const record = await this.#open(key, given[0], asked);
    if (!record?.names)
      return { stored: await this.#current(record, names, marks), varies: false, marks, isUnshared };
    const found = await this.#openVariant(asked, record.names);
    return { stored: await this.#current(found, names, marks), varies: true, marks, isUnshared };
  }

  /** What a request that is about to be sent has seen of all marks; undefined where that can't be known. */
  async #marksFor(asked: CacheRequest, seen?: Seen): Promise<Marks | undefined> {
    const { marks } = seen ?? (await this.#see(asked, true)) ?? {};
    if (!marks) return undefined;
    const [, pending, everything, url, ...anyTag] = await this.#keysOf(asked);
    const own = marks.has(url) ? url : pending;
    return this.#complete([everything, own, ...anyTag], marks, pending, PENDING);
  }

  /** Keeps an answer, where none is that is newer. Whether one is kept. */
  async #keep(asked: CacheRequest, stored: Stored, before: Marks, isValidated: boolean): Promise<boolean> {
    const ttl = timeToKeep(stored);
    const [key, , , url] = await this.#keysOf(asked);
    const tags = await Promise.all(stored.tags.map((tag) => this.#name(tagMark(tag))));
    const made = await this.#complete([url, ...tags], new Map(before), url, ttl + DAY);
    // Only now: who forgets takes away what requests have seen first, and then the marks of the records.
    const [bytes, ...now] = (await this.#access.read([key, ...before.map(([name]) => name)])) ?? [];
    if (!made || before.some(([, value], index) => textOf(now[index]) !== value)) return false;
    const marks = [...before.slice(0, 1), ...made];
    const record = await this.#open(key, bytes, asked);
    const others = record?.names;
    const names = variesWith(others, stored);
    if (names.length > MOST_VARY) return false;
    const there = others ? await this.#openVariant(asked, others) : record;
    if (isNewerThan(there?.stored, stored, isValidated)) return true;
    // Its names may be gone before it is, and come back without those that are new.
    if (others && others.length < names.length) await this.#access.drop(await this.#variant(asked, others));
    if (names.length > 0) {
      const index = encodeRecord(key, { names, marks: [] });
      if (!(await this.#write(key, index, ttl, asked.personal))) return false;
    }
    const place = names.length > 0 ? await this.#variant(asked, names) : key;
    return this.#write(place, encodeRecord(place, { stored, marks }, asked.url), ttl, stored.personal);
  }

  async #openVariant(asked: CacheRequest, names: readonly string[]): Promise<StoreRecord | undefined> {
    const key = await this.#variant(asked, names);
    const bytes = await this.#access.read([key]);
    return this.#open(key, bytes?.[0], asked);
  }

  async delete(asked: CacheRequest): Promise<void> {
    if (this.#access.isResting) return;
    const key = await this.#name(asked.key);
    const given = await this.#access.read([key]);
    if (!given) {
      // What can't be read may be forgotten all the same; that it can says nothing of the store.
      void ignoringErrors(() => this.#access.store.delete(key));
      return;
    }
    if (!given[0]) return;
    const names = (await this.#open(key, given[0], asked))?.names;
    await this.#access.drop(names ? await this.#variant(asked, names) : key);
  }

  #variant(asked: CacheRequest, names: readonly string[]): Promise<string> {
    return this.#name(variantKey(asked.key, asked, names));
  }

  async invalidate(urls: readonly string[], tags: readonly string[], everything: boolean): Promise<boolean> {
    // What requests on their way have seen comes first: who keeps a record reads it last.
    const seen = [...(tags.length > 0 ? [ANY_TAG] : []), ...urls.map(pendingMark)];
    const names = [...seen, ...urls.map(urlStamp), ...tags.map(tagMark)];
    for (const name of everything || this.#pendingStamps.size > MOST_OWED ? [EVERYTHING] : names) {
      // At the end, in this order, also where one of them was owed before.
      this.#pendingStamps.delete(name);
      this.#pendingStamps.set(name, {});
    }
    return this.#writePending();
  }

  /** Waits until this process is the one to send, until another has brought something, or for long enough. */
  async #turn(
    asked: CacheRequest,
    purpose: Purpose,
    signal: AbortSignal | undefined,
  ): Promise<Turn | undefined> {
    const { leaseTime, leaseWait } = this.#settings;
    const token = randomText();
    const key = await this.#name(asked.key);
    for (const claim of CLAIMS) {
      const until = this.#clock.ticks() + leaseWait;
      for (let pause = FIRST_LOOK; ; pause = Math.min(pause * GROWTH, LONGEST_LOOK)) {
        const isOurs = await this.#claim(`${key}:${claim}`, token, leaseTime);
        if (isOurs === undefined) return {};
        if (!isOurs && purpose === 'behind') return undefined;
        if (!isOurs) await wait(this.#clock, pause, signal);
        const seen = await this.#see(asked, true);
        const stored = this.#servable(asked, seen);
        if (isOurs && stored) await this.#release(asked, token, false);
        if (stored) return { stored, seen };
        if (isOurs) return { token, seen };
        if (!seen || seen.isUnshared) return { seen };
        if (this.#clock.ticks() >= until) break;
      }
    }
    return {};
  }

  /** Undefined where the store can't tell in time; what it grants after that is given back. */
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

  #servable(asked: CacheRequest, seen: Seen | undefined): Stored | undefined {
    const { stored, varies } = seen ?? {};
    const decision = decide(asked, stored, this.#clock.now(), varies);
    return decision.act === 'serve' && !decision.behind ? stored : undefined;
  }

  async #release(asked: CacheRequest, token: string, isUnshared: boolean): Promise<void> {
    const key = await this.#name(asked.key);
    if (isUnshared) await this.#access.write(`${key}:apart`, bytesOf('1'), APART);
    for (const claim of CLAIMS)
      await this.#access.run((store) => store.releaseLease?.(`${key}:${claim}`, token));
  }

  async #name(text: string): Promise<string> {
    return `${this.#settings.namespace}:${await this.#sealer.name(text)}`;
  }

  async #keysOf({ key, url }: CacheRequest): Promise<Keys> {
    const texts = [
      key,
      pendingMark(url),
      EVERYTHING,
      urlStamp(url),
      ...(this.#settings.hasTags ? [ANY_TAG] : []),
    ];
    const keys = (await Promise.all(texts.map((text) => this.#name(text)))) as unknown as Keys;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(key, keys);
    return keys;
  }

  async #open(
    key: string,
    bytes: Uint8Array | undefined,
    asked: CacheRequest,
  ): Promise<StoreRecord | undefined> {
    if (!bytes) return undefined;
    const sealed = isSealed(bytes);
    // Where it says who asks, only what was sealed can be trusted to be this user's.
    const plain = sealed ? await this.#sealer.open(key, bytes) : asked.personal ? undefined : bytes;
    const record = plain && decodeRecord(plain, key, this.#settings, asked.url);
    if (record && (!record.stored?.personal || sealed)) return record;
    void this.#access.drop(key);
    return undefined;
  }

  /** The response, where all marks are as they were. */
  async #current(
    record: StoreRecord | undefined,
    names: readonly string[],
    known: ReadonlyMap<string, string>,
  ): Promise<Stored | undefined> {
    if (!record?.stored) return undefined;
    const { marks, stored } = record;
    const own = marks.slice(0, OWN_MARKS);
    const isOurs = names.slice(0, OWN_MARKS).every((name, index) => own[index]?.[0] === name);
    if (!isOurs || own.some(([name, value]) => known.get(name) !== value)) return undefined;
    const tags = marks.slice(OWN_MARKS);
    if (tags.length === 0) return stored;
    const given = await this.#access.read(tags.map(([name]) => name));
    return tags.every(([, value], index) => textOf(given?.[index]) === value) ? stored : undefined;
  }

  /**
   * The values of marks; those that nobody has made yet are made.
   *
   * @param short The one of them that is not kept for a year.
   * @param ttl Milliseconds for which that is kept.
   */
  async #complete(
    names: readonly string[],
    known: ReadonlyMap<string, string>,
    short: string,
    ttl: number,
  ): Promise<Marks | undefined> {
    const missing = names.filter((name) => !known.has(name));
    for (const name of missing) {
      const made = randomText();
      const ms = name === short ? ttl : YEAR;
      if ('acquireLease' in this.#access.store)
        await this.#access.run((store) => store.acquireLease?.(name, made, ms));
      else if (!(await this.#valuesOf([name]))[0]) await this.#access.write(name, bytesOf(made), ms);
    }
    // Of several who make one at once, in any process, one has made it.
    const marks = new Map([...known, ...(await this.#valuesOf(missing))]);
    if (!names.every((name) => marks.has(name))) return undefined;
    return names.map((name) => [name, marks.get(name) ?? ''] as const);
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

  /** Changes the marks that are owed, in their order. Whether none is owed any more. */
  #writePending(): Promise<boolean> {
    this.#paying ??= this.#payAll().finally(() => (this.#paying = undefined));
    return this.#paying;
  }

  async #payAll(): Promise<boolean> {
    if (!canName()) return false;
    for (const [name, since] of this.#pendingStamps) {
      const key = await this.#name(name);
      const isAlways = [EVERYTHING, ANY_TAG].includes(name);
      // One that is gone forgets as well as another value does, and leaves nothing behind.
      const isPaid = isAlways ? this.#access.write(key, bytesOf(randomText()), YEAR) : this.#access.drop(key);
      if (!(await isPaid)) return false;
      // Set again meanwhile: somebody may have read what was just written before that.
      if (this.#pendingStamps.get(name) === since) this.#pendingStamps.delete(name);
    }
    return this.#pendingStamps.size === 0 || this.#payAll();
  }
}

/**
 * A store of your own for `httpCacheMiddleware`: whatever keeps bytes by name, in this process or outside.
 *
 * @throws TypeError for what lacks `get`, `set` or `delete`.
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
    // What it gives that is no boolean is a fault, and not another's claim, which would be waited for.
    methods.acquireLease = async (key, token, ms) => (await store.acquireLease?.(key, token, ms)) as boolean;
    methods.releaseLease = async (key, token) => store.releaseLease?.(key, token);
  }
  return { ...methods, '~open': (settings, clock) => new RecordStore(methods, settings, clock) };
}
