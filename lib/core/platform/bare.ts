// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- its prototype is all that it is there for
class Bare {}
// A class, as an object whose own prototype is null takes several times as long to make and to fill. Not in a static
// block: React Native's Babel preset can't read those.
Object.setPrototypeOf(Bare.prototype, null);

/**
 * The fields on a new object that inherits nothing from `Object.prototype`: what somebody put there is not read from it.
 * Of two fields with one name the later is taken.
 */
export const bare = <T extends object>(...fields: readonly Partial<T>[]): T =>
  Object.assign(new Bare(), ...(fields as readonly object[])) as T;

/** Whether `bare` made the object. */
export const isBare = (value: object): boolean => Object.getPrototypeOf(value) === Bare.prototype;
