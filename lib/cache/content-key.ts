import { isPlain } from '../platform/is-plain.js';
import { isPlatform } from '../platform/is-platform.js';

const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

/** Their content can't be read without waiting, or is not what they mean. */
const NEVER =
  /^(ArrayBuffer|SharedArrayBuffer|Blob|File|FormData|URLSearchParams|String|Number|Boolean|BigInt|Symbol)$/;

/** Of these, those of React Native have no tag. */
const UNTAGGED = ['Blob', 'FormData', 'URLSearchParams'].map(isPlatform);

/** On the way to a value: the objects around it, and whether only what is equal by value may share a text. */
interface Way {
  readonly within: readonly object[];
  readonly exact: boolean;
}

const membersOf = (value: object, way: Way): string =>
  Object.keys(value)
    .sort()
    .filter((name) => (value as Record<string, unknown>)[name] !== undefined)
    .map((name) => `${JSON.stringify(name)}:${keyOf((value as Record<string, unknown>)[name], way)}`)
    .join(',');

const listOf = (values: Iterable<unknown>, way: Way): string =>
  Array.from(values, (value) => keyOf(value, way)).join(',');

const keyOfObject = (value: object, { within, exact }: Way): string => {
  if (within.includes(value)) throw new TypeError(`No content to be keyed on: circular.`);
  const inner = { within: [...within, value], exact };
  const tag = tagOf(value);
  if (NEVER.test(tag) || (!isPlain(value) && UNTAGGED.some((isOne) => isOne(value))))
    throw new TypeError(`No content to be keyed on: ${tag}.`);
  if (Array.isArray(value)) return `[${listOf(value, inner)}]`;
  if (tag === 'Map' || tag === 'Set') return `${tag}[${listOf(value as Iterable<unknown>, inner)}]`;
  if (ArrayBuffer.isView(value))
    return `${tag}[${new Uint8Array(value.buffer, value.byteOffset, value.byteLength).join()}]`;
  const { toJSON } = value as { toJSON?: unknown };
  // The params themselves are sent by their fields, where they have any; what is in them, as JSON has it.
  const byFields = within.length === 0 && Object.keys(value).length > 0;
  if (typeof toJSON === 'function' && !byFields)
    return `${exact ? tag : ''}${keyOf(toJSON.call(value, ''), inner)}`;
  const members = membersOf(value, inner);
  if (!isPlain(value) && Object.keys(value).length === 0)
    throw new TypeError(`No content to be keyed on: an instance without fields.`);
  return `{${members}}`;
};

const keyOf = (value: unknown, way: Way): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value == null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'object') return keyOfObject(value, way);
  if (typeof value === 'bigint' && way.exact) return `${String(value)}n`;
  throw new TypeError(`No content to be keyed on: ${typeof value}.`);
};

/**
 * A text that two values share exactly when they have the same content (specification 10.1, 4): keys sorted, undefined
 * members dropped, `toJSON` results used, `Map`, `Set` and typed arrays by their entries.
 *
 * @param exact Equal by value, not only in what JSON makes of it: a Date is not its text, and a bigint has a text too.
 * @throws TypeError for what has no content to be keyed on, at any depth (specification 10.1, 5).
 */
export function contentKey(value: unknown, exact = false): string {
  return keyOf(value, { within: [], exact });
}
