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
        const decision: unknown = veto(result);
        if (typeof decision === 'boolean') return decision;
      } catch {
        // Who fails to decide leaves it to the others.
      }
    }
    return undefined;
  }
}
