import { isFormData, isObject, isPlatform } from '../../core/internal.js';

const isArrayBuffer = /* @__PURE__ */ isPlatform('ArrayBuffer') as (value: unknown) => value is ArrayBuffer;

const copyForm = (form: FormData): FormData => {
  const copy = new FormData();
  for (const [name, value] of form) copy.append(name, value as string);
  return copy;
};

const copyView = (view: ArrayBufferView): ArrayBufferView => {
  const { buffer, byteOffset, byteLength } = view;
  if ('getInt8' in view) return new DataView(buffer.slice(byteOffset, byteOffset + byteLength));
  // The method of typed arrays, because a Buffer's own `slice` doesn't copy.
  return Uint8Array.prototype.slice.call(view);
};

type Members = Record<PropertyKey, unknown>;

/** Returns a new array or plain object with the same members; undefined for other values. */
const shallowCopy = (value: object): Members | undefined => {
  if (Array.isArray(value)) return Array.from<unknown>(value) as unknown as Members;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return undefined;
  // Spread first, then assign: a member named __proto__ stays a member.
  const copy = { ...value } as Members;
  return prototype === null ? (Object.setPrototypeOf(copy, null) as Members) : copy;
};

/** Copies bytes and forms; shares every other instance. */
const copyInstance = (value: object): object => {
  try {
    if (ArrayBuffer.isView(value)) return copyView(value);
    if (isArrayBuffer(value)) return value.slice(0);
    return isFormData(value) ? copyForm(value) : value;
  } catch {
    // React Native's forms can't be read, and transferred bytes are gone.
    return value;
  }
};

/**
 * Copies decoded data: arrays, plain objects, bytes and forms at every depth. If a caller changes or transfers its
 * data, other callers aren't affected. Other instances (a `Blob`, a `Date`) are shared.
 */
export function copyData(data: unknown): unknown {
  if (!isObject(data)) return data;
  // Fast path for data without nested objects.
  const flat = shallowCopy(data);
  if (flat && !Object.values(flat).some(isObject)) return flat;
  const copies = new Map<object, object>();
  const unfinished: Members[] = [];
  const copyOf = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    const known = copies.get(value);
    if (known) return known;
    const withMembers = shallowCopy(value);
    if (withMembers) unfinished.push(withMembers);
    const copy = withMembers ?? copyInstance(value);
    copies.set(value, copy);
    return copy;
  };
  const copied = copyOf(data);
  // No recursion: data that is nested 100,000 levels deep would overflow the stack.
  for (let copy = unfinished.pop(); copy; copy = unfinished.pop())
    for (const name of Array.isArray(copy) ? copy.keys() : Object.keys(copy)) copy[name] = copyOf(copy[name]);
  return copied;
}
