import type { HttpCacheStore } from '../../lib/entries/http-cache.js';

interface Held {
  readonly value: Uint8Array;
  readonly until: number;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A store like one in another process: it responds asynchronously, and returns copies. */
export class MapStore implements HttpCacheStore {
  readonly held = new Map<string, Held>();
  /** The called methods, by name. */
  readonly asked: string[] = [];
  now = 0;

  async get(keys: string[]): Promise<(Uint8Array | undefined)[]> {
    this.asked.push('get');
    await Promise.resolve();
    return keys.map((key) => this.read(key)?.slice());
  }

  async set(key: string, record: Uint8Array, ttl: number): Promise<void> {
    this.asked.push('set');
    await Promise.resolve();
    this.held.set(key, { value: record.slice(), until: this.now + ttl });
  }

  async delete(key: string): Promise<void> {
    this.asked.push('delete');
    this.held.delete(key);
  }

  async acquireLease(key: string, token: string, ms: number): Promise<boolean> {
    this.asked.push('claim');
    if (this.read(key)) return false;
    this.held.set(key, { value: bytesOf(token), until: this.now + ms });
    return true;
  }

  async releaseLease(key: string, token: string): Promise<void> {
    this.asked.push('release');
    if (new TextDecoder().decode(this.read(key)) === token) this.held.delete(key);
  }

  /** The keys of records, without the shorter keys of stamps and leases. */
  get records(): string[] {
    return [...this.held].filter(([, { value }]) => value.byteLength > 100).map(([key]) => key);
  }

  private read(key: string): Uint8Array | undefined {
    const held = this.held.get(key);
    return held && held.until > this.now ? held.value : undefined;
  }
}

/** The store without leases. */
export const withoutClaims = (store: HttpCacheStore): HttpCacheStore => ({
  get: (keys) => store.get(keys),
  set: (key, record, ttl) => store.set(key, record, ttl),
  delete: (key) => store.delete(key),
});

/** The store with some methods replaced. */
export const faulty = (store: HttpCacheStore, broken: Partial<HttpCacheStore>): HttpCacheStore => ({
  get: (keys) => store.get(keys),
  set: (key, record, ttl) => store.set(key, record, ttl),
  delete: (key) => store.delete(key),
  acquireLease: async (key, token, ms) => (await store.acquireLease?.(key, token, ms)) === true,
  releaseLease: async (key, token) => store.releaseLease?.(key, token),
  ...broken,
});

/** A promise that never settles. */
export const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** A fake Redis with the commands that a store uses. */
export const fakeRedis = () => {
  const map = new MapStore();
  const text = (part: string | Uint8Array | undefined): string =>
    typeof part === 'string' ? part : new TextDecoder().decode(part);
  const commands: string[] = [];
  const command = async ([name, ...args]: (string | Uint8Array)[]): Promise<unknown> => {
    commands.push(text(name));
    const [key = '', value] = args;
    switch (name) {
      case 'MGET':
        return (await map.get(args.map(text))).map((each) => each ?? null);
      case 'DEL':
        return map.delete(text(key));
      case 'EVAL':
        return map.releaseLease(text(args[2]), text(args[3]));
      case 'SET': {
        const ms = Number(text(args.at(-1)));
        if (args.includes('NX'))
          return (await map.acquireLease(text(key), text(value), ms)) ? bytesOf('OK') : null;
        await map.set(text(key), value as Uint8Array, ms);
        return bytesOf('OK');
      }
      default:
        throw new Error(`ERR unknown command ${text(name)}`);
    }
  };
  return { command, commands, map };
};
