import { InvalidInputError } from '../../core/internal.js';
import type { CacheEntry, CacheStore } from '../cache/cache-store.js';
import type { HttpCacheStore } from './http-cache-store.js';
import { Sealer } from './encryption.js';

/** Options of `cacheStoreOver`. */
export interface CacheStoreOverOptions {
  /** Seals every entry. At least 16 characters, the same in all processes. Required. A shorter one: it throws. */
  readonly secret: string;
  /** Keeps apart what several programs have in one store. Default `'homing'`. Another value doesn't compile. */
  readonly namespace?: string | undefined;
}

const YEAR = 31_536_000_000;

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * A store for `cacheMiddleware` over one that is outside of the process: each entry is sealed as it leaves, with its data
 * as JSON. Clearing it is one write, in whatever process.
 *
 * @throws TypeError without a secret.
 */
export function cacheStoreOver(store: HttpCacheStore, options: CacheStoreOverOptions): CacheStore {
  const { secret, namespace = 'homing' } = options;
  // Entries are of any user, and nothing in them says whose.
  if (!secret) throw InvalidInputError.of('secret', secret, 'at least 16 characters');
  const sealer = new Sealer(secret);
  const nameOf = async (key: string): Promise<string> => `${namespace}:${await sealer.name(`data ${key}`)}`;
  const markName = nameOf('everything');
  // Whoever waits for it hears of it.
  markName.catch(() => undefined);
  const newMark = async (name: string): Promise<Uint8Array> => {
    const mark = crypto.getRandomValues(new Uint8Array(16));
    await store.set(name, mark, YEAR);
    return mark;
  };
  return {
    async get(key) {
      const [name, mark] = await Promise.all([nameOf(key), markName]);
      const [bytes, current] = await store.get([name, mark]);
      const plain = bytes && (await sealer.open(name, bytes));
      // Where the mark is gone, nobody knows what was cleared.
      if (!plain || !current) return undefined;
      const kept = JSON.parse(new TextDecoder().decode(plain)) as { mark: string; entry: CacheEntry };
      return kept.mark === hexOf(current) ? kept.entry : undefined;
    },
    async set(key, entry, ttl) {
      const [name, mark] = await Promise.all([nameOf(key), markName]);
      const current = (await store.get([mark]))[0] ?? (await newMark(mark));
      const text = JSON.stringify({ mark: hexOf(current), entry });
      await store.set(name, await sealer.seal(name, new TextEncoder().encode(text)), Math.min(ttl, YEAR));
    },
    async delete(key) {
      await store.delete(await nameOf(key));
    },
    async clear() {
      await newMark(await markName);
    },
  };
}
