import { type MiddlewareRequest, Refusal } from '../../core/seats.js';
import type { RetryOptions } from './retry-options.js';

/** Which requests may be sent again at all. Throws a Refusal for what names no methods. */
export function readMethods(
  methods: NonNullable<RetryOptions['methods']>,
): (request: MiddlewareRequest) => boolean {
  if (methods === 'all') return () => true;
  if (methods === 'repeatable') return ({ repeatable }) => repeatable;
  if (!Array.isArray(methods))
    throw Refusal.of('methods', methods, "'all', 'repeatable' or a list of methods");
  const upperCase = new Set((methods as readonly unknown[]).map((method) => String(method).toUpperCase()));
  return ({ method }) => upperCase.has(method.toUpperCase());
}
