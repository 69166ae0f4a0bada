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

/** Processes over one store, whose requests go through the global fetch. */
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

describe('an answer that comes late', () => {
  it.each([
    ['', {}],
    [' and varies', { vary: 'x-a' }],
  ])('leaves what another process has stored meanwhile%s', async (_name, extra: Record<string, string>) => {
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
  });
});

describe('what leaves the process (rules.md#http-cache)', () => {
  it.each<[string, Setting, Record<string, string>, string, number]>([
    ['a public answer, as it is', {}, {}, 'max-age=9', 1],
    ['nothing for one user without a secret', {}, { authorization: 'x' }, 'max-age=9', 0],
    ['nothing for one identity without a secret', { userKey: () => 'x' }, {}, 'max-age=9', 0],
    ['nothing private without a secret', {}, {}, 'max-age=9, private', 0],
    [
      'nothing for one certificate without a secret',
      { client: { fetch: undefined, fetchOptions: { tls: { cert: 'x' } } as object } },
      {},
      'max-age=9',
      0,
    ],
    ['all of these with one', { secret: SECRET }, { authorization: 'x' }, 'max-age=9, private', 1],
    [
      'nothing of a cache for everybody where an identity tells whose the fetch of the program’s own is',
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
      'nothing where a fetch of the program’s own may add to it',
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

  // A client never gives the global fetch such a URL, so no call can reach this case.
  it.each([true, false])('is nothing for a user in the URL, in a shared cache: %s', (shared) => {
    const asker = { namespace: '', shared, identity: undefined };
    expect(readRequest('https://a:b@api.test/', {}, asker)?.personal).toBe(true);
  });

  it.each(['max-age=9, private', 'max-age=9'])(
    'is nothing that a cache for everybody takes from one for a user: %s',
    async (field) => {
      const from = server({ headers: { 'cache-control': field, 'set-cookie': 'a=1' } });
      const { one, ask } = over(map, from, { secret: SECRET });
      await ask();
      const shared = over(map, from, { secret: SECRET, mode: 'shared' });
      expect((await shared.ask()).cache?.hit).toBe(false);
      expect((await ask(one)).data).toBe('body 1');
    },
  );

  it('is no token and no URL, of an answer for everybody neither', async () => {
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

  it('tells nothing of who asks, nor of what: by names, and under a secret by content', async () => {
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

  it('is opened with the same secret alone', async () => {
    const from = server('max-age=9');
    const headers = { authorization: 'a' };
    const { ask } = over(map, from, { secret: SECRET });
    await ask(undefined, headers);
    const other = over(map, from, { secret: 'another secret as long' });
    expect((await other.ask(undefined, headers)).data).toBe('body 2');
  });

  it('takes no record in the clear for one that says who asks', async () => {
    const { ask, seen } = over(map, server('max-age=9'), { secret: SECRET });
    await ask(undefined, { authorization: 'a' });
    const [key = ''] = map.records;
    const [clear] = [...new MapStore().held.values()];
    expect(clear).toBeUndefined();
    map.held.set(key, { value: new Uint8Array([0x68, 1, 0, 0]), until: Infinity });
    expect((await ask(undefined, { authorization: 'a' })).data).toBe('body 2');
    expect(seen).toHaveLength(2);
  });

  it.each([[''], ['short'], ['fifteen letters']])('refuses the secret %o', (secret) => {
    expect(() => over(map, server(''), { secret })).toThrow('secret');
  });
});

describe('a mark (rules.md#http-cache)', () => {
  it('makes a late filler’s answer a miss', async () => {
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

  it('of a tag makes it one, too, whatever the answer was tagged with', async () => {
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

  it('that is gone makes all under it a miss', async () => {
    const { ask, process, seen } = over(map);
    await ask();
    for (const key of map.held.keys()) if (!map.records.includes(key)) map.held.delete(key);
    await ask(process());
    expect(seen).toHaveLength(2);
  });

  it('that the store does not take makes this process ignore the store until it does', async () => {
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

describe('what a URL leaves in a store (rules.md#http-cache)', () => {
  const DAY = 86_400_000;
  const MINUTES = 600_000;
  const NAMESPACE_WIDE = 2;

  /** For how long what is there is kept, the longest first, but for the marks of everything and of any tag. */
  const times = (): number[] =>
    [...map.held.values()]
      .map(({ until }) => until - map.now)
      .sort((a, b) => b - a)
      .slice(NAMESPACE_WIDE);

  it.each([
    ['claims', false],
    ['no claims', true],
  ])('is gone within minutes where nothing is stored, in a store with %s', async (_what, isPlain) => {
    const store = isPlain ? withoutClaims(map) : map;
    const { one, ask } = over(store, server('no-store'), { tags: () => ['t'] });
    await ask();
    await one.call('POST', {}, 'b');
    await one.cache.invalidate({ url: 'https://api.test/c', tags: ['t'] });
    await settled();
    expect(map.held.size).toBeGreaterThan(NAMESPACE_WIDE);
    expect(Math.max(...times())).toBeLessThanOrEqual(MINUTES);
  });

  it('is nothing after a write', async () => {
    const { one } = over(map, server('no-store'));
    await one.call('POST');
    await one.cache.invalidate({ url: 'https://api.test/c' });
    await settled();
    expect([...map.held.keys()]).toEqual([]);
  });

  it('is kept for a day longer than the response', async () => {
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

  it('is kept no longer after a write', async () => {
    const { one, ask } = over(map, server('max-age=99'));
    await ask();
    await one.call('POST');
    await settled();
    // The mark of everything, and the response, which nobody finds any more.
    expect(map.held.size).toBe(2);
  });

  it('forgets a response that took longer than what tells its request apart', async () => {
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

/** A store whose operations happen when they are let, in any order. */
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
  /** Lets one happen. */
  const step = (random: number): void => waiting.splice(Math.floor(random * waiting.length), 1)[0]?.();
  return { store: all, step, isIdle: () => waiting.length === 0 };
};

describe('a response that is kept while another process invalidates its URL (rules.md#http-cache)', () => {
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
    'is never found, in whichever order a store with %s does what they ask: by %s',
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
        // Another may keep a newer one at the same time.
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

describe('an invalidation that the store has taken in part (rules.md#http-cache)', () => {
  it('begins again with what requests on their way have seen', async () => {
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
  it('is left alone after five failures in a row: for 1 s, then twice as long, up to 30 s', async () => {
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

  it('has failed once where calls at the same time fail: it is left alone no longer', async () => {
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

  it('counts', async () => {
    const { one, ask } = over(faulty(map, { get: () => Promise.reject(new Error('x')) }));
    await ask();
    expect(one.cache.stats.storeFaults).toBeGreaterThan(0);
  });

  it('is waited for no longer than the storeTimeout', async () => {
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

describe('many processes (rules.md#http-cache)', () => {
  it('send one request for all', async () => {
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

  it('go at once where the answer is for one alone', async () => {
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

  it('send a second request, and no third, where the one who was to send is dead', async () => {
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

  it('wait for no claim that was granted too late', async () => {
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

  it.each([undefined, null, 'OK', 0])('wait for no store that tells of a claim by %o', async (given) => {
    const { one } = over(faulty(map, { acquireLease: async () => given as never }));
    expect((await one.get()).data).toBe('body 1');
    expect(one.cache.stats.storeFaults).toBeGreaterThan(0);
  });

  it('wait no longer than leaseWait, twice', async () => {
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

  it('validate once behind what is stale', async () => {
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

  it('send each for itself where the store can’t tell who is first', async () => {
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

describe('what varies, outside of this process (rules.md#http-cache)', () => {
  const varied = (vary: string, more: object = {}) => ({
    headers: { etag: '"a"', 'cache-control': 'max-age=9', vary },
    ...more,
  });
  const again = async (one: ReturnType<typeof cached>, headers: Record<string, string>) => {
    await one.get({ headers, fetchOptions: { cache: 'no-cache' } });
    await settled();
  };

  it.each(['the names', 'nothing'])(
    'is kept apart by what a 304 says, whatever comes after it, where the store loses %s',
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

  it('is forgotten for its own values alone, and does not come back with others', async () => {
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

describe('an older answer outside of this process (rules.md#http-cache)', () => {
  const reload = { fetchOptions: { cache: 'reload' } } as const;

  it.each(['no-store', 'private, max-age=1', 'max-age=0'])(
    'is gone after one that is not kept there: %s',
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

  it('is gone after one that the store does not take', async () => {
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

  it.each([500, 304])('stays after a %i, which says nothing of it', async (status) => {
    const from = server('max-age=99', { status, headers: {} });
    const { one, ask } = over(map, from);
    await ask();
    await one.get(status === 304 ? { ...reload, headers: { 'if-none-match': '"b"' } } : reload);
    await settled();
    expect((await ask()).data).toBe('body 1');
  });
});

describe('what a store hands out (rules.md#http-cache)', () => {
  it('may be its own memory, which it writes to later', async () => {
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

  it.each([undefined, SECRET])('has all in this process and asks no store: secret %o', async (secret) => {
    const { one, ask, process, seen } = over(map, undefined, { secret });
    await ask();
    expect((await ask()).cache?.hit).toBe(true);
    await ask(process());
    expect(seen).toHaveLength(2);
    expect(await one.cache.invalidate({ url: 'https://api.test/a' })).toBe(false);
    expect((await ask()).data).toBe('body 3');
    expect(map.asked).toEqual([]);
  });
});

describe('a read (rules.md#http-cache)', () => {
  it('is one question, a second for Vary', async () => {
    /** What goes on after a call is over: it ends by giving back its claim. */
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
