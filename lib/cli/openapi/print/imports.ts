/** The imports of a generated file. */
export class Imports {
  readonly #byModule = new Map<string, Set<string>>();

  /**
   * Adds an import.
   *
   * @param name As in an import list: `places`, `type ByStatus` or `Request as HomingRequest`.
   */
  add(module: string, name: string): void {
    const names = this.#byModule.get(module);
    if (names) names.add(name);
    else this.#byModule.set(module, new Set([name]));
  }

  /** Returns the lines, sorted by module. */
  lines(): string[] {
    return [...this.#byModule.keys()].sort().map((module) => {
      const names = [...(this.#byModule.get(module) ?? [])].sort();
      return `import { ${names.join(', ')} } from '${module}';\n`;
    });
  }
}
