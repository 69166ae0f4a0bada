const OF_ALL_OBJECTS = Object.prototype as unknown as Readonly<Record<string, unknown>>;

/** A member of the object, its own or its class's; undefined for what somebody gave to all objects. */
export const memberOf = (value: object, name: string): unknown => {
  const member = (value as Readonly<Record<string, unknown>>)[name];
  return member === OF_ALL_OBJECTS[name] ? undefined : member;
};

/** Whether the object has functions of these names, by itself or by its class: none that somebody gave to all objects. */
export const hasMethods = (value: object, ...names: readonly string[]): boolean =>
  names.every((name) => typeof memberOf(value, name) === 'function');
