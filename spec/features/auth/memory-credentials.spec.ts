import { describe, expect, it } from 'vitest';
import { AuthPlugin, memoryCredentials } from '../../../lib/entries/auth.js';

describe('memoryCredentials (rules.md#credentials)', () => {
  it('contains what was saved last, and at first what was passed', () => {
    const store = memoryCredentials({ token: 'a' });
    expect(store.load()).toEqual({ token: 'a' });
    store.save(undefined);
    expect(store.load()).toBeUndefined();
  });

  it('shares credentials between plugins', async () => {
    const store = memoryCredentials();
    await new AuthPlugin(() => Promise.resolve(null), { store }).set({ token: 'b' });
    expect(await store.load()).toMatchObject({ token: 'b' });
  });
});
