import { define } from '../../core/internal.js';
import { type ErrorClass, type ErrorName, ownClasses, parentOf } from './error-factory.js';

type OwnClasses = ReturnType<typeof ownClasses>;

/**
 * The classes of a call's errors, which extend an own `APIError`.
 *
 * @typeParam TBase The type of the own class.
 */
export type DerivedErrors<TBase extends ErrorClass> = {
  readonly [K in Exclude<ErrorName, 'APIError'>]: new (
    ...args: ConstructorParameters<ErrorClass>
  ) => InstanceType<TBase> & InstanceType<OwnClasses[K]>;
} & { readonly APIError: TBase };

/**
 * Returns all classes of a call's errors, derived from your own `APIError`: `defineSdk({ errors: deriveErrors(APIError) })`.
 * Export them from your package instead of the classes of homing, which don't extend yours.
 *
 * @param base Your class, which extends `APIError`. Not checked; `defineSdk` throws a TypeError for another one.
 */
export function deriveErrors<TBase extends ErrorClass>(base: TBase): DerivedErrors<TBase> {
  const classes: Record<string, ErrorClass> = { APIError: base };
  // The parent of `APITimeoutError` comes before it.
  for (const name of Object.keys(ownClasses()) as ErrorName[]) {
    if (name === 'APIError') continue;
    const parent = classes[parentOf(name)] as ErrorClass;
    const derived = class extends parent {
      override get name(): string {
        return name;
      }
    };
    define(derived, 'name', name);
    classes[name] = derived;
  }
  return classes as DerivedErrors<TBase>;
}
