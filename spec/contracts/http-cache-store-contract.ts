import { describe, expect, it } from 'vitest';
import { type HttpCacheStore, recordStore } from '../../lib/entries/http-cache.js';
import { heldFetch } from '../support/held-fetch.js';
import { cached, server } from '../support/http-cached.js';
import { faulty, never } from '../support/http-stores.js';
import { ManualClock } from '../support/manual-clock.js';
import { useSettled } from '../support/settled.js';
import { until } from '../support/until.js';

const SECRET = 'a secret of some length';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

/** The store, and a function that advances its time. */
export interface MadeStore {
  readonly store: HttpCacheStore;
  readonly wait: (ms: number) => void;
  /** The maximum time of an operation, in milliseconds. Default: 50. */
  readonly patience?: number;
}

let operations = 0;

/** Counts the operations of a store that have not ended. */
const counted = (store: HttpCacheStore): HttpCacheStore => {
  const count = <T>(work: Promise<T>): Promise<T> => {
    operations += 1;
    return work.finally(() => (operations -= 1));
  };
  return faulty(store, {
    get: (keys) => count(store.get(keys)),
    set: (key, record, ttl) => count(store.set(key, record, ttl)),
    delete: (key) => count(store.delete(key)),
    acquireLease: (key, token, ms) => count(Promise.resolve(store.acquireLease!(key, token, ms))),
    releaseLease: (key, token) => count(Promise.resolve(store.releaseLease!(key, token))),
  });
};

const settled = useSettled(() => operations === 0);

type Setting = Parameters<typeof cached>[0];

/** Two processes that share a store and a server. */
const twoOver = (
  store: HttpCacheStore,
  patience: number | undefined,
  setting: Setting = {},
  ...answers: Parameters<typeof server>
) => {
  const from = server(...answers);
  const clock = new ManualClock();
  const of = () =>
    cached({
      store: recordStore(store),
      clock,
      from,
      storeTimeout: patience ?? 50,
      ...setting,
      client: { fetch: undefined },
    });
  const [one, two] = [of(), of()];
  const ask = async (
    process: typeof one,
    headers: Record<string, string> = {},
    id?: string,
    by: unknown = from.fetch,
    method = 'GET',
  ) => {
    const platforms = globalThis.fetch;
    globalThis.fetch = by as typeof fetch;
    const ticking = setInterval(() => clock.move(20), 1);
    try {
      const got = await process.call(method, { headers }, id);
      await settled();
      return got;
    } finally {
      clearInterval(ticking);
      globalThis.fetch = platforms;
    }
  };
  return { one, two, ask, seen: from.seen, clock };
};

/** The contract of every store. */
function keepsBytes(make: () => MadeStore | Promise<MadeStore>): void {
  it('has nothing under keys that were never set', async () => {
    const { store } = await make();
    expect(await store.get(['a', 'b'])).toEqual([undefined, undefined]);
  });

  it('returns the bytes that were set, in the order of the keys', async () => {
    const { store } = await make();
    await store.set('a', bytes(0, 255, 13, 10), 1000);
    await store.set('b', bytes(), 1000);
    const given = await store.get(['b', 'c', 'a']);
    expect(given.map((value) => value && [...value])).toEqual([[], undefined, [0, 255, 13, 10]]);
  });

  it('keeps the value that was set last', async () => {
    const { store } = await make();
    await store.set('a', bytes(1), 1000);
    await store.set('a', bytes(2), 1000);
    expect((await store.get(['a']))[0]?.[0]).toBe(2);
  });

  it('deletes a key, and ignores an unknown key', async () => {
    const { store } = await make();
    await store.set('a', bytes(1), 1000);
    await store.delete('a');
    await store.delete('b');
    expect(await store.get(['a'])).toEqual([undefined]);
  });

  it('grants a lease to one caller, until it is released or expires', async () => {
    const { store, wait } = await make();
    const claim = async (token: string): Promise<boolean> =>
      (await store.acquireLease?.('a', token, 1000)) === true;
    const first = await Promise.all([claim('x'), claim('y'), claim('z')]);
    expect(first.filter(Boolean)).toHaveLength(1);
    expect(new TextDecoder().decode((await store.get(['a']))[0])).toBe('xyz'[first.indexOf(true)]);
    await store.releaseLease?.('a', 'other');
    expect(await claim('w')).toBe(false);
    await store.releaseLease?.('a', 'xyz'[first.indexOf(true)]!);
    expect(await claim('w')).toBe(true);
    wait(1001);
    expect([await store.get(['a']), await claim('v')]).toEqual([[undefined], true]);
  });
}

/** The behavior of a cache with every store. */
function servesCaches(make: () => MadeStore | Promise<MadeStore>): void {
  it('serves another process, even with separate users', async () => {
    const { store, patience } = await make();
    const { one, two, ask, seen } = twoOver(store, patience, { secret: SECRET }, 'max-age=999');
    await ask(one);
    expect(await ask(two)).toMatchObject({ data: 'body 1', cache: { hit: true } });
    await ask(one, { authorization: 'a' });
    expect((await ask(two, { authorization: 'a' })).data).toBe('body 2');
    expect((await ask(two, { authorization: 'b' })).data).toBe('body 3');
    expect(seen).toHaveLength(3);
  });

  it('invalidates for another process', async () => {
    const { store, patience } = await make();
    const { one, two, ask, seen } = twoOver(store, patience, { tags: () => ['t'] }, 'max-age=999');
    const forget = [
      () => two.cache.invalidate({ url: 'https://api.test/a' }),
      () => two.cache.invalidate({ tags: ['t'] }),
      () => two.cache.clear(),
    ];
    for (const [index, way] of forget.entries()) {
      await ask(one);
      expect(await ask(one)).toMatchObject({ cache: { hit: true } });
      expect(await way()).toBe(true);
      await ask(one);
      expect(seen).toHaveLength(index + 2);
    }
  });

  it.each([
    ['writes to its URL', 'url', false],
    ['writes to its URL while a response is stored', 'url', true],
    ['invalidates its tag', 'tag', false],
    ['invalidates its tag while a response is stored', 'tag', true],
    ['clears the cache', 'all', false],
    ['clears the cache while a response is stored', 'all', true],
  ])(
    'stores no response of a request that is in flight while another process %s',
    async (_what, way, isStored) => {
      const { store, patience } = await make();
      const { fetch, requests } = heldFetch();
      const from = { fetch, seen: [] };
      // A database on a busy machine takes longer than the clock, which moves on by itself here.
      const setting = { from, tags: () => ['t'], leaseWait: 0, storeTimeout: 1e9 };
      const { one, two, ask } = twoOver(store, patience, setting);
      const answered = async (body: string): Promise<void> => {
        await until(() => requests.length > 0);
        requests.shift()?.answer(body, { headers: { 'cache-control': 'max-age=999' } });
      };
      if (isStored) {
        const first = ask(one, {}, 'a', fetch);
        await answered('first');
        await first;
      }
      const late = ask(one, isStored ? { 'cache-control': 'no-cache' } : {}, 'a', fetch);
      await until(() => requests.length > 0);
      if (way === 'url') {
        const write = ask(two, {}, 'a', fetch, 'POST');
        await until(() => requests.length > 1);
        requests.pop()?.answer('written');
        await write;
      } else await (way === 'tag' ? two.cache.invalidate({ tags: ['t'] }) : two.cache.clear());
      await answered('old');
      expect((await late).data).toBe('"old"');
      for (const process of [one, two]) {
        const after = ask(process, {}, 'a', fetch);
        if (process === one) await answered('new');
        expect((await after).data).toBe('"new"');
      }
    },
  );

  it('stores a response for each value of a Vary header', async () => {
    const { store, patience } = await make();
    const varied = { headers: { 'cache-control': 'max-age=999', vary: 'x-a' } };
    const { one, two, ask } = twoOver(store, patience, {}, varied);
    await ask(one, { 'x-a': '1' });
    await ask(one, { 'x-a': '2' });
    expect((await ask(two, { 'x-a': '1' })).data).toBe('body 1');
    expect((await ask(two, { 'x-a': '2' })).data).toBe('body 2');
  });
}

/** The behavior of a cache with a failing store. */
function failsWell(make: () => MadeStore | Promise<MadeStore>): void {
  const reset = (): Promise<never> => Promise.reject(new Error('ECONNRESET'));

  it.each<[string, Partial<HttpCacheStore>]>([
    ['hangs', { get: never, set: never, delete: never, acquireLease: never, releaseLease: never }],
    ['is reset', { get: reset, set: reset, delete: reset, acquireLease: reset, releaseLease: reset }],
    [
      'throws',
      {
        get: () => {
          throw new Error('x');
        },
      },
    ],
    ["doesn't return an array", { get: async () => 'bytes' as never }],
    ['returns too few values', { get: async () => [] }],
    ['returns strings', { get: async (keys) => keys.map(() => 'text' as never) }],
    ['returns garbage', { get: async (keys) => keys.map(() => bytes(1, 2, 3)) }],
    ['is full', { set: reset }],
    ['hangs in set', { set: never }],
    ['hangs in acquireLease', { acquireLease: never }],
  ])('lets all calls succeed if it %s', async (_what, broken) => {
    const { store, patience } = await make();
    const { one, two, ask } = twoOver(faulty(store, broken), patience, {}, 'max-age=999');
    for (const process of [one, two, one, two]) expect((await ask(process)).status).toBe(200);
  });

  it.each<[string, (record: Uint8Array) => Uint8Array]>([
    [
      'has a flipped bit at its start',
      (record) => record.map((byte, index) => (index === 40 ? byte ^ 1 : byte)),
    ],
    [
      'has a flipped bit at its end',
      (record) => record.map((byte, index) => (index === record.length - 1 ? byte ^ 128 : byte)),
    ],
    ['another version wrote', (record) => record.map((byte, index) => (index === 1 ? byte + 1 : byte))],
    ['is cut', (record) => record.slice(0, -1)],
    ['is longer', (record) => Uint8Array.from([...record, 0])],
    ['is empty', () => bytes()],
  ])('treats a record that %s as a miss, and deletes it', async (_what, change) => {
    for (const headers of [{}, { authorization: 'a' }] as Record<string, string>[]) {
      const { store, patience } = await make();
      const changing: Partial<HttpCacheStore> = {
        set: (key, record, ttl) => store.set(key, record.byteLength > 100 ? change(record) : record, ttl),
      };
      const { one, two, ask, seen } = twoOver(
        faulty(store, changing),
        patience,
        { secret: SECRET },
        'max-age=999',
      );
      await ask(one, headers);
      expect((await ask(two, headers)).data).toBe('body 2');
      expect(seen).toHaveLength(2);
    }
  });

  it('treats swapped records as misses', async () => {
    const { store, patience } = await make();
    const large = new Map<string, Uint8Array>();
    const swapping: Partial<HttpCacheStore> = {
      get: async (keys) => {
        const given = await store.get(keys);
        return given.map((value, index) => {
          const others = [...large].filter(([key]) => key !== keys[index]);
          return value && value.byteLength > 100 ? (others[0]?.[1] ?? value) : value;
        });
      },
      set: async (key, record, ttl) => {
        if (record.byteLength > 100) large.set(key, record);
        await store.set(key, record, ttl);
      },
    };
    const { one, two, ask } = twoOver(faulty(store, swapping), patience, { secret: SECRET }, 'max-age=999');
    await ask(one, { authorization: 'a' });
    await ask(one, { authorization: 'b' });
    expect((await ask(two, { authorization: 'a' })).data).toBe('body 3');
    expect((await ask(two, { authorization: 'b' })).data).toBe('body 4');
  });
}

/** The suite for all stores of an HTTP cache. */
export const httpCacheStoreContract = (name: string, make: () => MadeStore | Promise<MadeStore>): void => {
  describe(`${name}, as every HttpCacheStore`, () => {
    const countedMake = async (): Promise<MadeStore> => {
      const made = await make();
      return { ...made, store: counted(made.store) };
    };
    keepsBytes(countedMake);
    servesCaches(countedMake);
    failsWell(countedMake);
  });
};
