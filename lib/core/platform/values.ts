// What a value is, and what is read of it.

/** Whether this is an object, and no function and not null. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What the value says that it is: "Map", "FormData". It holds across realms, where `instanceof` doesn't. */
export const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- its prototype is all that it is there for
class NullProto {}
// A class, as an object whose own prototype is null takes several times as long to make and to fill. Not in a static
// block: React Native's Babel preset can't read those.
Object.setPrototypeOf(NullProto.prototype, null);

/**
 * The fields on a new object that inherits nothing from `Object.prototype`: what somebody put there is not read from it.
 * Of two fields with one name the later is taken.
 */
export const nullProto = <T extends object>(...fields: readonly Partial<T>[]): T =>
  Object.assign(new NullProto(), ...(fields as readonly object[])) as T;

/** Whether `bare` made the object. */
export const isBare = (value: object): boolean => Object.getPrototypeOf(value) === NullProto.prototype;

/** Whether an object has no class, in any realm: of a plain one the prototype has none, of a bare one neither. */
export function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The value of a property of the object's own; undefined without one, whatever stands on its prototypes. */
export const ownValue = <T extends object, K extends keyof T>(source: T, name: K): T[K] | undefined =>
  Object.hasOwn(source, name) ? source[name] : undefined;

/**
 * The own enumerable properties of `source` that are not undefined, on an object that inherits nothing.
 *
 * Everything that a caller hands over as options goes through here: what somebody put on `Object.prototype` is no option,
 * and an explicit undefined means "leave the level below".
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

/** The same without what is null: an option that is null counts as missing, and is never read as 0. */
export function givenOptions<T extends object>(
  options: T | null | undefined,
): { [K in keyof T]?: NonNullable<T[K]> } {
  const given = Object.entries(ownDefined(options)).filter(([, value]) => value !== null);
  return nullProto(Object.fromEntries(given) as { [K in keyof T]?: NonNullable<T[K]> });
}

/** The name of an object's class. Never a value: parsed JSON may have a member called `constructor`. */
export function className(value: unknown): string {
  const { constructor } = Object(value) as { constructor?: unknown };
  return (typeof constructor === 'function' && constructor.name) || tagOf(value);
}

/** The type of a value as a person would say it, for messages: "a Set", "an Int16Array", "null". Never the value. */
export function describeType(value: unknown): string {
  if (value == null || Number.isNaN(value)) return String(value);
  if (value === '') return 'an empty string';
  return withArticle(isObject(value) ? className(value) : typeof value);
}

/** "a string", "an object". */
export const withArticle = (name: string): string =>
  // Without the u: "a URLSearchParams", "a Uint8Array".
  `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`;

/** The value of an option, for messages: a number or a boolean itself, else its type. */
export const describeOption = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : describeType(value);

/** Whether the object has functions of these names, by itself or by its class. */
export const hasMethods = (value: object, ...names: readonly string[]): boolean =>
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');

/** A test for instances of a class of the platform, by its name, or by any of several. */
export const isPlatform =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    isObject(value) &&
    names.some((name) => {
      // The tag holds across realms; the instance check is for polyfills without a tag (React Native) and subclasses.
      const platformClass = (globalThis as Record<string, unknown>)[name];
      return tagOf(value) === name || (typeof platformClass === 'function' && value instanceof platformClass);
    });

type Test<T> = (value: unknown) => value is T;

/** Whether this is an `ArrayBuffer`, of any realm. */
export const isArrayBuffer = /* @__PURE__ */ isPlatform('ArrayBuffer') as Test<ArrayBuffer>;
/** Whether this is a `FormData`, of any realm. */
export const isFormData = /* @__PURE__ */ isPlatform('FormData') as Test<FormData>;
/** Whether this is a `URLSearchParams`, of any realm. */
export const isSearchParams = /* @__PURE__ */ isPlatform('URLSearchParams') as Test<URLSearchParams>;
/** Whether this is a `ReadableStream`, of any realm. */
export const isWebStream = /* @__PURE__ */ isPlatform('ReadableStream') as Test<ReadableStream<unknown>>;

/** Whether this is a `Blob` or a `File`, of any realm. */
export const isBlob = /* @__PURE__ */ isPlatform('Blob', 'File') as Test<Blob>;

/** Whether the value is nothing but bytes. */
export const isBytes = (value: unknown): boolean =>
  ArrayBuffer.isView(value) || isArrayBuffer(value) || isBlob(value);

/** Whether the value gives its parts one after the other, with waiting: a stream of Node, an async generator. */
export const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  isObject(value) && Symbol.asyncIterator in value;

/** Whether the value can be read only once, as it comes. */
export const isStream = (value: unknown): value is AsyncIterable<unknown> | ReadableStream<unknown> =>
  isAsyncIterable(value) || isWebStream(value);

/** Tells objects apart by identity: gives each a text of its own, the same one each time. It holds in this process only. */
export function identities(): (thing: object) => string {
  const texts = new WeakMap<object, string>();
  let count = 0;
  return (thing) => {
    let text = texts.get(thing);
    if (text === undefined) {
      count += 1;
      // The random part is for a store that several processes share: each of them counts from 1.
      text = `${count} ${Math.random()}`;
      texts.set(thing, text);
    }
    return text;
  };
}

/** Gives an object a property that can't be set; one that an enumeration shows where it is said so. */
export const define = (target: object, name: PropertyKey, value: unknown, enumerable = false): void =>
  void Object.defineProperty(target, name, nullProto<PropertyDescriptor>({ value, enumerable }));

const brandOf = (name: string): symbol => Symbol.for(`homing.${name}`);

/** Marks an instance of a class of homing's, or the prototype of all of them, so that `brandIn` finds it. */
export function setBrand(instance: object, name: string, value: unknown = true): void {
  define(instance, brandOf(name), value);
}

/**
 * What a value was marked with, in any copy of the package: its ES module is one, its CommonJS another. Safe on anything
 * that can be thrown.
 */
export function brandIn(value: unknown, name: string): unknown {
  try {
    return (value as Readonly<Record<symbol, unknown>> | null | undefined)?.[brandOf(name)];
  } catch {
    return undefined;
  }
}

/** Whether a value was marked so. Safe on anything that can be thrown. */
export const hasBrand = (value: unknown, name: string): boolean => brandIn(value, name) !== undefined;
