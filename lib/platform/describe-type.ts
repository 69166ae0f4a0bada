const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

const nameOf = (value: object): string => {
  const { constructor } = value;
  return (typeof constructor === 'function' && constructor.name) || tagOf(value);
};

/** The type of a value as a person would say it, for refusals: "a Set", "an Int16Array", "null". */
export function describeType(value: unknown): string {
  if (value == null) return String(value);
  if (value === '') return 'an empty string';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  const name = typeof value === 'object' ? nameOf(value) : typeof value;
  if (name === 'Object') return 'an object';
  const article = /^[aeio]/i.test(name) ? 'an' : 'a';
  return `${article} ${name}${tagOf(value) === 'Map' ? ' with non-string keys' : ''}`;
}
