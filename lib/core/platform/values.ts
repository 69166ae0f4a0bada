/** Returns whether this is an object: not a function, and not null. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the type tag of a value: "Map", "FormData". Works across realms, unlike `instanceof`. */
export const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- only its prototype is used
class NullProto {}
// A class, because creating and filling an object with a null prototype takes several times as long. Not in a static
// block: React Native's Babel preset can't read those.
Object.setPrototypeOf(NullProto.prototype, null);

/**
 * Copies the fields to a new object that inherits nothing from `Object.prototype`. A later field wins over an earlier
 * one.
 */
export const nullProto = <T extends object>(...fields: readonly Partial<T>[]): T =>
  Object.assign(new NullProto(), ...(fields as readonly object[])) as T;

/** Returns whether an object has no class, in any realm: its prototype is null, or has a null prototype. */
export function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns an own property; undefined if the object has none of that name, even if its prototypes do. */
export const ownValue = <T extends object, K extends keyof T>(source: T, name: K): T[K] | undefined =>
  Object.hasOwn(source, name) ? source[name] : undefined;

/**
 * Copies the own enumerable properties that are not undefined, to an object that inherits nothing.
 *
 * All options of callers are read with this function: a property of `Object.prototype` is not an option, and undefined
 * selects the level below.
 */
export function ownDefined<T extends object>(
  source: T | null | undefined,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const copy = nullProto<{ [K in keyof T]?: Exclude<T[K], undefined> }>();
  for (const key of Object.keys(source ?? {}) as (keyof T)[]) {
    const value = (source as T)[key];
    if (value !== undefined) copy[key] = value as Exclude<T[typeof key], undefined>;
  }
  return copy;
}

/** Like `ownDefined`, but also drops null: an option that is null counts as missing, never as 0. */
export function givenOptions<T extends object>(
  options: T | null | undefined,
): { [K in keyof T]?: NonNullable<T[K]> } {
  const given = Object.entries(ownDefined(options)).filter(([, value]) => value !== null);
  return nullProto(Object.fromEntries(given) as { [K in keyof T]?: NonNullable<T[K]> });
}

/** Returns the name of an object's class. Never a value: parsed JSON can have a member named `constructor`. */
export function className(value: unknown): string {
  const { constructor } = Object(value) as { constructor?: unknown };
  return (typeof constructor === 'function' && constructor.name) || tagOf(value);
}

/** Describes the type of a value for messages: "a Set", "an Int16Array", "null". Never contains the value. */
export function describeType(value: unknown): string {
  if (value == null || Number.isNaN(value)) return String(value);
  if (value === '') return 'an empty string';
  return withArticle(isObject(value) ? className(value) : typeof value);
}

/** Returns the name with its article: "a string", "an object". */
export const withArticle = (name: string): string =>
  // Without the u: "a URLSearchParams", "a Uint8Array".
  `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`;

/** Describes the value of an option for messages: a number or a boolean itself, else its type. */
export const describeOption = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : describeType(value);

/** Returns whether the object has functions of these names, own or inherited. */
export const hasMethods = (value: object, ...names: readonly string[]): boolean =>
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');

/** Creates a test for instances of a platform class, by one or several class names. */
export const isPlatform =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    isObject(value) &&
    names.some((name) => {
      // The tag works across realms. The instance check is for subclasses, and for polyfills without a tag (React
      // Native).
      const platformClass = (globalThis as Record<string, unknown>)[name];
      return tagOf(value) === name || (typeof platformClass === 'function' && value instanceof platformClass);
    });

type Test<T> = (value: unknown) => value is T;

/** Returns whether this is an `ArrayBuffer`, of any realm. */
export const isArrayBuffer = /* @__PURE__ */ isPlatform('ArrayBuffer') as Test<ArrayBuffer>;
/** Returns whether this is a `FormData`, of any realm. */
export const isFormData = /* @__PURE__ */ isPlatform('FormData') as Test<FormData>;
/** Returns whether this is a `URLSearchParams`, of any realm. */
export const isSearchParams = /* @__PURE__ */ isPlatform('URLSearchParams') as Test<URLSearchParams>;
/** Returns whether this is a `ReadableStream`, of any realm. */
export const isWebStream = /* @__PURE__ */ isPlatform('ReadableStream') as Test<ReadableStream<unknown>>;

/** Returns whether this is a `Blob` or a `File`, of any realm. */
export const isBlob = /* @__PURE__ */ isPlatform('Blob', 'File') as Test<Blob>;

/** Returns whether the value is binary data. */
export const isBytes = (value: unknown): boolean =>
  ArrayBuffer.isView(value) || isArrayBuffer(value) || isBlob(value);

/** Returns whether the value is an async iterable, such as a Node stream or an async generator. */
export const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  isObject(value) && Symbol.asyncIterator in value;

/** Returns whether the value can be read only once. */
export const isStream = (value: unknown): value is AsyncIterable<unknown> | ReadableStream<unknown> =>
  isAsyncIterable(value) || isWebStream(value);

/**
 * Creates a function that returns a string for an object's identity: the same string each time, valid in this process
 * only.
 */
export function identities(): (thing: object) => string {
  const texts = new WeakMap<object, string>();
  let count = 0;
  return (thing) => {
    let text = texts.get(thing);
    if (text === undefined) {
      count += 1;
      // The random part is for a store that several processes share: each process counts from 1.
      text = `${count} ${Math.random()}`;
      texts.set(thing, text);
    }
    return text;
  };
}

/** Defines a read-only property, enumerable if requested. */
export const define = (target: object, name: PropertyKey, value: unknown, enumerable = false): void =>
  void Object.defineProperty(target, name, nullProto<PropertyDescriptor>({ value, enumerable }));

const brandOf = (name: string): symbol => Symbol.for(`homing.${name}`);

/** Marks an instance of a homing class, or the prototype of the class, for `brandIn`. */
export function setBrand(instance: object, name: string, value: unknown = true): void {
  define(instance, brandOf(name), value);
}

/**
 * Returns the mark of a value, set by any copy of the package: ESM and CommonJS are two copies. Works for any thrown
 * value.
 */
export function brandIn(value: unknown, name: string): unknown {
  try {
    return (value as Readonly<Record<symbol, unknown>> | null | undefined)?.[brandOf(name)];
  } catch {
    return undefined;
  }
}

/** Returns whether a value has the mark. Works for any thrown value. */
export const hasBrand = (value: unknown, name: string): boolean => brandIn(value, name) !== undefined;
