import { afterEach, beforeEach } from 'vitest';
import { until } from './until.js';

const METHODS = ['digest', 'sign', 'importKey', 'encrypt', 'decrypt'] as const;

/**
 * Returns a function that waits until everything has happened that waits for no timer, including all cryptography. The
 * platform does cryptography in other threads, so no number of turns of the event loop is enough.
 *
 * @param isIdle Whether other work outside the event loop has ended, for example in a database.
 */
export const useSettled = (isIdle: () => boolean = () => true): (() => Promise<void>) => {
  // Some platforms have no cryptography.
  const { subtle } = (globalThis as { crypto?: Partial<Crypto> }).crypto ?? {};
  let underWay = 0;
  beforeEach(() => {
    for (const method of subtle ? METHODS : []) {
      const original = subtle![method].bind(subtle) as (...args: unknown[]) => Promise<unknown>;
      const counted = (...args: unknown[]): Promise<unknown> => {
        underWay += 1;
        return original(...args).finally(() => (underWay -= 1));
      };
      Object.defineProperty(subtle, method, { value: counted, configurable: true });
    }
  });
  afterEach(() => {
    for (const method of subtle ? METHODS : []) Reflect.deleteProperty(subtle!, method);
  });
  return () => until(() => underWay === 0 && isIdle());
};
