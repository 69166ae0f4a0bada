import { isPlain } from '../../core/platform/is-plain.js';
import { isPlatform } from '../../core/platform/is-platform.js';

const isDate = isPlatform('Date');

const TYPED_ARRAY: unknown = Object.getPrototypeOf(Uint8Array.prototype);

/** Classes of the platform of which there is nothing to know but their entries. */
const isCollection = (prototype: object): boolean =>
  prototype === Map.prototype ||
  prototype === Set.prototype ||
  Object.getPrototypeOf(prototype) === TYPED_ARRAY;

/**
 * Whether two values like this are the same for everybody when their entries are: plain objects and lists without
 * hidden members, dates, Maps, Sets and typed arrays. Of an instance of another class (a Buffer too), more may be sent
 * or done than its fields show.
 */
export function hasOnlyContent(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value))
    // Its length is a property too. A hole, a further property or a class of its own makes another number of them.
    return prototype === Array.prototype && Reflect.ownKeys(value).length === Object.values(value).length + 1;
  if (isDate(value)) return Reflect.ownKeys(value).length === 0;
  if (isPlain(value)) return Reflect.ownKeys(value).length === Object.keys(value).length;
  return typeof prototype === 'object' && prototype !== null && isCollection(prototype);
}
