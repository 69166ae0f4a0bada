import { identities } from '../platform/identities.js';
import { valueText } from '../platform/value-text.js';
import type { Level } from '../settings/level.js';
import type { MiddlewareEntry } from '../stages/plugin.js';
import { comparedHeaders } from '../stages/share-key.js';

/** What sets a copy of a client apart from the client. */
export interface ClientCopy {
  /** The added options; they stand between the client's and the endpoint's. One that can't be used throws. */
  readonly level: () => Level;
  /** The added middleware, which stands outermost. */
  readonly middleware: readonly MiddlewareEntry[];
  /** False for a copy whose calls supersede nothing. */
  readonly dedupe: boolean;
}

const identityOf = /* @__PURE__ */ identities();

/** A list may hold anything: what is no object is refused when it is run. */
const identitiesOf = (things: readonly unknown[]): readonly string[] =>
  things.map((thing) => identityOf(Object(thing) as object));

/**
 * What a copy of a client adds, as text: what copies must have in common for their calls to have to do with each other.
 * Equal for all copies that add nothing, and for the client.
 */
const scopeOf = (
  { level, middleware }: ClientCopy,
  partsOf: (level: Level) => readonly unknown[],
): string => {
  let parts: readonly unknown[] = [];
  try {
    parts = partsOf(level());
  } catch {
    // No call through a copy with options that can't be used gets far enough to meet another.
  }
  return JSON.stringify([parts, identitiesOf(middleware)]);
};

/**
 * For `share`, whose key has everything of the request itself. Tracing headers, which that key leaves out, are left
 * out here too: one for each incoming request must not end sharing.
 */
export const shareScope = (copy: ClientCopy): string =>
  scopeOf(copy, ({ headers }) => comparedHeaders(headers));

const partsForDedupe = ({ headers, fetchOptions, context }: Level): readonly unknown[] => [
  Object.entries(headers).sort(),
  valueText(fetchOptions),
  valueText(context),
];

/** For `dedupe`. Read at each call: a member of the context may have changed. */
export const dedupeScope = (copy: ClientCopy): string => scopeOf(copy, partsForDedupe);

/**
 * For polls, which each caller also ends, and waits for, in a way of its own. A copy made with `dedupe: false` differs
 * from one made without: docs/reference/rules.md#sharing-a-poll
 */
export const pollScope = (copy: ClientCopy): string =>
  scopeOf(copy, (level) => [
    ...partsForDedupe(level),
    identitiesOf(level.copySignals),
    level.timeout,
    copy.dedupe,
  ]);
