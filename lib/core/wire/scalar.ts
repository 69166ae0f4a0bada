/** Whether a value has one text in a URL: a string, a finite number, a bigint or a boolean. */
export function isScalar(value: unknown): value is string | number | bigint | boolean {
  switch (typeof value) {
    case 'string':
    case 'bigint':
    case 'boolean':
      return true;
    default:
      return Number.isFinite(value);
  }
}
