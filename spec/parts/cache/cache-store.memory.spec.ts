import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryStore } from '../../../lib/parts/cache/cache-store.js';
import type { CacheEntry } from '../../../lib/index.js';

const entry = (data: unknown): CacheEntry => ({ data, status: 200, statusText: '', headers: [] });

let now = 0;
const clock = { now: () => now, ticks: () => now, setTimeout: () => 0, clearTimeout: () => {} };

const filled = (maxSize: number, keys: string) => {
  const store = new MemoryStore(maxSize, clock);
  for (const key of keys) store.set(key, entry(key), 1000);
  return store;
};

const kept = (store: MemoryStore, keys: string) =>
  Array.from(keys)
    .filter((key) => store.get(key))
    .join('');

beforeEach(() => {
  now = 0;
});

describe('MemoryStore', () => {
  it('hands an entry out until its time is over', () => {
    const store = filled(5, 'a');
    now = 999;
    expect(kept(store, 'a')).toBe('a');
    now = 1000;
    expect(kept(store, 'a')).toBe('');
  });

  it('lets an entry go when it is asked for after its time', () => {
    const store = filled(5, 'ab');
    now = 1000;
    store.get('a');
    expect(store.size).toBe(1);
  });

  it('lets an entry go that is from the future: nobody knows how old it is', () => {
    const store = new MemoryStore(2, clock);
    now = 3_600_000;
    store.set('a', entry('a'), 50);
    now = 0;
    expect(store.get('a')).toBeUndefined();
    now = 3_600_000;
    expect(store.get('a')).toBeUndefined();
  });

  it('lets an entry go when its time is over by a clock that nobody can set', () => {
    let ticks = 0;
    const store = new MemoryStore(2, { ...clock, ticks: () => ticks });
    now = 1000;
    store.set('a', entry('a'), 30);
    [now, ticks] = [1025, 40];
    expect(store.get('a')).toBeUndefined();
  });

  it('gives each entry its own time', () => {
    const store = filled(5, 'a');
    store.set('b', entry('b'), 5000);
    now = 2000;
    expect(kept(store, 'ab')).toBe('b');
  });

  it('drops the oldest when it is full', () => {
    expect(kept(filled(3, 'abcde'), 'abcde')).toBe('cde');
  });

  it('counts a renewed entry as the newest', () => {
    expect(kept(filled(2, 'abac'), 'abc')).toBe('ac');
  });

  it('does not count an entry that was only read as newer', () => {
    const store = filled(2, 'ab');
    store.get('a');
    store.set('c', entry('c'), 1000);
    expect(kept(store, 'abc')).toBe('bc');
  });

  it('starts the time of a renewed entry anew', () => {
    const store = filled(2, 'a');
    now = 900;
    store.set('a', entry('again'), 1000);
    now = 1500;
    expect(store.get('a')?.data).toBe('again');
  });

  it.each([
    [0, 0],
    [-1, 0],
    [NaN, 0],
    [0.5, 0],
    [2.9, 2],
    [Infinity, 5],
  ])('of %d keeps %d of five', (maxSize, size) => {
    expect(filled(maxSize, 'abcde').size).toBe(size);
  });
});
