/** Returns the name in the file: `HomingRequest` for `Request as HomingRequest`, `ByStatus` for `type ByStatus`. */
const localName = (name: string): string => name.split(' ').at(-1) ?? '';

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

  /** Whether a module's name is imported under this name, such as `list` from `homing/codec`. */
  has(local: string): boolean {
    return [...this.#byModule.values()].some((names) => [...names].some((name) => localName(name) === local));
  }

  /**
   * Returns the lines, sorted by module.
   *
   * @param used Names that the file uses. Default: all.
   */
  lines(used?: ReadonlySet<string>): string[] {
    return this.#lines((name) => !used || used.has(localName(name)));
  }

  /** Returns the lines without the module's values, for a file whose own names can be the names of values. */
  typeLines(used: ReadonlySet<string>): string[] {
    const namespaces = [...this.#namespaces.values()];
    const isType = (name: string): boolean => name.startsWith('type ') || namespaces.includes(name);
    return this.#lines((name) => isType(name) && used.has(localName(name)));
  }

  #lines(isUsed: (name: string) => boolean): string[] {
    const named = [...this.#byModule].flatMap(([module, all]) => {
      const names = [...all].filter(isUsed).sort();
      return names.length > 0 ? [[module, `{ ${names.join(', ')} }`] as const] : [];
    });
    const whole = [...this.#namespaces]
      .filter(([, alias]) => isUsed(alias))
      .map(([module, alias]) => [module, `* as ${alias}`] as const);
    return [...named, ...whole]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([module, what]) => `import ${what} from '${module}';\n`);
  }
}
