/** The name of an object's class. Never a value. */
export function className(value: unknown): string {
  const { constructor } = Object(value) as { constructor?: unknown };
  // Parsed JSON may have a member of that name, whose text must not get into a message. A generator's is no function.
  return typeof constructor === 'function'
    ? constructor.name
    : Object.prototype.toString.call(value).slice('[object '.length, -1);
}

/** The type of a value as a person would say it, for refusals: "a Set", "an Int16Array", "null". Never the value. */
export function describeType(value: unknown): string {
  if (value == null || Number.isNaN(value)) return String(value);
  if (value === '') return 'an empty string';
  const name = typeof value === 'object' ? className(value) : typeof value;
  // Without the u: "a URLSearchParams", "a Uint8Array".
  return `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`;
}
