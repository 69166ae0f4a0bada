import { InvalidInputError } from '../../core/internal.js';
import type { CacheEntry, CacheStore } from '../cache/cache-store.js';
import type { HttpCacheStore } from './http-cache-store.js';
import { Sealer } from './encryption.js';

/** Options of `cacheStoreOver`. */
export interface CacheStoreOverOptions {
  /**
   * Encrypts every entry. Required: at least 16 characters, the same in all processes. Throws a TypeError for a shorter
   * secret.
   */
  readonly secret: string;
  /**
   * Separates the entries of several programs in one store. Default: `'homing'`. Another type doesn't compile.
   *
   * @default 'homing'
   */
  readonly namespace?: string | undefined;
}

const YEAR = 31_536_000_000;

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Creates a store for `cacheMiddleware` on top of an external store. Encrypts each entry, with its data as JSON.
 * `clear()` is one write and applies to all processes.
 *
 * @throws TypeError without a valid secret.
 */
export function cacheStoreOver(store: HttpCacheStore, options: CacheStoreOverOptions): CacheStore {
  const { secret, namespace = 'homing' } = options;
  // Entries can belong to any user, and nothing in them identifies the user.
  if (!secret) throw InvalidInputError.of('secret', secret, 'at least 16 characters');
  const sealer = new Sealer(secret);
  const nameOf = async (key: string): Promise<string> => `${namespace}:${await sealer.name(`data ${key}`)}`;
  const stampName = nameOf('everything');
  // Each method awaits this promise and gets the error there. An unhandled rejection would end the process.
  stampName.catch(() => undefined);
  const newStamp = async (name: string): Promise<Uint8Array> => {
    const stamp = crypto.getRandomValues(new Uint8Array(16));
    await store.set(name, stamp, YEAR);
    return stamp;
  };
  return {
    async get(key) {
      const [name, stamp] = await Promise.all([nameOf(key), stampName]);
      const [bytes, current] = await store.get([name, stamp]);
      const plain = bytes && (await sealer.open(name, bytes));
      // Without the stamp, a cleared entry can't be recognized, so this is a miss.
      if (!plain || !current) return undefined;
      const kept = JSON.parse(new TextDecoder().decode(plain)) as { stamp: string; entry: CacheEntry };
      return kept.stamp === hexOf(current) ? kept.entry : undefined;
    },
    async set(key, entry, ttl) {
      const [name, stamp] = await Promise.all([nameOf(key), stampName]);
      const current = (await store.get([stamp]))[0] ?? (await newStamp(stamp));
      const text = JSON.stringify({ stamp: hexOf(current), entry });
      await store.set(name, await sealer.seal(name, new TextEncoder().encode(text)), Math.min(ttl, YEAR));
    },
    async delete(key) {
      await store.delete(await nameOf(key));
    },
    async clear() {
      await newStamp(await stampName);
    },
  };
}
