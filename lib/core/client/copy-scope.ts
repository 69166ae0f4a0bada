import { identities } from '../platform/identities.js';
import { valueText } from '../platform/value-text.js';
import type { Level } from '../settings/level.js';
import type { MiddlewareEntry } from '../stages/plugin.js';
import { isTracingHeader } from '../wire/is-tracing-header.js';

const identityOf = /* @__PURE__ */ identities();

/** A list may hold anything: what is no object is refused when it is run. */
const identitiesOf = (things: readonly unknown[]): readonly string[] =>
  things.map((thing) => identityOf(Object(thing) as object));

/**
 * What a copy of a client adds, as text: what copies must have in common for their calls to have to do with each other.
 * Equal for all copies that add nothing, and for the client.
 */
export class CopyScope {
  readonly #level: () => Level;
  readonly #middleware: readonly MiddlewareEntry[];

  /** @param level What the copy adds; throws what can't be used in it. */
  constructor(level: () => Level, middleware: readonly MiddlewareEntry[]) {
    this.#level = level;
    this.#middleware = middleware;
  }

  /**
   * For `share`, whose key has everything of the request itself. Tracing headers, which that key leaves out, are left
   * out here too: one for each incoming request must not end sharing.
   */
  get share(): string {
    return this.#text(({ headers }) => [
      Object.entries(headers)
        .filter(([name]) => !isTracingHeader(name))
        .sort(),
    ]);
  }

  /** For `dedupe`. Read at each call: a member of the context may have changed. */
  get dedupe(): string {
    return this.#text(({ headers, fetchOptions, context }) => [
      Object.entries(headers).sort(),
      valueText(fetchOptions),
      valueText(context),
    ]);
  }

  /** For polls, which each caller also ends, and waits for, in a way of its own. */
  get poll(): string {
    const own = this.#text(({ copySignals, timeout }) => [identitiesOf(copySignals), timeout]);
    return `${own} ${this.dedupe}`;
  }

  #text(partsOf: (level: Level) => readonly unknown[]): string {
    let parts: readonly unknown[];
    try {
      parts = partsOf(this.#level());
    } catch {
      // No call through a copy with options that can't be used gets far enough to meet another.
      parts = [];
    }
    return JSON.stringify([parts, identitiesOf(this.#middleware)]);
  }
}
