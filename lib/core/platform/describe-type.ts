import { isObject } from './is-object.js';
import { tagOf } from './tag-of.js';

/** The name of an object's class. Never a value. */
export function className(value: unknown): string {
  const { constructor } = Object(value) as { constructor?: unknown };
  // Parsed JSON may have a member of that name, whose text must not get into a message. A generator's is no function.
  return typeof constructor === 'function' ? constructor.name : tagOf(value);
}

/** The type of a value as a person would say it, for refusals: "a Set", "an Int16Array", "null". Never the value. */
export function describeType(value: unknown): string {
  if (value == null || Number.isNaN(value)) return String(value);
  if (value === '') return 'an empty string';
  const name = isObject(value) ? className(value) : typeof value;
  // Without the u: "a URLSearchParams", "a Uint8Array".
  return `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`;
}
