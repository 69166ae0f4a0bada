/** The value of a property of the object's own; undefined without one, whatever stands on its prototypes. */
export const ownValue = <T extends object, K extends keyof T>(source: T, name: K): T[K] | undefined =>
  Object.hasOwn(source, name) ? source[name] : undefined;
