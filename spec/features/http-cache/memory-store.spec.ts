import { describe, expect, it } from 'vitest';
import { readRequest } from '../../../lib/features/http-cache/cache-request.js';
import { MemoryStore, urlStamp } from '../../../lib/features/http-cache/memory-store.js';
import { storedResponse } from '../../../lib/features/http-cache/stored-response.js';

const request = (id: string) =>
  readRequest(`https://api.test/${id}`, {}, { namespace: '', shared: false, identity: undefined })!;

const response = (size = 1000) =>
  storedResponse(
    {
      url: 'https://api.test/',
      status: 200,
      statusText: '',
      type: 'default',
      headers: new Headers(),
      body: new Uint8Array(size),
      requestTime: 0,
      responseTime: 0,
      vary: [],
      personal: false,
      tags: [],
    },
    { shared: false, heuristicFreshness: true },
  );

const keep = (store: MemoryStore, id: string, size?: number): void =>
  store.keep(id, request(id), response(size), store.now);

const has = (store: MemoryStore, id: string): boolean => store.find(id, request(id)).stored !== undefined;

/** The size that one entry counts for. */
const sizeOfOne = (): number => {
  const store = new MemoryStore(Infinity);
  keep(store, 'a');
  return store.bytes;
};

describe('the memory of an HTTP cache', () => {
  it('evicts the least recently used entry when it is full', () => {
    const store = new MemoryStore(3.5 * sizeOfOne());
    for (const id of ['a', 'b', 'c']) keep(store, id);
    expect(has(store, 'a')).toBe(true);
    keep(store, 'd');
    expect(['a', 'b', 'c', 'd'].map((id) => has(store, id))).toEqual([true, false, true, true]);
  });

  it('counts bytes, and subtracts the bytes of evicted entries', () => {
    const most = 6.5 * sizeOfOne();
    const store = new MemoryStore(most);
    for (let id = 0; id < 100; id += 1) keep(store, String(id));
    expect(store.bytes).toBeLessThanOrEqual(most);
    expect(store.entries).toBe(6);
    for (let id = 0; id < 100; id += 1) store.delete(String(id), request(String(id)));
    expect({ bytes: store.bytes, entries: store.entries }).toEqual({ bytes: 0, entries: 0 });
  });

  it('stores nothing that is larger than its whole size', () => {
    const store = new MemoryStore(1000);
    keep(store, 'a', 2000);
    expect({ bytes: store.bytes, entries: store.entries }).toEqual({ bytes: 0, entries: 0 });
  });

  it('keeps the newer of two responses', () => {
    const store = new MemoryStore(10_000);
    keep(store, 'a', 1);
    keep(store, 'a', 2);
    expect({
      byteLength: store.find('a', request('a')).stored?.body.byteLength,
      entries: store.entries,
    }).toEqual({ byteLength: 2, entries: 1 });
  });

  it('keeps the newer of two responses if the other was requested before an invalidation', () => {
    const store = new MemoryStore(10_000);
    const since = store.now;
    store.invalidate([urlStamp('https://api.test/a')]);
    keep(store, 'a', 1);
    store.keep('a', request('a'), response(2), since);
    expect(store.find('a', request('a')).stored?.body.byteLength).toBe(1);
  });

  it('evicts an entry in constant time, for any number of entries', () => {
    const timeOnce = (entries: number): number => {
      const store = new MemoryStore(entries * 1600);
      const asked = request('x');
      const one = response();
      const put = (id: number): void => store.keep(`k${String(id)}`, asked, one, 0);
      for (let id = 0; id < entries * 2; id += 1) put(id);
      const began = performance.now();
      for (let id = entries * 2; id < entries * 2 + 2000; id += 1) put(id);
      return performance.now() - began;
    };
    // The fastest of several runs, as other work of the machine only adds time.
    const timeOf = (entries: number): number =>
      Math.min(...Array.from({ length: 3 }, () => timeOnce(entries)));
    timeOnce(100);
    expect(timeOf(20_000)).toBeLessThan(timeOf(200) * 20 + 20);
  });

  it('removes stamped responses, including responses that were requested earlier', () => {
    const store = new MemoryStore(10_000);
    const since = store.now;
    keep(store, 'a');
    keep(store, 'b');
    store.invalidate([urlStamp('https://api.test/a')]);
    store.keep('a', request('a'), response(), since);
    expect([has(store, 'a'), has(store, 'b')]).toEqual([false, true]);
    keep(store, 'a');
    expect(has(store, 'a')).toBe(true);
  });

  it('removes everything on clear, including responses that were requested earlier', () => {
    const store = new MemoryStore(10_000);
    const since = store.now;
    keep(store, 'a');
    store.clear();
    store.keep('b', request('b'), response(), since);
    expect([has(store, 'a'), has(store, 'b'), store.bytes]).toEqual([false, false, 0]);
  });

  it('keeps a limited number of stamps, and removes everything instead of a stamp', () => {
    const store = new MemoryStore(10_000);
    keep(store, 'a');
    for (let id = 0; id < 10_001; id += 1) store.invalidate([urlStamp(String(id))]);
    expect(has(store, 'a')).toBe(false);
  });

  it('counts the Vary key of a URL after its responses were evicted', () => {
    const store = new MemoryStore(100_000);
    const varying = { ...response(0), vary: [['accept', null]] as const };
    for (let id = 0; id < 20; id += 1) {
      const long = `${'x'.repeat(20_000)}${String(id)}`;
      store.keep(long, request('a'), varying, store.now);
      store.delete(long, request('a'), varying);
    }
    expect(store.entries).toBeLessThan(3);
  });
});
