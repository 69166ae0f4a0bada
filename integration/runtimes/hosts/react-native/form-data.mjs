/** As in React Native: it accepts parts and returns them, has no toStringTag, and isn't iterable. */
export class NativeFormData {
  parts = [];

  append(name, value) {
    this.parts.push([name, value]);
  }

  getAll(name) {
    return this.parts.filter(([known]) => known === name).map(([, value]) => value);
  }

  getParts() {
    return this.parts.map(([fieldName, string]) => ({ fieldName, string }));
  }
}
