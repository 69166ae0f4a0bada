import { type Middleware, Plugin, InvalidInputError } from '../../core/internal.js';

/** What may stand in a slot; what is nothing is left out, so that `isDebug && new LogPlugin()` is fine. */
export type StackSlot = Middleware | Plugin | null | undefined | false;

/** The slots of `stack`, all of them optional. */
export interface StackSlots {
  /**
   * Sees the call as its caller does. Default: none. Undefined, null and false are left out; anything else that is no
   * middleware: `stack` throws.
   */
  readonly log?: StackSlot;
  /** Gives the call the key that all below it send. Default: none. As `log`. */
  readonly idempotency?: StackSlot;
  /**
   * Outside of the cache, so that the token is in its key; outside of retry, which a 401 passes untouched. Default:
   * none. As `log`.
   */
  readonly auth?: StackSlot;
  /** An answer of its own touches nothing below it. Default: none. As `log`. */
  readonly cache?: StackSlot;
  /** Everything below it runs for each attempt. Default: none. As `log`. */
  readonly retry?: StackSlot;
  /**
   * Inside of retry, so that each attempt counts, and a wait between attempts holds no place. Default: none. As `log`.
   */
  readonly limit?: StackSlot;
  /** Sees each attempt, but for what was held back by the limit. Default: none. As `log`. */
  readonly policy?: StackSlot;
  /** The deadline of each attempt. Default: none. As `log`. */
  readonly attemptTimeout?: StackSlot;
  /**
   * What else is to run for each attempt, innermost; one, or a list. Default: none. As `log`, and so are the entries of
   * a list.
   */
  readonly each?: StackSlot | readonly StackSlot[];
}

/** Outermost first. Members rather than a list: one that is forgotten doesn't compile. */
const SLOTS: { readonly [Slot in keyof StackSlots]-?: number } = {
  log: 1,
  idempotency: 2,
  auth: 3,
  cache: 4,
  retry: 5,
  limit: 6,
  policy: 7,
  attemptTimeout: 8,
  each: 9,
};

const isClass = (value: unknown): value is { readonly name: string } =>
  typeof value === 'function' && (value as { prototype?: unknown }).prototype instanceof Plugin;

const entriesOf = (slot: string, given: unknown): (Middleware | Plugin)[] => {
  if (given == null || given === false) return [];
  const named = `stack slot "${slot}"`;
  if (isClass(given))
    throw new InvalidInputError(`${named} is the class ${given.name}: pass new ${given.name}().`);
  if (typeof given === 'function' || typeof (given as { handle?: unknown }).handle === 'function')
    return [given as Middleware | Plugin];
  throw InvalidInputError.ofOption(
    named,
    given,
    slot === 'each' ? 'a middleware or an array' : 'a middleware',
  );
};

/**
 * A list of middleware in the order that makes sense, outermost first: log, idempotency, auth, cache, retry, limit,
 * policy, attemptTimeout, each. It only sorts: `createApi({ middleware: stack({ retry, auth }) })`.
 *
 * @param slots What stands in each; in any order, and none of them needed.
 * @throws TypeError for a slot that there is not, and for what is no middleware.
 */
export function stack(slots: StackSlots): (Middleware | Plugin)[] {
  const known = Object.keys(SLOTS);
  const unknown = Object.keys(slots).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InvalidInputError(`stack has no slot ${JSON.stringify(unknown)}: use ${known.join(', ')}.`);
  const given = new Map<string, unknown>(Object.entries(slots));
  return known.flatMap((name) => {
    const slot = given.get(name);
    const entries: readonly unknown[] = name === 'each' && Array.isArray(slot) ? slot : [slot];
    return entries.flatMap((entry) => entriesOf(name, entry));
  });
}
