import { own } from '../document/json-document.js';
import { nameOf } from './discriminator.js';
import { isRoot, type Relative } from './lineage.js';

/** As many values of other schemas as a schema may have too. */
const FEW = 50;

const keyOf = (pointer: string, field: string): string => JSON.stringify([pointer, field]);

/** The fields by which a schema is told apart: from its siblings, and from its own heirs. */
export function fieldsOf(relative: Relative): string[] {
  const own = isRoot(relative) ? [relative.discriminator?.field ?? ''] : [];
  return [...new Set([...relative.fields.keys(), ...own])].sort();
}

/** Which values of a field each schema has: those that mappings give it, else its name. */
export class TagValues {
  readonly #relatives: ReadonlyMap<string, Relative>;
  readonly #mapped = new Map<string, Set<string>>();
  readonly #optional = new Set<string>();
  readonly #unclaimed = new Map<readonly unknown[], Map<string, readonly string[]>>();
  #claimed: ReadonlySet<string> | undefined;

  constructor(relatives: ReadonlyMap<string, Relative>) {
    this.#relatives = relatives;
    for (const { discriminator } of relatives.values()) {
      if (!discriminator) continue;
      const { field, fallback } = discriminator;
      if (fallback !== undefined) this.#optional.add(keyOf(fallback, field));
      for (const [pointer, values] of discriminator.values) {
        const key = keyOf(pointer, field);
        const known = this.#mapped.get(key) ?? new Set();
        for (const value of values) known.add(value);
        this.#mapped.set(key, known);
      }
    }
  }

  /**
   * Sorted. A parent has those too that its mapping gives to nothing which is there. What is below a schema with another
   * discriminator may have that one's: who reads the outer field first may know no more.
   */
  of(relative: Relative, field: string): readonly string[] {
    const { discriminator, fields } = relative;
    const between = this.#isMapped(relative, field) ? undefined : fields.get(field);
    const outer = between ? this.#itselfOf(between, field) : [];
    return [
      ...this.#itselfOf(relative, field),
      ...(discriminator?.field === field ? discriminator.lost : []),
      ...(outer.length <= FEW ? outer : []),
    ].sort();
  }

  /** What no schema has of the values that a field lists; undefined where that says little. */
  unclaimed(values: readonly unknown[], field: string): readonly string[] | undefined {
    const byField = this.#unclaimed.get(values) ?? new Map<string, readonly string[]>();
    this.#unclaimed.set(values, byField);
    const claimed = (this.#claimed ??= this.#allClaimed());
    const left =
      byField.get(field) ??
      values
        .filter((value) => typeof value === 'string')
        .filter((value) => !claimed.has(keyOf(value, field)));
    byField.set(field, left);
    return left.length < values.length && left.length <= FEW ? left : undefined;
  }

  /** Whether the schema stands for a value that is missing. */
  mayBeMissing({ pointer }: Relative, field: string): boolean {
    return this.#optional.has(keyOf(pointer, field));
  }

  #isMapped({ pointer }: Relative, field: string): boolean {
    return this.#mapped.has(keyOf(pointer, field));
  }

  #itselfOf(relative: Relative, field: string): string[] {
    const mapped = this.#mapped.get(keyOf(relative.pointer, field));
    if (mapped) return [...mapped];
    // A schema may give itself a value, as Azure's documents do.
    const said = own(relative.value, 'x-ms-discriminator-value');
    return [typeof said === 'string' ? said : nameOf(relative)];
  }

  #allClaimed(): Set<string> {
    const claimed = new Set<string>();
    for (const relative of this.#relatives.values())
      for (const field of fieldsOf(relative))
        for (const value of this.#itselfOf(relative, field)) claimed.add(keyOf(value, field));
    return claimed;
  }
}
