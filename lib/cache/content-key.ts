const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

/** Their content can't be read without waiting, or is not what they mean. */
const NEVER =
  /^(ArrayBuffer|SharedArrayBuffer|Blob|File|FormData|URLSearchParams|String|Number|Boolean|BigInt|Symbol)$/;

const membersOf = (value: object, within: readonly object[]): string =>
  Object.keys(value)
    .sort()
    .filter((name) => (value as Record<string, unknown>)[name] !== undefined)
    .map((name) => `${JSON.stringify(name)}:${keyOf((value as Record<string, unknown>)[name], within)}`)
    .join(',');

const listOf = (values: Iterable<unknown>, within: readonly object[]): string =>
  Array.from(values, (value) => keyOf(value, within)).join(',');

const keyOfObject = (value: object, within: readonly object[]): string => {
  if (within.includes(value)) throw new TypeError(`No content to be keyed on: circular.`);
  const inner = [...within, value];
  const tag = tagOf(value);
  if (NEVER.test(tag)) throw new TypeError(`No content to be keyed on: ${tag}.`);
  if (Array.isArray(value)) return `[${listOf(value, inner)}]`;
  if (tag === 'Map' || tag === 'Set') return `${tag}[${listOf(value as Iterable<unknown>, inner)}]`;
  if (ArrayBuffer.isView(value))
    return `${tag}[${new Uint8Array(value.buffer, value.byteOffset, value.byteLength).join()}]`;
  const { toJSON } = value as { toJSON?: unknown };
  // The params themselves are sent by their fields, where they have any; what is in them, as JSON has it.
  const byFields = within.length === 0 && Object.keys(value).length > 0;
  if (typeof toJSON === 'function' && !byFields) return keyOf(toJSON.call(value, ''), inner);
  const members = membersOf(value, inner);
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!plain && Object.keys(value).length === 0)
    throw new TypeError(`No content to be keyed on: an instance without fields.`);
  return `{${members}}`;
};

const keyOf = (value: unknown, within: readonly object[]): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value == null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'object') return keyOfObject(value, within);
  throw new TypeError(`No content to be keyed on: ${typeof value}.`);
};

/**
 * A text that two values share exactly when they have the same content (specification 10.1, 4): keys sorted, undefined
 * members dropped, `toJSON` results used, `Map`, `Set` and typed arrays by their entries.
 *
 * @throws TypeError for what has no content to be keyed on, at any depth (specification 10.1, 5).
 */
export function contentKey(value: unknown): string {
  return keyOf(value, []);
}
