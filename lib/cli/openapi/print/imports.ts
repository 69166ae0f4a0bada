/** The imports of a generated file. */
export class Imports {
  readonly #byModule = new Map<string, Set<string>>();
  readonly #namespaces = new Map<string, string>();

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

  /** Adds an import of everything: `import * as z from 'zod'`. */
  addNamespace(module: string, alias: string): void {
    this.#namespaces.set(module, alias);
  }

  /** Returns the lines, sorted by module. */
  lines(): string[] {
    const named = [...this.#byModule].map(
      ([module, names]) => [module, `{ ${[...names].sort().join(', ')} }`] as const,
    );
    const whole = [...this.#namespaces].map(([module, alias]) => [module, `* as ${alias}`] as const);
    return [...named, ...whole]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([module, what]) => `import ${what} from '${module}';\n`);
  }
}
