import { isPlatform } from '../platform/is-platform.js';
import { Refusal } from './refusal.js';

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

/** The blob. Throws a Refusal for one that is none for the platform, whose fetch would send its name. */
export function knownBlob(value: unknown, name = 'params'): Blob {
  if (isKnown(value as object, 'Blob', 'slice')) return value as Blob;
  throw Refusal.of(name, value, "its bytes, or a Blob of the platform's: this one is of a package");
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
