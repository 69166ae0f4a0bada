import type { Located, References } from '../document/json-document.js';
import { isObjectLike } from './discriminator.js';
import { isRoot, lineageOf, type Relative } from './lineage.js';
import { type Tag, Tags } from './tags.js';

/** What a parent may be. */
export interface Heir extends Located {
  /** Whether it inherits from the parent, and isn't only named by its mapping. */
  readonly inherits: boolean;
}

const byPointer = (one: Located, other: Located): number => (one.pointer < other.pointer ? -1 : 1);

/**
 * Schemas that inherit, by `allOf`, from one with a discriminator. Where such a parent is used, it is a union of its
 * children and itself; they inherit its base. By the discriminator's field each has values of its own.
 */
export class Families {
  readonly #references: References;
  readonly #relatives: ReadonlyMap<string, Relative>;
  /** What the mapping of a parent names that inherits from nothing there. */
  readonly #others = new Map<Relative, Relative[]>();
  readonly #tags: Tags;

  constructor(references: References) {
    this.#references = references;
    this.#relatives = lineageOf(references);
    this.#tags = new Tags(this.#relatives, references);
    for (const relative of this.#relatives.values())
      if (isRoot(relative)) this.#others.set(relative, this.#othersOf(relative));
  }

  /** The parents, sorted by where they stand. */
  get parents(): Located[] {
    return [...this.#relatives.values()].filter((each) => this.#isParent(each)).sort(byPointer);
  }

  /** The parent that a schema is, or is another name of. */
  parentAt(schema: Located): Located | undefined {
    const found = this.#references.follow(schema);
    const relative = found && this.#relatives.get(found.pointer);
    return relative && this.#isParent(relative) ? relative : undefined;
  }

  isParent({ pointer }: Located): boolean {
    const relative = this.#relatives.get(pointer);
    return relative !== undefined && this.#isParent(relative);
  }

  /** Whether what it inherits from may be parents. */
  isMember({ pointer }: Located): boolean {
    const relative = this.#relatives.get(pointer);
    return relative !== undefined && (relative.fields.size > 0 || this.#isParent(relative));
  }

  /** What a parent may be besides itself. */
  heirsOf({ pointer }: Located): Heir[] {
    const relative = this.#relatives.get(pointer);
    if (!relative) return [];
    const children = [...relative.children].map(({ value, pointer }) => ({ value, pointer, inherits: true }));
    const others = (this.#others.get(relative) ?? []).map(({ value, pointer }) => ({
      value,
      pointer,
      inherits: false,
    }));
    return [...children, ...others].sort(byPointer);
  }

  /** What tells a schema from the rest of its family; none for what is in none. */
  tagsOf(schema: Located): readonly Tag[] {
    const relative = this.#relatives.get(schema.pointer);
    return relative && this.isMember(relative) ? this.#tags.of(relative) : [];
  }

  /** Whether a parent may be nothing but one of its heirs: they have all values of its field. */
  isAbstract({ pointer }: Located): boolean {
    const relative = this.#relatives.get(pointer);
    return relative !== undefined && this.#tags.hasNone(relative);
  }

  /** Whether the type of a schema says by itself which values of a field it has. */
  tells(schema: Located, field: string): boolean {
    const relative = this.#relatives.get(schema.pointer);
    if (!relative) return false;
    if (this.#isParent(relative) && relative.discriminator?.field === field) return true;
    return this.tagsOf(relative).some((tag) => tag.field === field);
  }

  #isParent(relative: Relative): boolean {
    if (relative.isUnion) return false;
    const hasOthers = (this.#others.get(relative)?.length ?? 0) > 0;
    return hasOthers || (relative.children.size > 0 && (isRoot(relative) || relative.fields.size > 0));
  }

  #othersOf(parent: Relative): Relative[] {
    const { targets = [], field = '' } = parent.discriminator ?? {};
    const isAbove = (each: Relative): boolean => isRoot(each) && each.discriminator?.field === field;
    return targets
      .map(({ pointer }) => this.#relatives.get(pointer))
      .filter((each) => each !== undefined)
      .filter((each) => !each.fields.has(field) && !isAbove(each) && isObjectLike(each));
  }
}
