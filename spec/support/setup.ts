import { afterAll, vi } from 'vitest';
import './same-error.js';

// Node loads its fetch when that is first looked up: not under a spec's fake timers, nor after an undici has set its own.
void Reflect.get(globalThis, 'Response');

// The files of a process share its globals.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
