import { describeType, hasMethods, isObject, memberOf } from '../../../core/seats.js';
import type { Policy } from './policy.js';

/** A circuit breaker, as far as one is looked at. */
export interface Breaker extends Policy {
  /** 0 closed, 1 open, 2 half-open, 3 held open by hand. */
  readonly state: number;
}

const typeOf = (policy: Policy, name: string): string => typeof memberOf(policy, name);

export const isBreaker = (policy: Policy): policy is Breaker =>
  typeOf(policy, 'state') === 'number' && typeOf(policy, 'isolate') === 'function';

export const isBulkhead = (policy: Policy): boolean => typeOf(policy, 'queueSlots') === 'number';

const isPolicy = (given: unknown): given is Policy => {
  try {
    return isObject(given) && hasMethods(given, 'execute');
  } catch {
    return false;
  }
};

/**
 * The policies that one is made of, from the outside in: those of a `wrap()` each by itself, as what one of them has to be
 * told is none of the others' business. Throws a TypeError for what is none.
 */
export function layersOf(given: unknown): readonly Policy[] {
  if (!isPolicy(given))
    throw new TypeError(`PolicyPlugin: its policy is ${describeType(given)}: pass an object with execute().`);
  const wrapped = memberOf(given, 'wrapped');
  return Array.isArray(wrapped) ? wrapped.flatMap(layersOf) : [given];
}
