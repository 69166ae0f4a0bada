/** The type of a value as a person would say it, for refusals: "a Set", "an Int16Array", "null". Never the value. */
export function describeType(value: unknown): string {
  if (value == null || Number.isNaN(value)) return String(value);
  if (value === '') return 'an empty string';
  const { constructor } = Object(value) as { constructor?: unknown };
  // Parsed JSON may have a member of that name, whose text must not get into a message.
  const className = typeof constructor === 'function' ? constructor.name : 'Object';
  const name = typeof value === 'object' ? className : typeof value;
  // Without the u: "a URLSearchParams", "a Uint8Array".
  return `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`;
}
