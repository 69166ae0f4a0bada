import { describe, expect, it, vi } from 'vitest';
import { cacheMiddleware, createApi, defineRequest } from 'homing';
import { jsonResponse } from 'homing/testing';

describe('without a crypto', () => {
  it('a store with hashKeys is never used, and each call is sent', async () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
    Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true });
    const asked = vi.fn();
    const store = { hashKeys: true, get: asked, set: asked, delete: asked, clear: asked };
    let sent = 0;
    const { call } = createApi({
      baseUrl: 'https://api.test',
      fetch: async () => jsonResponse((sent += 1)),
      middleware: [cacheMiddleware({ store })],
      requests: { call: defineRequest()({ method: 'GET', path: '/x' }) },
    });
    try {
      expect([(await call()).data, (await call()).data]).toEqual([1, 2]);
      expect(asked).not.toHaveBeenCalled();
    } finally {
      if (before) Object.defineProperty(globalThis, 'crypto', before);
      else delete globalThis.crypto;
    }
  });
});
