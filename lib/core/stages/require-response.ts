import { describeType } from '../platform/describe-type.js';

/** Throws a TypeError that says so where a fetch gave something that is no Response. */
export function requireResponse(given: unknown): void {
  if (typeof (given as Partial<Response> | undefined)?.ok === 'boolean') return;
  throw new TypeError(
    `fetch gave ${describeType(given)}, which is no Response: return what the platform's fetch gives.`,
  );
}
