import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryCacheStore } from '../../../lib/features/cache/cache-store.js';
import type { CacheEntry } from '../../../lib/index.js';

const entry = (data: unknown): CacheEntry => ({ data, status: 200, statusText: '', headers: [] });

let now = 0;
let ticks = 0;
const clock = { now: () => now, ticks: () => ticks, setTimeout: () => 0, clearTimeout: () => {} };

const filled = (maxSize: number, keys: string) => {
  const store = new MemoryCacheStore(maxSize, clock);
  for (const key of keys) store.set(key, entry(key), 1000);
  return store;
};

const kept = (store: MemoryCacheStore, keys: string) =>
  Array.from(keys)
    .filter((key) => store.get(key))
    .join('');

beforeEach(() => {
  now = ticks = 0;
});

describe('MemoryStore', () => {
  it.each([
    ['999 ms', 999, 999, 'a'],
    ['its time', 1000, 1000, ''],
    ['its ttl, although the clock was changed', 25, 1000, ''],
    ['a sleep of the machine', 1000, 25, ''],
    ['a clock change into the past, which makes its age unknown', -1, 0, ''],
  ])('drops an entry after %s', (_what, later, passed, left) => {
    const store = filled(5, 'a');
    [now, ticks] = [later, passed];
    expect(kept(store, 'a')).toBe(left);
    now = 0;
    expect(kept(store, 'a')).toBe(left);
  });

  it('gives each entry its own ttl, and a replaced entry a new one', () => {
    const store = filled(5, 'ab');
    now = 900;
    store.set('b', entry('again'), 1000);
    now = 1500;
    expect(kept(store, 'ab')).toBe('b');
  });

  it('drops the oldest entry when it is full, where a replaced entry is the newest and reading has no effect', () => {
    const store = filled(2, 'aba');
    store.get('b');
    store.set('c', entry('c'), 1000);
    expect(kept(store, 'abc')).toBe('ac');
  });

  it.each([
    [0, ''],
    [-1, ''],
    [NaN, ''],
    [0.5, ''],
    [2.9, 'de'],
    [Infinity, 'abcde'],
  ])('with a maxSize of %d keeps %j of five', (maxSize, left) => {
    expect(kept(filled(maxSize, 'abcde'), 'abcde')).toBe(left);
  });
});
