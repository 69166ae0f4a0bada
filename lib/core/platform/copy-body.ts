import { isPlatform } from './is-platform.js';

const isBytes = isPlatform('ArrayBuffer');
const isSearchParams = isPlatform('URLSearchParams');
const isForm = isPlatform('FormData');

const copyForm = (form: FormData): FormData => {
  const copy = new FormData();
  for (const [name, value] of form) copy.append(name, value as string);
  return copy;
};

type ViewClass = new (buffer: ArrayBuffer) => ArrayBufferView;

/** The platform's class of a view, also of a view of a class that extends it. */
const viewClass = (view: ArrayBufferView): ViewClass => {
  // All typed arrays inherit from one class, whose tag is the name of the view's own; a DataView has none there.
  const TypedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;
  const name = Reflect.get(TypedArray, Symbol.toStringTag, view) as string | undefined;
  return Reflect.get(globalThis, name ?? 'DataView') as ViewClass;
};

/** Of the same class, also where that extends the platform's: a Buffer stays one. */
const copyView = (view: ArrayBufferView): ArrayBufferView => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice();
  const copy = new (viewClass(view))(bytes.buffer as ArrayBuffer);
  return Object.setPrototypeOf(copy, Object.getPrototypeOf(view) as object) as ArrayBufferView;
};

/**
 * A copy of what somebody may still change: bytes, a form, search params. Everything else (text, a `Blob`, a stream)
 * can't be changed or can't be copied, and is given back as it is. The same goes on the wire.
 */
export function copyBody<T>(body: T): T {
  const given: unknown = body;
  let copy = given;
  try {
    if (ArrayBuffer.isView(given)) copy = copyView(given);
    else if (isBytes(given)) copy = (given as ArrayBuffer).slice(0);
    else if (isSearchParams(given)) copy = new URLSearchParams(String(given));
    else if (isForm(given)) copy = copyForm(given as FormData);
  } catch {
    // React Native's forms can't be read, and bytes that were transferred are gone: fetch says what is wrong with them.
  }
  return copy as T;
}
