import { bare } from './bare.js';
import { isObject } from './is-object.js';

const brandOf = (className: string): symbol => Symbol.for(`homing.${className}`);

/** Marks an instance of a class of homing's, or the prototype of all of them, so that `hasBrand` knows it. */
export function setBrand(instance: object, className: string): void {
  Object.defineProperty(instance, brandOf(className), bare({ value: true }));
}

/**
 * Whether a value is an instance of the class, in any copy of the package: its ES module is one, its CommonJS another.
 * Safe on anything that can be thrown.
 */
export function hasBrand(value: unknown, className: string): boolean {
  try {
    return isObject(value) && brandOf(className) in value;
  } catch {
    // A revoked proxy can't be asked.
    return false;
  }
}
