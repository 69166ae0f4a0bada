import { copyBody } from '../platform/copy-body.js';
import { hasGetter } from '../platform/has-getter.js';
import { isArrayBuffer, isPlatform } from '../platform/is-platform.js';
import { Refusal } from '../result/refusal.js';

/** Whether the platform's own class knows the value, of another realm too; that of a package only has its name. */
const isKnown = (value: object, className: 'Blob' | 'FormData', method: string): boolean => {
  const Own = globalThis[className] as typeof Blob | undefined;
  if (typeof Own !== 'function' || value instanceof Own) return true;
  try {
    Reflect.apply(Reflect.get(Own.prototype, method, value) as () => unknown, value, ['']);
    return true;
  } catch {
    return false;
  }
};

/** Whether the value is a `Blob`, or a `File` of another realm or package. */
export const isBlob = (value: unknown): boolean => isPlatform('Blob')(value) || isPlatform('File')(value);

/** Whether the value is nothing but bytes. */
export const isBytes = (value: unknown): boolean =>
  ArrayBuffer.isView(value) || isArrayBuffer(value) || isBlob(value);

/** The blob. Throws a Refusal for one that is none for the platform, whose fetch would send its name. */
export function knownBlob(value: unknown, name = 'params'): Blob {
  if (isKnown(value as object, 'Blob', 'slice')) return value as Blob;
  throw Refusal.of(name, value, "its bytes, or a Blob of the platform's: this one is of a package");
}

const isShared = /* @__PURE__ */ isPlatform('SharedArrayBuffer');

/** Bytes as fetch takes them: a copy of those that other threads may write to, or whose number may change. */
export function ownBytes(value: unknown): unknown {
  const buffer = (ArrayBuffer.isView(value) ? value.buffer : value) as { readonly resizable?: boolean };
  if (isShared(buffer)) return copyBody(value);
  if (!hasGetter(ArrayBuffer.prototype, 'byteLength', buffer))
    throw Refusal.of('params', value, "a buffer of the platform's: this is a proxy of one");
  return buffer.resizable ? copyBody(value) : value;
}

/** The form as the platform knows it: that of a package is read into one. */
export function knownForm(value: unknown): FormData {
  if (isKnown(value as object, 'FormData', 'has')) return value as FormData;
  const form = new FormData();
  for (const [name, entry] of value as FormData) {
    const field: unknown = entry;
    if (isBlob(field)) form.append(name, knownBlob(field, `The field ${JSON.stringify(name)}`));
    else form.append(name, entry);
  }
  return form;
}
