import { isPlain } from '../platform/is-plain.js';
import { isPlatform } from '../platform/is-platform.js';

/** Their content can't be read without waiting, or is not what they mean. */
const NEVER = [
  'ArrayBuffer',
  'SharedArrayBuffer',
  'Blob',
  'File',
  'FormData',
  'URLSearchParams',
  'String',
  'Number',
  'Boolean',
  'BigInt',
  'Symbol',
];

const unkeyed = (what: string): TypeError => new TypeError(`No content to be keyed on: ${what}.`);

/** @param around The objects on the way to this one. */
const keyOfObject = (value: object, exact: boolean, around: readonly object[]): string => {
  if (around.includes(value)) throw unkeyed('circular');
  const within = [...around, value];
  const inside = (inner: unknown): string => keyOf(inner, exact, within);
  let content = '';
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (Array.isArray(value) || tag === 'Map' || tag === 'Set') {
    for (const entry of value as Iterable<unknown>) content += inside(entry);
    return `${tag}[${content}]`;
  }
  if (ArrayBuffer.isView(value))
    return `${tag}[${new Uint8Array(value.buffer, value.byteOffset, value.byteLength).join()}]`;
  const names = Object.keys(value).sort();
  const { toJSON } = value as { toJSON?: unknown };
  const isInstance = !isPlain(value);
  if (isInstance && NEVER.some((name) => isPlatform(name)(value))) throw unkeyed(tag);
  // The params themselves are sent by their fields, where they have any; what is in them, as JSON has it.
  if (typeof toJSON === 'function' && (around.length > 0 || names.length === 0))
    return `${exact ? tag : ''}${inside(toJSON.call(value, ''))}`;
  if (isInstance && names.length === 0) throw unkeyed('an instance without fields');
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of names) if (members[name] !== undefined) content += inside(name) + inside(members[name]);
  return `{${content}}`;
};

const keyOf = (value: unknown, exact: boolean, around: readonly object[]): string => {
  if (typeof value === 'object' && value !== null) return keyOfObject(value, exact, around);
  if (typeof value === 'function' || typeof value === 'symbol' || (typeof value === 'bigint' && !exact))
    throw unkeyed(typeof value);
  const text = String(value);
  // With its length, so that no text can look like the end of one and the beginning of another.
  return `${typeof value}${String(text.length)} ${text}`;
};

/**
 * A text that two values share exactly when they have the same content (specification 10.1, 4): keys sorted, undefined
 * members dropped, `toJSON` results used, `Map`, `Set` and typed arrays by their entries.
 *
 * @param exact Equal by value, not only in what JSON makes of it: a Date is not its text, and a bigint has a text too.
 * @throws TypeError for what has no content to be keyed on, at any depth (specification 10.1, 5).
 */
export function contentKey(value: unknown, exact = false): string {
  return keyOf(value, exact, []);
}
