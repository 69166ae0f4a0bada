import { quietly } from '../platform/quietly.js';
import type { Result } from '../result/result.js';

/** Decides whether a Result is tried again; undefined leaves it to others. */
export type Veto = (result: Result<unknown>) => boolean | undefined;

/** Those who have a say in whether a Result is tried again. */
export class Vetoes {
  readonly #vetoes = new Set<Veto>();

  add(veto: Veto): void {
    this.#vetoes.add(veto);
  }

  /** What the first says that decides; undefined when none does. */
  decide(result: Result<unknown>): boolean | undefined {
    for (const veto of this.#vetoes) {
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
}
