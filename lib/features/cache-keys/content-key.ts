import { isPlain, isPlatform, tagOf } from '../../core/internal.js';

/** Platform classes whose content can't be read synchronously, or isn't what they represent. */
const CLASSES_WITHOUT_KEY = [
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

/** Creates the error for a value that has no key. */
export const noKeyFor = (what: string): TypeError => new TypeError(`Can't create a key from ${what}.`);

/** How values are converted to a key. */
export interface KeyRules {
  /** Distinguishes values that JSON makes equal: a Date and its string. Also allows bigints. */
  readonly exact: boolean;
  /** Whether the result of `toJSON` identifies an object. False for values that are never sent as JSON. */
  readonly asJson: boolean;
  /**
   * Returns a string for a value that is compared by identity, at any depth; undefined for a value compared by content.
   */
  readonly identityOf: ((value: object) => string | undefined) | undefined;
}

/** For params that are sent in a known way. */
export const BY_VALUE: KeyRules = { exact: true, asJson: true, identityOf: undefined };

/** For values that are compared by their JSON. */
const AS_JSON: KeyRules = { exact: false, asJson: true, identityOf: undefined };

const keyOfBytes = (view: ArrayBufferView, tag: string): string => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  // Inside JSON, a Buffer is serialized differently from other bytes.
  return `${tag}${'toJSON' in view ? ' of JSON' : ''}[${bytes.join()}]`;
};

const keyOfContent = (value: object, rules: KeyRules, ancestors: Set<object>): string => {
  const keyOfInner = (inner: unknown): string => keyOf(inner, rules, ancestors);
  const tag = tagOf(value);
  if (Array.isArray(value) || tag === 'Map' || tag === 'Set')
    return `${tag}[${Array.from(value as Iterable<unknown>, keyOfInner).join('')}]`;
  if (ArrayBuffer.isView(value)) return keyOfBytes(value, tag);
  if (tag === 'Date' && !rules.asJson) return `Date${String((value as Date).getTime())}`;
  const isInstance = !isPlain(value);
  if (isInstance && CLASSES_WITHOUT_KEY.some((name) => isPlatform(name)(value))) throw noKeyFor(tag);
  const names = Object.keys(value).sort();
  const { toJSON } = value as { toJSON?: unknown };
  if (rules.asJson && typeof toJSON === 'function') {
    // The params object itself is sent by its fields, if it has any; its members as JSON.
    const isSentByFields = ancestors.size === 1 && names.length > 0;
    if (!isSentByFields) return `${rules.exact ? tag : ''}${keyOfInner(toJSON.call(value, ''))}`;
  }
  if (isInstance && names.length === 0) throw noKeyFor('an instance without fields');
  const members = value as Readonly<Record<string, unknown>>;
  const given = names.filter((name) => members[name] !== undefined);
  return `{${given.map((name) => keyOfInner(name) + keyOfInner(members[name])).join('')}}`;
};

const keyOfObject = (value: object, rules: KeyRules, ancestors: Set<object>): string => {
  const identity = rules.identityOf?.(value);
  if (identity !== undefined) return `identity ${identity}`;
  if (ancestors.has(value)) throw noKeyFor('a cycle');
  ancestors.add(value);
  const key = keyOfContent(value, rules, ancestors);
  ancestors.delete(value);
  return key;
};

/** @param ancestors The objects that contain the value. */
const keyOf = (value: unknown, rules: KeyRules, ancestors: Set<object>): string => {
  if (typeof value === 'object' && value !== null) return keyOfObject(value, rules, ancestors);
  const identity = typeof value === 'function' ? rules.identityOf?.(value) : undefined;
  if (identity !== undefined) return `identity ${identity}`;
  const hasKey =
    typeof value !== 'function' && typeof value !== 'symbol' && (typeof value !== 'bigint' || rules.exact);
  if (!hasKey) throw noKeyFor(typeof value);
  const text = String(value);
  // Includes the length, so that different sequences of strings can't produce the same key.
  return `${typeof value}${text.length} ${text}`;
};

/**
 * Returns a string that two values share exactly if they have the same content: keys sorted, undefined members dropped,
 * `toJSON` results used, `Map`, `Set` and typed arrays by their entries. docs/reference/rules.md#cache
 *
 * @param rules Default: values are compared by their JSON.
 * @throws TypeError for a value without comparable content, at any depth.
 */
export function contentKey(value: unknown, rules: KeyRules = AS_JSON): string {
  return keyOf(value, rules, new Set());
}

/**
 * Returns whether a value is fully described by its entries: plain objects without hidden members, arrays, dates, Maps,
 * Sets and typed arrays. Instances of other classes (a Buffer too) can have effects that their fields don't show.
 */
export function hasOnlyContent(value: object): boolean {
  // Hidden members and symbol-keyed members aren't part of a key.
  if (isPlain(value)) return Reflect.ownKeys(value).length === Object.keys(value).length;
  const prototype = Object.getPrototypeOf(value) as object;
  const isKnown = tagOf(value) === 'Date' || [Array, Map, Set].some((each) => each.prototype === prototype);
  // The prototypes of all typed arrays inherit from the same object.
  return isKnown || Object.getPrototypeOf(prototype) === Object.getPrototypeOf(Uint8Array.prototype);
}
