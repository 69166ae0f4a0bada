import type { Located, References } from '../document/json-document.js';
import { type Discriminator, nameOf } from '../schema/inheritance.js';
import type { Polymorphism } from '../schema/polymorphism.js';
import type { UnionTag } from './shape.js';

/** A member of a union, as the document names it and at the end of its `$ref`s. */
interface TaggedMember {
  readonly target: Located;
  readonly found: Located;
}

/** Reads which values of a field belong to which member of a union. */
export class UnionTags {
  readonly #families: Polymorphism;
  readonly #references: References;

  constructor(families: Polymorphism, references: References) {
    this.#families = families;
    this.#references = references;
  }

  /**
   * Returns the tag of a union with a discriminator.
   *
   * @param targets The schemas that the members refer to. Undefined for a member without a `$ref`.
   */
  ofUnion(targets: readonly (Located | undefined)[], discriminator: Discriminator): UnionTag {
    const { field, values, fallback } = discriminator;
    const members = targets.map((target) => this.#member(target));
    const own = members.map((each) => (each ? this.#valuesOf(each, field, values) : []));
    const other = members.findIndex((each) => each !== undefined && each.found.pointer === fallback);
    return { field, values: this.#withSubtypes(members, own, field), other: other < 0 ? undefined : other };
  }

  /** Returns the tag of a parent: its subtypes, then itself. A value of an unknown subtype is the parent itself. */
  ofFamily(
    parent: Located,
    subtypes: readonly Located[],
    discriminator: Discriminator | undefined,
  ): UnionTag | undefined {
    const field = discriminator?.field ?? this.#families.fieldOf(parent);
    if (field === undefined) return undefined;
    const members = [...subtypes, parent].map((schema) => this.#member(schema));
    const own = members.map((each) =>
      each ? this.#valuesOf(each, field, discriminator?.values ?? new Map()) : [],
    );
    const values = this.#withSubtypes(members.slice(0, -1), own.slice(0, -1), field);
    return { field, values: [...values, own.at(-1) ?? []], other: subtypes.length };
  }

  #member(target: Located | undefined): TaggedMember | undefined {
    const found = target && this.#references.follow(target);
    return target && found && { target, found };
  }

  #valuesOf(
    { target, found }: TaggedMember,
    field: string,
    mapped: ReadonlyMap<string, readonly string[]>,
  ): readonly string[] {
    return mapped.get(found.pointer) ?? this.#families.valuesOf(found, field) ?? [nameOf(target)];
  }

  /** Adds the values of the subtypes of each member. A value that a member has itself stays with that member. */
  #withSubtypes(
    members: readonly (TaggedMember | undefined)[],
    own: readonly (readonly string[])[],
    field: string,
  ): (readonly string[])[] {
    const taken = new Set(own.flat());
    return own.map((values, index) => {
      const found = members[index]?.found;
      const below = found ? this.#families.valuesBelow(found, field) : [];
      return [...values, ...below.filter((value) => !taken.has(value))];
    });
  }
}
