import type { Result } from '../../lib/index.js';

/** The result of a call; null while it runs. */
export const watch = (running: Promise<Result<unknown>>): { result: Result<unknown> | null } => {
  const seen: { result: Result<unknown> | null } = { result: null };
  void running.then((result) => {
    seen.result = result;
  });
  return seen;
};

/** Resolves when the signal aborts, in a microtask. */
export const aborted = (signal: AbortSignal | null | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
