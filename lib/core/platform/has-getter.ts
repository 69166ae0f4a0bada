/** Whether the getter of a class of the platform takes the object for an instance, of another realm too: no proxy is. */
export function hasGetter(prototype: object, name: string, value: object): boolean {
  try {
    Reflect.get(prototype, name, value);
    return true;
  } catch {
    return false;
  }
}
