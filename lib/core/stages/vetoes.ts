import { quietly } from '../platform/quietly.js';
import type { Result } from '../result/result.js';

/** Decides whether a Result is tried again; undefined leaves it to others. */
export type Veto = (result: Result<unknown>) => boolean | undefined;

/** What the first of them says that decides; undefined when none does. */
export function firstVeto(vetoes: Iterable<Veto>, result: Result<unknown>): boolean | undefined {
  for (const veto of vetoes) {
    try {
      // A copy: who is asked what is to become of a Result doesn't change what the caller gets.
      const decision: unknown = veto({ ...result });
      if (typeof decision === 'boolean') return decision;
      // What an async one rejects with must not end the process.
      void quietly(() => decision);
    } catch {
      // Who fails to decide leaves it to the others.
    }
  }
  return undefined;
}
