import { afterAll, vi } from 'vitest';
import './same-error.js';

// Node loads its fetch at the first access. Do this before fake timers, and before another undici sets its dispatcher.
void Reflect.get(globalThis, 'Response');

// The files of a process share its globals.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
