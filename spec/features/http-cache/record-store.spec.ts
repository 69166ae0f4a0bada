import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HttpCacheStore, recordStore } from '../../../lib/entries/http-cache.js';
import { readRequest } from '../../../lib/features/http-cache/cache-request.js';
import { storedResponse } from '../../../lib/features/http-cache/stored-response.js';
import { heldFetch } from '../../support/held-fetch.js';
import { cached, server } from '../../support/http-cached.js';
import { faulty, MapStore, never, withoutClaims } from '../../support/http-stores.js';
import { ManualClock } from '../../support/manual-clock.js';
import { useSettled } from '../../support/settled.js';
import { until } from '../../support/until.js';

const SECRET = 'a secret of some length';
const platforms = globalThis.fetch;
afterEach(() => void (globalThis.fetch = platforms));

type Setting = Parameters<typeof cached>[0];

const settled = useSettled();

/** Processes with one store, whose requests use the global fetch. */
const over = (store: HttpCacheStore, from = server('max-age=9'), setting: Setting = {}) => {
  globalThis.fetch = from.fetch as typeof fetch;
  const clock = new ManualClock();
  const process = () =>
    cached({ store: recordStore(store), clock, from, client: { fetch: undefined }, ...setting });
  const one = process();
  const ask = async (asked = one, headers: Record<string, string> = {}) => {
    const got = await asked.get({ headers });
    await settled();
    return got;
  };
  return { one, process, ask, clock, seen: from.seen };
};

let map: MapStore;
beforeEach(() => void (map = new MapStore()));

describe('a late response', () => {
  it.each([
    ['', {}],
    [' and varies', { vary: 'x-a' }],
  ])(
    "doesn't replace a response that another process has stored in the meantime%s",
    async (_name, extra: Record<string, string>) => {
      const { fetch, requests } = heldFetch();
      const { one, process, clock } = over(map, { fetch, seen: [] });
      const other = process();
      const tagged = (tag: string): ResponseInit => ({
        headers: { etag: tag, 'cache-control': 'max-age=3', ...extra },
      });
      const first = one.get();
      await settled();
      requests[0]!.answer('one', tagged('"1"'));
      await first;
      await settled();
      clock.move(4000);
      const slow = other.get();
      await settled();
      clock.move(1000);
      const newer = one.get({ fetchOptions: { cache: 'reload' } });
      await settled();
      requests[2]!.answer('two', tagged('"2"'));
      await newer;
      await settled();
      clock.move(1000);
      requests[1]!.answer(new Response(null, { status: 304, ...tagged('"1"') }));
      await slow;
      await settled();
      const after = process().get();
      await settled();
      expect((await after).data).toBe('"two"');
      expect(requests).toHaveLength(3);
    },
  );
});

describe('the content of an external store (rules.md#http-cache)', () => {
  it.each<[string, Setting, Record<string, string>, string, number]>([
    ['a public response, unencrypted', {}, {}, 'max-age=9', 1],
    ['empty for one user without a secret', {}, { authorization: 'x' }, 'max-age=9', 0],
    ['empty for one identity without a secret', { userKey: () => 'x' }, {}, 'max-age=9', 0],
    ['empty for a private response without a secret', {}, {}, 'max-age=9, private', 0],
    [
      'empty for one certificate without a secret',
      { client: { fetch: undefined, fetchOptions: { tls: { cert: 'x' } } as object } },
      {},
      'max-age=9',
      0,
    ],
    ['each of these with a secret', { secret: SECRET }, { authorization: 'x' }, 'max-age=9, private', 1],
    [
      'empty for a shared cache if an identity describes a custom fetch',
      {
        mode: 'shared',
        userKey: () => 'x',
        client: { fetch: async () => new Response('1', { headers: { 'cache-control': 'max-age=9' } }) },
      },
      {},
      '',
      0,
    ],
    [
      'empty if a custom fetch can add credentials',
      { client: { fetch: async () => new Response('1', { headers: { 'cache-control': 'max-age=9' } }) } },
      {},
      '',
      0,
    ],
  ])('is %s', async (_what, setting, headers, field, records) => {
    const { ask } = over(map, server(field), setting);
    await ask(undefined, headers);
    expect(map.records).toHaveLength(records);
    expect((await ask(undefined, headers)).cache?.hit).toBe(true);
  });

  // A client never passes such a URL to the global fetch, so no call can reach this case.
  it.each([true, false])('is personal for a user in the URL, in a shared cache: %s', (shared) => {
    const asker = { namespace: '', shared, identity: undefined };
    expect(readRequest('https://a:b@api.test/', {}, asker)?.personal).toBe(true);
  });

  it.each(['max-age=9, private', 'max-age=9'])(
    "of a user's private cache is never used by a shared cache: %s",
    async (field) => {
      const from = server({ headers: { 'cache-control': field, 'set-cookie': 'a=1' } });
      const { one, ask } = over(map, from, { secret: SECRET });
      await ask();
      const shared = over(map, from, { secret: SECRET, mode: 'shared' });
      expect((await shared.ask()).cache?.hit).toBe(false);
      expect((await ask(one)).data).toBe('body 1');
    },
  );

  it('contains no token and no URL, even for a public response', async () => {
    const headers = { 'cache-control': 'max-age=9, public', vary: 'authorization' };
    const from = server({ headers }, 'max-age=9');
    const { one, ask } = over(map, from, { mode: 'shared' });
    await ask(undefined, { authorization: 'token' });
    await one.get({ query: { key: 'in the query' } }, 'b');
    await settled();
    const bytes = [...map.held.values()].map(({ value }) => new TextDecoder().decode(value)).join();
    expect(map.records.length).toBeGreaterThan(0);
    for (const text of ['token', 'api.test', 'query']) expect(bytes).not.toContain(text);
  });

  it('reveals no user and no URL in its names, and no content with a secret', async () => {
    const secretOf = async (secret: string | undefined, headers: Record<string, string>): Promise<string> => {
      map = new MapStore();
      const { ask } = over(map, server({ headers: { 'cache-control': 'max-age=9' }, body: 'content' }), {
        secret,
        namespace: 'shop',
      });
      await ask(undefined, headers);
      return [...map.held].map(([key, { value }]) => key + new TextDecoder().decode(value)).join();
    };
    const open = await secretOf(undefined, {});
    expect(open).toContain('content');
    expect([...map.held.keys()].every((key) => /^shop:[0-9a-f]{64}/.test(key))).toBe(true);
    const sealed = await secretOf(SECRET, { authorization: 'token' });
    for (const text of ['content', 'token', 'api.test', 'max-age']) expect(sealed).not.toContain(text);
  });

  it('can be read with the same secret only', async () => {
    const from = server('max-age=9');
    const headers = { authorization: 'a' };
    const { ask } = over(map, from, { secret: SECRET });
    await ask(undefined, headers);
    const other = over(map, from, { secret: 'another secret as long' });
    expect((await other.ask(undefined, headers)).data).toBe('body 2');
  });

  it('ignores an unencrypted record that replaces a personal one', async () => {
    const { ask, seen } = over(map, server('max-age=9'), { secret: SECRET });
    await ask(undefined, { authorization: 'a' });
    const [key = ''] = map.records;
    const [clear] = [...new MapStore().held.values()];
    expect(clear).toBeUndefined();
    map.held.set(key, { value: new Uint8Array([0x68, 1, 0, 0]), until: Infinity });
    expect((await ask(undefined, { authorization: 'a' })).data).toBe('body 2');
    expect(seen).toHaveLength(2);
  });

  it.each([[''], ['short'], ['fifteen letters']])("can't be encrypted with the secret %o", (secret) => {
    expect(() => over(map, server(''), { secret })).toThrow('secret');
  });
});

describe('an invalidation stamp (rules.md#http-cache)', () => {
  it('makes a late response a miss', async () => {
    const { fetch, requests } = heldFetch();
    const { one, process } = over(map, { fetch, seen: [] });
    const two = process();
    const late = one.api['GET']!({ id: 'a' });
    await settled();
    expect(await two.cache.invalidate({ url: 'https://api.test/a' })).toBe(true);
    requests[0]!.answer(1, { headers: { 'cache-control': 'max-age=9' } });
    await late;
    await settled();
    void two.get();
    await settled();
    expect(requests).toHaveLength(2);
  });

  it('of a tag makes a late response a miss too, whatever its tags are', async () => {
    const { fetch, requests } = heldFetch();
    const { one, process } = over(map, { fetch, seen: [] }, { tags: () => ['t'] });
    const two = process();
    const late = one.api['GET']!({ id: 'a' });
    await settled();
    await two.cache.invalidate({ tags: ['t'] });
    requests[0]!.answer(1, { headers: { 'cache-control': 'max-age=9' } });
    await late;
    await settled();
    void two.get();
    await settled();
    expect(requests).toHaveLength(2);
  });

  it('that is missing makes all its responses misses', async () => {
    const { ask, process, seen } = over(map);
    await ask();
    for (const key of map.held.keys()) if (!map.records.includes(key)) map.held.delete(key);
    await ask(process());
    expect(seen).toHaveLength(2);
  });

  it('that the store rejects makes this process ignore the store until it accepts the stamp', async () => {
    let isFull = false;
    const full: Partial<HttpCacheStore> = {
      set: async (key, record, ttl) =>
        isFull ? Promise.reject(new Error('full')) : map.set(key, record, ttl),
      delete: async (key) => (isFull ? Promise.reject(new Error('locked')) : map.delete(key)),
    };
    const { one, ask, seen, clock } = over(faulty(map, full));
    await ask();
    isFull = true;
    expect(await one.cache.invalidate({ url: 'https://api.test/a' })).toBe(false);
    expect((await ask()).data).toBe('body 2');
    expect((await ask()).data).toBe('body 3');
    isFull = false;
    clock.move(1000);
    expect((await ask()).data).toBe('body 4');
    expect((await ask()).cache?.hit).toBe(true);
    expect(seen).toHaveLength(4);
  });
});

describe('the records of a URL in a store (rules.md#http-cache)', () => {
  const DAY = 86_400_000;
  const MINUTES = 600_000;
  const NAMESPACE_WIDE = 2;

  /** The remaining lifetimes of the records, the longest first, without the stamps of everything and of any tag. */
  const times = (): number[] =>
    [...map.held.values()]
      .map(({ until }) => until - map.now)
      .sort((a, b) => b - a)
      .slice(NAMESPACE_WIDE);

  it.each([
    ['claims', false],
    ['no claims', true],
  ])('expire within minutes if nothing is stored, in a store with %s', async (_what, isPlain) => {
    const store = isPlain ? withoutClaims(map) : map;
    const { one, ask } = over(store, server('no-store'), { tags: () => ['t'] });
    await ask();
    await one.call('POST', {}, 'b');
    await one.cache.invalidate({ url: 'https://api.test/c', tags: ['t'] });
    await settled();
    expect(map.held.size).toBeGreaterThan(NAMESPACE_WIDE);
    expect(Math.max(...times())).toBeLessThanOrEqual(MINUTES);
  });

  it('are gone after a write', async () => {
    const { one } = over(map, server('no-store'));
    await one.call('POST');
    await one.cache.invalidate({ url: 'https://api.test/c' });
    await settled();
    expect([...map.held.keys()]).toEqual([]);
  });

  it('are kept for a day longer than the response', async () => {
    const { ask } = over(map, server('max-age=99'));
    await ask();
    const longest = Math.max(
      ...[...map.held.values()]
        .map(({ until }) => until)
        .sort((a, b) => a - b)
        .slice(0, -1),
    );
    expect(longest).toBe(DAY + 100_000);
  });

  it('are removed by a write', async () => {
    const { one, ask } = over(map, server('max-age=99'));
    await ask();
    await one.call('POST');
    await settled();
    // The stamp of everything remains, and the response, which can't be found anymore.
    expect(map.held.size).toBe(2);
  });

  it("don't contain a response that took longer than its request stamps live", async () => {
    const { fetch, requests } = heldFetch();
    const { one, ask } = over(map, { fetch, seen: [] });
    const slow = one.get();
    await settled();
    map.now += MINUTES;
    requests[0]!.answer(1, { headers: { 'cache-control': 'max-age=9' } });
    expect((await slow).data).toBe('1');
    await settled();
    void ask();
    await settled();
    expect(requests).toHaveLength(2);
  });
});

/** A store whose operations run one by one, in any order. */
const stepped = (store: HttpCacheStore) => {
  const waiting: (() => void)[] = [];
  const later = <T>(task: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => waiting.push(() => void task().then(resolve, reject)));
  const all: HttpCacheStore = {
    get: (keys) => later(() => store.get(keys)),
    set: (key, record, ttl) => later(() => store.set(key, record, ttl)),
    delete: (key) => later(() => store.delete(key)),
    ...(store.acquireLease && {
      acquireLease: (key, token, ms) =>
        later(async () => (await store.acquireLease?.(key, token, ms)) === true),
      releaseLease: (key, token) => later(async () => store.releaseLease?.(key, token)),
    }),
  };
  /** Runs one operation. */
  const step = (random: number): void => waiting.splice(Math.floor(random * waiting.length), 1)[0]?.();
  return { store: all, step, isIdle: () => waiting.length === 0 };
};

describe('a response that is stored while another process invalidates its URL (rules.md#http-cache)', () => {
  const reading = { shared: false, heuristicFreshness: true };
  const settings = {
    ...reading,
    namespace: '',
    hasTags: true,
    storeTimeout: 1e9,
    leaseTime: 1e9,
    leaseWait: 0,
  };
  const url = 'https://api.test/a';
  const asked = readRequest(url, {}, { namespace: '', shared: false, identity: undefined })!;
  const old = storedResponse(
    {
      url,
      status: 200,
      statusText: '',
      type: 'default',
      personal: false,
      headers: new Headers({ 'cache-control': 'max-age=9' }),
      body: new Uint8Array([1]),
      requestTime: 0,
      responseTime: 0,
      vary: [],
      tags: ['t'],
    },
    reading,
  );

  it.each([
    ['claims', 'url', false],
    ['no claims', 'url', true],
    ['claims', 'tag', false],
    ['no claims', 'tag', true],
  ])(
    'is never found, in any order of the operations of a store with %s: by %s',
    async (_what, way, isPlain) => {
      let seed = 7;
      const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
      for (let round = 0; round < 40; round += 1) {
        map = new MapStore();
        const clock = new ManualClock();
        const { store, step, isIdle } = stepped(isPlain ? withoutClaims(map) : map);
        const process = () => recordStore(store)['~open'](settings, clock);
        const [one, two, three] = [process(), process(), process()];
        const run = async <T>(...work: Promise<T>[]): Promise<T[]> => {
          let isDone = false;
          const all = Promise.all(work).finally(() => (isDone = true));
          while (!isDone || !isIdle()) {
            step(random());
            await settled();
          }
          return all;
        };
        const [look] = await run(one.look(asked, 'alone', undefined));
        // Another process can store a newer response at the same time.
        const invalidated = two.invalidate(way === 'url' ? [url] : [], way === 'tag' ? ['t'] : [], false);
        const others =
          round % 2
            ? [
                invalidated
                  .then(() => three.look(asked, 'alone', undefined))
                  .then((newer) => newer?.keep({ ...old, body: new Uint8Array([2]) }, false)),
              ]
            : [];
        await run(look!.keep(old, false), invalidated, ...others);
        const [found] = await run(process().find(asked));
        expect(found?.stored?.body[0]).not.toBe(1);
      }
    },
  );
});

describe('an invalidation that failed halfway in the store (rules.md#http-cache)', () => {
  it('starts again with the stamps that requests in flight have read', async () => {
    const deleted: string[] = [];
    const failing: Partial<HttpCacheStore> = {
      delete: async (key) => {
        deleted.push(key);
        if (deleted.length === 2) throw new Error('locked');
      },
    };
    const { one } = over(faulty(map, failing));
    const url = 'https://api.test/a';
    expect(await one.cache.invalidate({ url })).toBe(false);
    expect(await one.cache.invalidate({ url })).toBe(true);
    const [pending, mark] = deleted;
    expect(pending).not.toBe(mark);
    expect(deleted).toEqual([pending, mark, pending, mark]);
  });
});

describe('a store that fails (rules.md#http-cache)', () => {
  it('is skipped after five consecutive failures: for 1 s, then twice as long, up to 30 s', async () => {
    let gets = 0;
    const broken: Partial<HttpCacheStore> = {
      get: async () => {
        gets += 1;
        throw new Error('x');
      },
    };
    const { ask, clock } = over(withoutClaims(faulty(map, broken)), server('no-store'));
    const rests: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      for (let tries = 0; tries < 10 && rests.length === round; tries += 1) {
        const before = gets;
        await ask();
        if (gets === before) rests.push(0);
      }
      for (const before = gets; gets === before && rests[round]! < 40; rests[round]! += 0.5) {
        clock.move(500);
        await ask();
      }
    }
    expect(rests).toEqual([1, 2, 4, 8, 16, 30, 30]);
  });

  it("counts simultaneous failures as one, and isn't skipped for longer", async () => {
    const gets: string[][] = [];
    const broken: Partial<HttpCacheStore> = {
      get: async (keys) => {
        gets.push(keys);
        throw new Error('x');
      },
    };
    const setting = { secret: SECRET };
    const { one, ask, clock } = over(withoutClaims(faulty(map, broken)), server('no-store'), setting);
    await Promise.all(
      Array.from({ length: 20 }, (_, id) => one.get({ headers: { authorization: `${id}` } })),
    );
    await settled();
    const before = gets.length;
    expect(before).toBeGreaterThanOrEqual(20);
    clock.move(1000);
    await ask();
    expect(gets.length).toBeGreaterThan(before);
  });

  it('is counted', async () => {
    const { one, ask } = over(faulty(map, { get: () => Promise.reject(new Error('x')) }));
    await ask();
    expect(one.cache.stats.storeFaults).toBeGreaterThan(0);
  });

  it('delays a call by storeTimeout at most', async () => {
    const { one, clock, seen } = over(faulty(map, { get: never, acquireLease: never }), undefined, {
      storeTimeout: 50,
    });
    const call = one.get();
    let isDone = false;
    void call.finally(() => (isDone = true));
    while (!isDone) {
      await settled();
      clock.move(50);
    }
    expect((await call).data).toBe('body 1');
    expect(seen).toHaveLength(1);
  });
});

describe('several processes (rules.md#http-cache)', () => {
  it('send one request together', async () => {
    const { fetch, requests } = heldFetch();
    const { one, process, clock } = over(map, { fetch, seen: [] });
    const calls = [one, process(), process(), process()].map(({ api }) => api['GET']!({ id: 'a' }));
    const ticking = setInterval(() => clock.move(5), 1);
    await settled();
    expect(requests).toHaveLength(1);
    requests[0]!.answer('x', { headers: { 'cache-control': 'max-age=9' } });
    const data = (await Promise.all(calls)).map((result) => result.data as unknown);
    clearInterval(ticking);
    expect({ data, length: requests.length }).toEqual({ data: Array(4).fill('"x"'), length: 1 });
  });

  it('send at once if the response is for one call only', async () => {
    const { fetch, requests } = heldFetch();
    const { one, process, clock } = over(map, { fetch, seen: [] });
    const calls = [one, process(), process()].map(({ api }) => api['GET']!({ id: 'a' }));
    const ticking = setInterval(() => clock.move(5), 1);
    await until(() => requests.length === 1);
    requests[0]!.answer('x', { headers: { 'cache-control': 'no-store' } });
    await until(() => requests.length === 3);
    for (const request of requests) request.answer('y', { headers: { 'cache-control': 'no-store' } });
    await Promise.all(calls);
    clearInterval(ticking);
    expect(requests).toHaveLength(3);
  });

  it('send a second request, and no third, if the sending process has died', async () => {
    const { fetch, requests } = heldFetch();
    const { one, process, clock } = over(map, { fetch, seen: [] });
    const dead = one.api['GET']!({ id: 'a' });
    await settled();
    const calls = [process(), process(), process()].map(({ api }) => api['GET']!({ id: 'a' }));
    const ticking = setInterval(() => clock.move(5), 1);
    await until(() => requests.length === 2);
    await settled();
    requests[1]!.answer('x', { headers: { 'cache-control': 'max-age=99' } });
    await Promise.all(calls);
    clearInterval(ticking);
    expect(requests).toHaveLength(2);
    requests[0]!.answer('x');
    await dead;
  });

  it('release a lease that was granted too late', async () => {
    let grant: (() => void) | undefined;
    const slow: Partial<HttpCacheStore> = {
      acquireLease: async (key, token, ms) => {
        const isOurs = await map.acquireLease(key, token, ms);
        if (!key.endsWith(':claim')) return isOurs;
        await new Promise<void>((resolve) => (grant = resolve));
        return isOurs;
      },
    };
    const { one, clock, seen } = over(faulty(map, slow));
    const call = one.get();
    await until(() => grant !== undefined);
    expect(seen).toHaveLength(0);
    clock.move(50);
    await call;
    expect([...map.held.keys()].filter((key) => key.endsWith(':claim'))).toHaveLength(1);
    grant?.();
    await settled();
    expect([...map.held.keys()].filter((key) => key.endsWith(':claim'))).toHaveLength(0);
  });

  it.each([undefined, null, 'OK', 0])(
    "don't wait for a store that responds to a lease request with %o",
    async (given) => {
      const { one } = over(faulty(map, { acquireLease: async () => given as never }));
      expect((await one.get()).data).toBe('body 1');
      expect(one.cache.stats.storeFaults).toBeGreaterThan(0);
    },
  );

  it('wait for leaseWait at most twice', async () => {
    const { fetch, requests } = heldFetch();
    const { process, clock } = over(map, { fetch, seen: [] }, { leaseWait: 100 });
    const calls = [process(), process(), process()].map(({ api }) => api['GET']!({ id: 'a' }));
    for (let ms = 0; ms < 400; ms += 10) {
      await settled();
      clock.move(10);
    }
    await settled();
    expect(requests).toHaveLength(3);
    for (const request of requests) request.answer(1);
    await Promise.all(calls);
  });

  it('validate a stale response once in the background', async () => {
    const from = server('max-age=3, stale-while-revalidate=99');
    const { one, process, ask, clock } = over(map, from);
    await ask();
    clock.move(4000);
    const { fetch, requests } = heldFetch();
    globalThis.fetch = fetch as typeof globalThis.fetch;
    const got = await Promise.all([one, process(), process()].map((each) => each.get()));
    await settled();
    expect(got.map(({ data }) => data)).toEqual(Array(3).fill('body 1'));
    expect(requests).toHaveLength(1);
  });

  it('send one request each if the store has no leases', async () => {
    const { fetch, requests } = heldFetch();
    const { one, process } = over(withoutClaims(map), { fetch, seen: [] });
    for (const { api } of [one, process()]) void api['GET']!({ id: 'a' });
    await settled();
    expect(requests).toHaveLength(2);
  });

  it('end the wait of a call that is aborted', async () => {
    const { fetch } = heldFetch();
    const { one, process, clock } = over(map, { fetch, seen: [] });
    void one.api['GET']!({ id: 'a' });
    await settled();
    const controller = new AbortController();
    const waiting = process().api['GET']!({ id: 'a' }, { signal: controller.signal });
    await settled();
    controller.abort();
    expect((await waiting).error?.kind).toBe('abort');
    await settled();
    expect(clock.pending).toBe(0);
  });
});

describe('a varying response in an external store (rules.md#http-cache)', () => {
  const varied = (vary: string, more: object = {}) => ({
    headers: { etag: '"a"', 'cache-control': 'max-age=9', vary },
    ...more,
  });
  const again = async (one: ReturnType<typeof cached>, headers: Record<string, string>) => {
    await one.get({ headers, fetchOptions: { cache: 'no-cache' } });
    await settled();
  };

  it.each(['the names', 'nothing'])(
    'is separated by the Vary of a 304, for all later responses, even if the store loses %s',
    async (lost) => {
      const from = server(varied('x-l'), varied('x-l, x-user', { status: 304 }), varied('x-l'));
      const { one, ask, process } = over(map, from);
      await ask(one, { 'x-l': 'en', 'x-user': 'a' });
      const names = map.records.find((key) =>
        new TextDecoder().decode(map.held.get(key)?.value).includes('"names"'),
      );
      await again(one, { 'x-l': 'en', 'x-user': 'a' });
      if (lost === 'the names') map.held.delete(names ?? '');
      await ask(one, { 'x-l': 'de', 'x-user': 'a' });
      expect((await ask(process(), { 'x-l': 'en', 'x-user': 'b' })).data).toBe('body 4');
    },
  );

  it("is removed for its own values only, and doesn't return with other values", async () => {
    const forbidden = { status: 403, headers: { 'cache-control': 'no-store', vary: 'x-a' } };
    const from = server(varied('x-a'), varied('x-a'), forbidden, varied('x-a'), forbidden);
    const { one, ask, process } = over(map, from);
    await ask(one, { 'x-a': '1' });
    await ask(one, { 'x-a': '2' });
    await again(one, { 'x-a': '1' });
    expect((await ask(process(), { 'x-a': '2' })).data).toBe('body 2');
    await ask(process(), { 'x-a': '3' });
    expect((await ask(process(), { 'x-a': '1' })).status).toBe(403);
  });
});

describe('an older response in an external store (rules.md#http-cache)', () => {
  const reload = { fetchOptions: { cache: 'reload' } } as const;

  it.each(['no-store', 'private, max-age=1', 'max-age=0'])(
    'is removed by a newer response that is not stored there: %s',
    async (field) => {
      for (const vary of ['', 'x-a']) {
        map = new MapStore();
        const newer = { headers: { 'cache-control': field, vary } };
        const from = server({ headers: { 'cache-control': 'max-age=99', vary } }, newer);
        const { one, ask, process, clock } = over(map, from);
        await ask();
        await one.get(reload);
        await settled();
        clock.move(2000);
        expect((await ask(one)).data).toBe('body 3');
        expect((await ask(process())).data).toBe('body 4');
      }
    },
  );

  it('is removed by a newer response that the store rejects', async () => {
    let isFull = false;
    const full: Partial<HttpCacheStore> = {
      set: async (...given) => (isFull ? Promise.reject(new Error('full')) : map.set(...given)),
    };
    const { one, ask } = over(faulty(map, full));
    await ask();
    isFull = true;
    await one.get(reload);
    await settled();
    expect((await ask()).data).toBe('body 3');
  });

  it.each([500, 304])("stays after a %i, which doesn't replace it", async (status) => {
    const from = server('max-age=99', { status, headers: {} });
    const { one, ask } = over(map, from);
    await ask();
    await one.get(status === 304 ? { ...reload, headers: { 'if-none-match': '"b"' } } : reload);
    await settled();
    expect((await ask()).data).toBe('body 1');
  });
});

describe('the bytes that a store returns (rules.md#http-cache)', () => {
  it("can be the store's own memory, which it changes later", async () => {
    const live: HttpCacheStore = {
      ...withoutClaims(map),
      get: async (keys) => keys.map((key) => map.held.get(key)?.value),
    };
    const reading = { shared: false, heuristicFreshness: true };
    const settings = {
      ...reading,
      namespace: '',
      hasTags: false,
      storeTimeout: 50,
      leaseTime: 1,
      leaseWait: 1,
    };
    const outside = recordStore(live)['~open'](settings, new ManualClock());
    const url = 'https://api.test/a';
    const asked = readRequest(url, {}, { namespace: '', shared: false, identity: undefined })!;
    const facts = { url, status: 200, statusText: '', type: 'default', personal: false } as const;
    const times = { requestTime: 0, responseTime: 0, vary: [], tags: [] };
    const headers = new Headers({ 'cache-control': 'max-age=9' });
    const stored = storedResponse({ ...facts, ...times, headers, body: new Uint8Array([1, 2]) }, reading);
    const look = await outside.look(asked, 'alone', undefined);
    expect(await look?.keep(stored, false)).toBe(true);
    const found = await outside.find(asked);
    for (const { value } of map.held.values()) value.fill(0);
    expect([...found!.stored!.body]).toEqual([1, 2]);
  });
});

describe('a platform without crypto (rules.md#http-cache)', () => {
  const platformCrypto = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
  beforeEach(
    () => void Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true }),
  );
  afterEach(() => {
    if (platformCrypto) Object.defineProperty(globalThis, 'crypto', platformCrypto);
    else Reflect.deleteProperty(globalThis, 'crypto');
  });

  it.each([undefined, SECRET])(
    'keeps everything in this process and calls no store: secret %o',
    async (secret) => {
      const { one, ask, process, seen } = over(map, undefined, { secret });
      await ask();
      expect((await ask()).cache?.hit).toBe(true);
      await ask(process());
      expect(seen).toHaveLength(2);
      expect(await one.cache.invalidate({ url: 'https://api.test/a' })).toBe(false);
      expect((await ask()).data).toBe('body 3');
      expect(map.asked).toEqual([]);
    },
  );
});

describe('a read of an external store (rules.md#http-cache)', () => {
  it('needs one call of the store, and a second one for Vary', async () => {
    /** Waits for the work after a call, which ends when it releases its lease. */
    const released = (): Promise<void> => until(() => map.asked.at(-1) === 'release');
    const { ask, process } = over(map);
    await ask();
    await released();
    const two = process();
    map.asked.length = 0;
    await ask(two);
    expect(map.asked).toEqual(['get']);
    const varied = over(
      (map = new MapStore()),
      server({ headers: { 'cache-control': 'max-age=9', vary: 'x-a' } }),
    );
    await varied.ask();
    await released();
    map.asked.length = 0;
    await varied.ask(varied.process());
    expect(map.asked).toEqual(['get', 'get']);
  });
});
