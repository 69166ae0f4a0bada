import { afterEach, beforeEach, vi } from 'vitest';
import type { SentRequest } from './client.js';

/** The received idempotency keys as letters A, B and so on, by first arrival; `-` for no key. */
export const keysOf = (arrived: readonly SentRequest[], header = 'idempotency-key'): string => {
  const keys = arrived.map(({ init }) => new Headers(init.headers).get(header));
  const known = [...new Set(keys)].filter((key) => key !== null);
  const letters = keys.map((key) => (key === null ? '-' : String.fromCodePoint(65 + known.indexOf(key))));
  return letters.join(' ');
};

/** Adds random bytes for specs to a platform without crypto. Returns a function that removes them. */
export const withCrypto = (): (() => void) => {
  const platform = globalThis as { crypto?: unknown };
  if (platform.crypto !== undefined) return () => {};
  const getRandomValues = (bytes: Uint8Array) => bytes.map(() => Math.floor(Math.random() * 256));
  platform.crypto = { getRandomValues };
  return () => {
    delete platform.crypto;
  };
};

/** Gives each case of the file its own clock, and random bytes for keys. */
export const useFakeTimersAndKeys = (): void => {
  let withoutCrypto: () => void;
  beforeEach(() => {
    withoutCrypto = withCrypto();
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    withoutCrypto();
  });
};
