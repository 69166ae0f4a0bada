import { isArrayBuffer, isFormData, isSearchParams } from './is-platform.js';

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
  const copy = new (viewClass(view))(bytes.buffer);
  return Object.setPrototypeOf(copy, Object.getPrototypeOf(view) as object) as ArrayBufferView;
};

const copyOf = (body: unknown): unknown => {
  if (ArrayBuffer.isView(body)) return copyView(body);
  if (isArrayBuffer(body)) return body.slice(0);
  if (isSearchParams(body)) return new URLSearchParams(String(body));
  return isFormData(body) ? copyForm(body) : body;
};

/**
 * A copy of what somebody may still change: bytes, a form, search params. Everything else (text, a `Blob`, a stream)
 * can't be changed or can't be copied, and is given back as it is. The same goes on the wire.
 */
export function copyBody<T>(body: T): T {
  try {
    return copyOf(body) as T;
  } catch {
    // React Native's forms can't be read, and bytes that were transferred are gone: fetch says what is wrong with them.
    return body;
  }
}
