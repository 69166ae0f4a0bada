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

/** The name of a typed array's own class, whatever a subclass calls itself; undefined for a DataView. */
const nameOf = (view: ArrayBufferView): unknown =>
  Reflect.get(Object.getPrototypeOf(Uint8Array.prototype) as object, Symbol.toStringTag, view);

/** Of the same class: a Buffer stays one. */
const copyView = (view: ArrayBufferView): ArrayBufferView => {
  const bytes = new Uint8Array(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  const View = Reflect.get(globalThis, (nameOf(view) ?? 'DataView') as string) as ViewClass;
  return Object.setPrototypeOf(
    new View(bytes.buffer),
    Object.getPrototypeOf(view) as object,
  ) as ArrayBufferView;
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
