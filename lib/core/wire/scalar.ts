/** Whether a value has one text in a URL: a string, a finite number, a bigint or a boolean. */
export const isScalar = (value: unknown): value is string | number | bigint | boolean =>
  typeof value === 'number' ? Number.isFinite(value) : /^(st|bi|bo)/.test(typeof value);
