import { isPlain, isPlatform } from '../../core/seats.js';

const isDate = /* @__PURE__ */ isPlatform('Date');

/** Whether it is the prototype of a class of which there is nothing to know but the entries. */
const isOfCollections = (prototype: object): boolean =>
  prototype === Map.prototype || prototype === Set.prototype || isOfTypedArrays(prototype);

/** All typed arrays have a prototype that inherits from the same one. */
const isOfTypedArrays = (prototype: object): boolean =>
  Object.getPrototypeOf(prototype) === Object.getPrototypeOf(Uint8Array.prototype);

/** How many properties an object has of its own: hidden ones, and those named by symbols, too. */
const countOwn = (value: object): number => Reflect.ownKeys(value).length;

/**
 * Whether two values like this are the same for everybody when their entries are: plain objects and lists without
 * hidden members, dates, Maps, Sets and typed arrays. Of an instance of another class (a Buffer too), more may be sent
 * or done than its fields show.
 */
export function hasOnlyContent(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) {
    // Its length is a property too. A hole, or a further property, makes another number of them.
    return prototype === Array.prototype && countOwn(value) === Object.values(value).length + 1;
  }
  if (isDate(value)) return countOwn(value) === 0;
  if (isPlain(value)) return countOwn(value) === Object.keys(value).length;
  return typeof prototype === 'object' && prototype !== null && isOfCollections(prototype);
}
