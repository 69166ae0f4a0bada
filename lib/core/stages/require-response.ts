import { describeType } from '../platform/describe-type.js';

/** Throws a TypeError that says so where somebody gave something that is no Response. */
export function requireResponse(given: unknown, giver: string): asserts given is Response {
  if (typeof (given as Partial<Response> | null | undefined)?.ok === 'boolean') return;
  throw new TypeError(
    `${giver} gave ${describeType(given)}, which is no Response: return what the platform's fetch gives.`,
  );
}
