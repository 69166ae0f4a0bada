import { isBare } from './bare.js';

/** Whether an object has no class, in any realm: `bare` makes such, too. */
export function isPlain(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value) as object | null;
  if (prototype === Object.prototype || prototype === null || isBare(value)) return true;
  // A plain object of another realm has another Object.prototype, which in turn has none.
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'hasOwnProperty');
}
