import { type Middleware, Plugin, InvalidInputError } from '../../core/internal.js';

/** A middleware, or an empty value that is left out: `isDebug && new LogPlugin()` works. */
export type StackSlot = Middleware | Plugin | null | undefined | false;

/** The slots of `stack`. All are optional. */
export interface StackSlots {
  /**
   * Logging, which sees the call like its caller. Default: none. Undefined, null and false are left out. `stack` throws
   * a TypeError for any other value that isn't a middleware.
   */
  readonly log?: StackSlot;
  /**
   * Idempotency keys: adds the key that all attempts send. Default: none. `stack` throws a TypeError for an invalid
   * value.
   */
  readonly idempotency?: StackSlot;
  /**
   * Authentication. Runs before the cache, so that the cache key contains the token, and before retry, which passes on
   * a 401. Default: none. `stack` throws a TypeError for an invalid value.
   */
  readonly auth?: StackSlot;
  /**
   * Response cache. A cached response skips all later slots. Default: none. `stack` throws a TypeError for an invalid
   * value.
   */
  readonly cache?: StackSlot;
  /** Retry. All later slots run for each attempt. Default: none. `stack` throws a TypeError for an invalid value. */
  readonly retry?: StackSlot;
  /**
   * Rate limit. Runs for each attempt, so that a wait between attempts uses no slot. Default: none. `stack` throws a
   * TypeError for an invalid value.
   */
  readonly limit?: StackSlot;
  /**
   * Policy, such as a circuit breaker. Sees each attempt that the rate limit permits. Default: none. `stack` throws a
   * TypeError for an invalid value.
   */
  readonly policy?: StackSlot;
  /** Timeout of each attempt. Default: none. `stack` throws a TypeError for an invalid value. */
  readonly attemptTimeout?: StackSlot;
  /**
   * Other middleware that runs for each attempt, innermost: one or an array. Default: none. `stack` throws a TypeError
   * for an invalid value or element.
   */
  readonly each?: StackSlot | readonly StackSlot[];
}

/** The order, outermost first. An object, because a forgotten slot then doesn't compile. */
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
 * Sorts middleware into a useful order, outermost first: log, idempotency, auth, cache, retry, limit, policy,
 * attemptTimeout, each. Use it as `createApi({ middleware: stack({ retry, auth }) })`.
 *
 * @param slots The middleware of each slot, in any order.
 * @throws TypeError for an unknown slot, and for a value that isn't a middleware.
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
