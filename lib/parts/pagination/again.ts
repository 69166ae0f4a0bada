/**
 * The key under which the pages of `paginate` carry how they are walked from the first again: a generator can be walked
 * only once. A symbol that another copy of the package has, too.
 */
export const AGAIN: unique symbol = Symbol.for('homing.again') as never;
