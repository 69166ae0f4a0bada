import { afterEach, describe, expect, it } from 'vitest';
import { randomKey } from '../../../lib/features/resilience/idempotency-plugin.js';

const own = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
const platformWith = (value: unknown): void => {
  Object.defineProperty(globalThis, 'crypto', { value, configurable: true, writable: true });
};

afterEach(() => {
  if (own) Object.defineProperty(globalThis, 'crypto', own);
  else Reflect.deleteProperty(globalThis, 'crypto');
});

/** Bytes that are random enough for a spec, even if the platform has none. */
const getRandomValues = (bytes: Uint8Array) => bytes.map(() => Math.floor(Math.random() * 256));

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe('randomKey()', () => {
  it('returns the UUID of the platform', () => {
    let made = 0;
    platformWith({ randomUUID: () => `made ${(made += 1)}`, getRandomValues });
    expect([randomKey(), randomKey()]).toEqual(['made 1', 'made 2']);
  });

  it('returns a UUID of random bytes if the platform has no randomUUID, as on a page without https', () => {
    platformWith({ getRandomValues });
    const keys = Array.from({ length: 100 }, randomKey);
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) expect(key).toMatch(UUID);
  });

  it('uses all the bytes, except for the version bits', () => {
    platformWith({ getRandomValues: (bytes: Uint8Array) => bytes.fill(0xff) });
    expect(randomKey()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
    platformWith({ getRandomValues: (bytes: Uint8Array) => bytes.map((_, at) => at) });
    expect(randomKey()).toBe('00010203-0405-4607-8809-0a0b0c0d0e0f');
  });

  it.each([undefined, {}])(
    'explains the fix if the platform has no random source: crypto is %o',
    (nothing) => {
      platformWith(nothing);
      expect(randomKey).toThrow(
        new TypeError('crypto.getRandomValues is missing: load a polyfill, or override keyFor.'),
      );
    },
  );
});
