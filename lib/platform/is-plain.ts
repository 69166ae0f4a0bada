/** Whether an object has no class, in any realm. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // A plain object of another realm has another Object.prototype, which in turn has none.
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}
