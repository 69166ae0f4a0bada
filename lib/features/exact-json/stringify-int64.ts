/**
 * Serializes a value as `JSON.stringify` does, and writes each `bigint` as a number. Pass it as `stringifyJson`. Throws
 * a TypeError for a circular structure.
 */
export function stringifyInt64(value: unknown): string {
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, member: unknown) {
    // The own value, because an application can define BigInt.prototype.toJSON.
    const own = this[key];
    if (typeof own === 'bigint') return `${own}#`;
    return typeof member === 'string' && member.endsWith('#') ? `${member}#` : member;
  }) as string | undefined;
  // A bigint ends with one #, and a string that ends with # has one more. Names of members are followed by a colon.
  return text?.replace(/\\.|"(-?\d+)#"(?!:)|#"(?!:)/g, (token, digits?: string) =>
    token[0] === '\\' ? token : (digits ?? '"'),
  ) as string;
}
