import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuthPlugin, indexedDbCredentials } from '../../../lib/entries/auth.js';

beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(() => void vi.unstubAllGlobals());

describe('indexedDbCredentials (rules.md#credentials)', () => {
  it('shares credentials with other pages, by name, and deletes them', async () => {
    const [store, other] = [indexedDbCredentials('a'), indexedDbCredentials('a')];
    expect(await store.load()).toBeUndefined();
    await new AuthPlugin(() => Promise.resolve(null), { store }).set({ token: 't', refreshToken: 'r' });
    expect(await other.load()).toMatchObject({ token: 't', refreshToken: 'r' });
    expect(await indexedDbCredentials('b').load()).toBeUndefined();
    await other.save(undefined);
    expect(await store.load()).toBeUndefined();
  });

  it('opens the database again after it failed, and after another page deleted it', async () => {
    const store = indexedDbCredentials('a');
    const { indexedDB } = globalThis;
    vi.stubGlobal('indexedDB', undefined);
    await expect(store.load()).rejects.toThrow();
    vi.stubGlobal('indexedDB', indexedDB);
    await store.save({ token: 't' });
    await new Promise((resolve) => {
      indexedDB.deleteDatabase('homing credentials a').onsuccess = resolve;
    });
    expect(await store.load()).toBeUndefined();
    await store.save({ token: 'u' });
    expect(await store.load()).toEqual({ token: 'u' });
  });

  it('throws if its name is not a string', () => {
    expect(() => indexedDbCredentials(1 as never)).toThrow(/indexedDbCredentials name is 1/);
  });
});
