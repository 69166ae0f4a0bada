import { describe, expect, it, jest } from '@jest/globals';
import { cacheMiddleware, type CacheEntry, type CacheStore } from '../../../lib/index.js';
import { answering, oneEndpoint } from '../../support/one-endpoint.js';
import { AsyncStore } from '../../support/stores.js';

const broken = { data: 1, status: 'no status' } as unknown as CacheEntry;

const callThrough = async (store: CacheStore): Promise<unknown> =>
  (await oneEndpoint({ fetch: answering('fresh') }).call({}, { middleware: [cacheMiddleware({ store })] }))
    .data;

describe('an entry that no Result can be made of', () => {
  it.each([
    ['at once', () => broken],
    ['later', () => Promise.resolve(broken)],
  ])('is a miss and is deleted from a store that answers %s', async (_when, get) => {
    const store = new AsyncStore();
    const deleted = jest.spyOn(store, 'delete');
    jest.spyOn(store as CacheStore, 'get').mockImplementation(get);
    expect(await callThrough(store)).toBe('fresh');
    expect(deleted).toHaveBeenCalledTimes(1);
  });

  it('is a miss even where it can not be deleted', async () => {
    const store = new AsyncStore();
    jest.spyOn(store, 'get').mockResolvedValue(broken);
    jest.spyOn(store, 'delete').mockRejectedValue(new Error('down'));
    expect(await callThrough(store)).toBe('fresh');
  });
});
