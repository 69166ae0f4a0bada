import { isPlain, tagOf } from '../../core/seats.js';
import { BY_VALUE, contentKey } from '../../keys.js';

const isMapOrSet = (value: unknown): value is ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> =>
  ['Map', 'Set'].includes(tagOf(value));

/** Whether there is a Map or a Set anywhere below the value. */
const holdsMapOrSet = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !ArrayBuffer.isView(value) &&
  Object.values(value).some((inner) => isMapOrSet(inner) || holdsMapOrSet(inner));

const isScalar = (value: unknown): boolean =>
  value == null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/**
 * What the request does not show of its params: JSON writes a Map or a Set below the top level as `{}`, whatever is in
 * it. Empty where there is none. Throws for params that no key may be made of, at any depth.
 *
 * @param hasOwnJson Whether somebody's own function wrote the JSON, which may have a text for more than JSON has.
 */
export function hiddenContent(params: unknown, hasOwnJson: boolean): string {
  // What most params are: nothing to look into.
  if (params == null || (isPlain(params) && Object.values(params).every(isScalar))) return '';
  const key = contentKey(params, hasOwnJson ? BY_VALUE : undefined);
  // A Map that is the params itself is sent by its entries.
  const shown = isMapOrSet(params) ? [...params.values()] : params;
  return holdsMapOrSet(shown) ? key : '';
}
