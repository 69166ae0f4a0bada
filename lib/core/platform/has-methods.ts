const OF_ALL_OBJECTS = Object.prototype as unknown as Readonly<Record<string, unknown>>;

/** Whether the object has functions of these names, by itself or by its class: none that somebody gave to all objects. */
export const hasMethods = (value: object, ...names: readonly string[]): boolean => {
  const members = value as Readonly<Record<string, unknown>>;
  return names.every((name) => typeof members[name] === 'function' && members[name] !== OF_ALL_OBJECTS[name]);
};
