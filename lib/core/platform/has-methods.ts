/** Whether the object has functions of these names, by itself or by its class: none that somebody gave to all objects. */
export const hasMethods = (value: object, ...names: readonly string[]): boolean =>
  names.every((name) => {
    const method: unknown = Reflect.get(value, name);
    return typeof method === 'function' && method !== Reflect.get(Object.prototype, name);
  });
