import { isObject } from './is-object.js';
import { tagOf } from './tag-of.js';

/** A test for instances of a class of the platform, by its name. */
export const isPlatform =
  (className: string) =>
  (value: unknown): boolean => {
    if (!isObject(value)) return false;
    // The tag holds across realms; the instance check is for polyfills without a tag (React Native) and subclasses.
    if (tagOf(value) === className) return true;
    const platformClass = (globalThis as Record<string, unknown>)[className];
    return typeof platformClass === 'function' && value instanceof platformClass;
  };

type Test<T> = (value: unknown) => value is T;

/** Whether this is an `ArrayBuffer`, of any realm. */
export const isArrayBuffer = /* @__PURE__ */ isPlatform('ArrayBuffer') as Test<ArrayBuffer>;
/** Whether this is a `FormData`, of any realm. */
export const isFormData = /* @__PURE__ */ isPlatform('FormData') as Test<FormData>;
/** Whether this is a `URLSearchParams`, of any realm. */
export const isSearchParams = /* @__PURE__ */ isPlatform('URLSearchParams') as Test<URLSearchParams>;
