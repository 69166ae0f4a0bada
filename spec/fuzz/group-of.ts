import { COPY_HEADERS } from './clients.js';
import type { PlacePlan } from './place.js';
import type { CallPlan } from './plans.js';

/** A number, a text, or a list of such: JSON tells two of them apart exactly. */
const isSimple = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isSimple) : /^(st|nu)/.test(typeof value);

/** Callers of one group ask the same thing, and share one poll; undefined for one that has a poll of its own. */
export const groupOf = (call: CallPlan, place: PlacePlan): string | undefined => {
  const { asks, params, middleware, skips, broken, fetchOptions, timeout, headers, endpoint, copy } = call;
  if (place.is === 'a server' || !asks || asks.as === 'paginate') return undefined;
  if (middleware.length > 0 || skips || broken !== undefined) return undefined;
  if (!('fields' in params) || !Object.values(params.fields).every(isSimple)) return undefined;
  const asked = asks.byHand ? `by hand ${copy}` : COPY_HEADERS[copy];
  const { fields } = params;
  return JSON.stringify([
    endpoint,
    asked,
    String(timeout),
    headers,
    fetchOptions,
    Object.entries(fields).sort(),
  ]);
};
