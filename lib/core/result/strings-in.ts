import { isObject } from '../platform/is-object.js';
import { isFormData, isPlatform, isSearchParams } from '../platform/is-platform.js';

const isMap = /* @__PURE__ */ isPlatform('Map');
const isSet = /* @__PURE__ */ isPlatform('Set');

/** More than this in one value is not looked through: an error has to be made in a moment. */
const MOST = 100_000;

/** A number of many digits, as of a card. Shorter ones are in half of all addresses and ports. */
const longNumber = (value: number | bigint): string[] => {
  const digits = String(value);
  return digits.length < 8 ? [] : [digits];
};

/** What a value holds. Bytes, blobs and streams hold no strings that an error could be told of. */
const membersOf = (value: object): Iterable<unknown> => {
  if (ArrayBuffer.isView(value)) return [];
  if (isMap(value) || isFormData(value) || isSearchParams(value))
    return [...(value as unknown as Iterable<[unknown, unknown]>)].map(([, member]) => member);
  return isSet(value) ? (value as Set<unknown>) : Object.values(value);
};

/**
 * Every string that is in a value, however deep, and every long number. Throws where it can't be looked through: for a getter or a proxy that
 * throws, and for one that is too large.
 */
export function stringsIn(value: unknown): string[] {
  const found: string[] = [];
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  for (let count = 0; waiting.length > 0; count += 1) {
    if (count > MOST) throw new RangeError('There is more in it than can be looked through.');
    const next = waiting.pop();
    if (typeof next === 'string') found.push(next);
    if (typeof next === 'number' || typeof next === 'bigint') found.push(...longNumber(next));
    if (!isObject(next) || seen.has(next)) continue;
    seen.add(next);
    for (const member of membersOf(next)) waiting.push(member);
  }
  return found;
}
