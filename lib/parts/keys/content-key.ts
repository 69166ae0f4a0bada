import { isPlain } from '../../core/platform/is-plain.js';
import { isPlatform } from '../../core/platform/is-platform.js';

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

/** The refusal to key something on what it holds. */
export const unkeyed = (what: string): TypeError => new TypeError(`No content to be keyed on: ${what}.`);

/** How values become a key. All of it is always said: what is missing would be read from `Object.prototype`. */
export interface Manner {
  /** Equal by value, not only in what JSON makes of it: a Date is not its text, and a bigint has a text too. */
  readonly exact: boolean;
  /** Whether a `toJSON` says what an object is; not for what is never sent as JSON. */
  readonly asJson: boolean;
  /** A text for what is told apart by identity, at any depth; undefined for what counts by content. */
  readonly identityOf: ((value: object) => string | undefined) | undefined;
}

/** Params whose wire is known, compared by value. */
export const BY_VALUE: Manner = { exact: true, asJson: true, identityOf: undefined };

const AS_SENT: Manner = { exact: false, asJson: true, identityOf: undefined };

/** @param around The objects on the way to this one. */
const keyOfObject = (value: object, manner: Manner, around: Set<object>): string => {
  const identity = manner.identityOf?.(value);
  if (identity !== undefined) return `identity ${identity}`;
  if (around.has(value)) throw unkeyed('circular');
  around.add(value);
  const key = contentOf(value, manner, around);
  around.delete(value);
  return key;
};

const contentOf = (value: object, manner: Manner, around: Set<object>): string => {
  const inside = (inner: unknown): string => keyOf(inner, manner, around);
  let content = '';
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (Array.isArray(value) || tag === 'Map' || tag === 'Set') {
    for (const entry of value as Iterable<unknown>) content += inside(entry);
    return `${tag}[${content}]`;
  }
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    // A Buffer deeper in JSON is written otherwise than other bytes.
    return `${tag}${'toJSON' in value ? ' of JSON' : ''}[${bytes.join()}]`;
  }
  if (tag === 'Date' && !manner.asJson) return `Date${String((value as Date).getTime())}`;
  const names = Object.keys(value).sort();
  const { toJSON } = value as { toJSON?: unknown };
  const isInstance = !isPlain(value);
  if (isInstance && NEVER.some((name) => isPlatform(name)(value))) throw unkeyed(tag);
  // The params themselves are sent by their fields, where they have any; what is in them, as JSON has it.
  const isJson = manner.asJson && typeof toJSON === 'function';
  if (isJson && (around.size > 1 || names.length === 0))
    return `${manner.exact ? tag : ''}${inside(toJSON.call(value, ''))}`;
  if (isInstance && names.length === 0) throw unkeyed('an instance without fields');
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of names) if (members[name] !== undefined) content += inside(name) + inside(members[name]);
  return `{${content}}`;
};

const keyOf = (value: unknown, manner: Manner, around: Set<object>): string => {
  if (typeof value === 'object' && value !== null) return keyOfObject(value, manner, around);
  const identity = typeof value === 'function' ? manner.identityOf?.(value) : undefined;
  if (identity !== undefined) return `identity ${identity}`;
  if (
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    (typeof value === 'bigint' && !manner.exact)
  )
    throw unkeyed(typeof value);
  const text = String(value);
  // With its length, so that no text can look like the end of one and the beginning of another.
  return `${typeof value}${String(text.length)} ${text}`;
};

/**
 * A text that two values share exactly when they have the same content: keys sorted, undefined members dropped,
 * `toJSON` results used, `Map`, `Set` and typed arrays by their entries. docs/reference/rules.md#cache
 *
 * @throws TypeError for what has no content to be keyed on, at any depth.
 */
export function contentKey(value: unknown, manner: Manner = AS_SENT): string {
  return keyOf(value, manner, new Set());
}
