import { afterEach, beforeEach, vi } from 'vitest';
import type { SentRequest } from './client.js';

/** The idempotency keys that arrived, by the letters A, B and so on in which they came; `-` for none. */
export const keysOf = (arrived: readonly SentRequest[], header = 'idempotency-key'): string => {
  const keys = arrived.map(({ init }) => new Headers(init.headers).get(header));
  const known = [...new Set(keys)].filter((key) => key !== null);
  const letters = keys.map((key) => (key === null ? '-' : String.fromCodePoint(65 + known.indexOf(key))));
  return letters.join(' ');
};

/** Gives a platform without crypto random bytes that are good enough for a spec; gives what takes them away again. */
export const withCrypto = (): (() => void) => {
  const platform = globalThis as { crypto?: unknown };
  if (platform.crypto !== undefined) return () => {};
  const getRandomValues = (bytes: Uint8Array) => bytes.map(() => Math.floor(Math.random() * 256));
  platform.crypto = { getRandomValues };
  return () => {
    delete platform.crypto;
  };
};

/** Each case of the file has a clock of its own, and what keys are made of. */
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
