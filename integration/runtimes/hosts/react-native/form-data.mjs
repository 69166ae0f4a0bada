/** As in React Native: it can be written, and its parts can be asked for; it has no tag and can't be walked over. */
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
