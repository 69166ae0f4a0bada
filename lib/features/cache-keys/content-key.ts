import { isPlain, isPlatform, tagOf } from '../../core/internal.js';

/** Classes of the platform whose content can't be read without waiting, or is not what they mean. */
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

/** The refusal to make a key of something. */
export const noKeyFor = (what: string): TypeError => new TypeError(`Can't create a key from ${what}.`);

/** How values become a key. */
export interface KeyRules {
  /** Equal by value, not only in what JSON makes of it: a Date is not its text, and a bigint has a text too. */
  readonly exact: boolean;
  /** Whether a `toJSON` says what an object is; not for what is never sent as JSON. */
  readonly asJson: boolean;
  /** A text for what is told apart by identity, at any depth; undefined for what counts by content. */
  readonly identityOf: ((value: object) => string | undefined) | undefined;
}

/** For params of which it is known what they are sent as. */
export const BY_VALUE: KeyRules = { exact: true, asJson: true, identityOf: undefined };

/** For what counts as JSON has it. */
const AS_JSON: KeyRules = { exact: false, asJson: true, identityOf: undefined };

const keyOfBytes = (view: ArrayBufferView, tag: string): string => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  // A Buffer deeper in JSON is written otherwise than other bytes.
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
    // The params themselves are sent by their fields, where they have any; what is in them, as JSON has it.
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

/** @param ancestors The objects that the value is inside of. */
const keyOf = (value: unknown, rules: KeyRules, ancestors: Set<object>): string => {
  if (typeof value === 'object' && value !== null) return keyOfObject(value, rules, ancestors);
  const identity = typeof value === 'function' ? rules.identityOf?.(value) : undefined;
  if (identity !== undefined) return `identity ${identity}`;
  const hasKey =
    typeof value !== 'function' && typeof value !== 'symbol' && (typeof value !== 'bigint' || rules.exact);
  if (!hasKey) throw noKeyFor(typeof value);
  const text = String(value);
  // With its length, so that no text can look like the end of one and the beginning of another.
  return `${typeof value}${text.length} ${text}`;
};

/**
 * A text that two values share exactly when they have the same content: keys sorted, undefined members dropped,
 * `toJSON` results used, `Map`, `Set` and typed arrays by their entries. docs/reference/rules.md#cache
 *
 * @param rules By default what JSON makes of the values counts.
 * @throws TypeError for what has no content to be keyed on, at any depth.
 */
export function contentKey(value: unknown, rules: KeyRules = AS_JSON): string {
  return keyOf(value, rules, new Set());
}

/**
 * Whether two values like this are the same when their entries are: plain objects without hidden members, lists, dates,
 * Maps, Sets and typed arrays. Of an instance of another class (a Buffer too), more may be sent or done than its fields
 * show.
 */
export function hasOnlyContent(value: object): boolean {
  // Members that are hidden, or named by symbols, stand in no key.
  if (isPlain(value)) return Reflect.ownKeys(value).length === Object.keys(value).length;
  const prototype = Object.getPrototypeOf(value) as object;
  const isKnown = tagOf(value) === 'Date' || [Array, Map, Set].some((each) => each.prototype === prototype);
  // All typed arrays have a prototype that inherits from the same one.
  return isKnown || Object.getPrototypeOf(prototype) === Object.getPrototypeOf(Uint8Array.prototype);
}
