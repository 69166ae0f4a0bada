import { type Located, own, ownList, type References, refOf } from '../document/json-document.js';
import { keyed, quoted } from '../print/typescript.js';
import { fieldOf, UNIONS } from './keywords.js';
import {
  canHave,
  type Discriminator,
  addsInformation,
  isObjectLike,
  lineageOf,
  nameOf,
  type SchemaNode,
} from './inheritance.js';

interface Subtype extends Located {
  /** Whether it inherits from the parent. Otherwise only the parent's mapping names it. */
  readonly inherits: boolean;
}

const byPointer = (one: Located, other: Located): number => (one.pointer < other.pointer ? -1 : 1);

export interface Tag {
  readonly field: string;
  readonly values: readonly string[];
  /** Whether the field can be missing: the schema is the default for a missing value. */
  readonly isOptional: boolean;
}

/** Returns an object type such as `{ kind: 'cat'; size?: 'small' | 'large' }`. */
export function tagType(tags: readonly Tag[], nameOf: (field: string) => string): string {
  const fields = tags.map(
    ({ field, values, isOptional }) =>
      `${keyed(nameOf(field))}${isOptional ? '?' : ''}: ${values.map(quoted).join(' | ')}`,
  );
  return `{ ${fields.join('; ')} }`;
}

/** Maximum number of levels below a schema: above any real hierarchy. Without it, a chain would take quadratic time. */
const DEEPEST = 16;

/**
 * Schemas that inherit by `allOf` from a schema with a discriminator. Where such a parent is used, its type
 * is a union of its children and itself. The children inherit its base. Each has its own values of the
 * discriminator field.
 */
export class Polymorphism {
  readonly #references: References;
  readonly #relatives: ReadonlyMap<string, SchemaNode>;
  readonly #values: TagValues;
  readonly #tags = new Map<SchemaNode, readonly Tag[]>();

  constructor(references: References) {
    this.#references = references;
    this.#relatives = lineageOf(references);
    this.#values = new TagValues(this.#relatives);
  }

  get parents(): Located[] {
    return [...this.#relatives.values()].filter(({ isParent }) => isParent).sort(byPointer);
  }

  /** Returns the parent that a schema is or refers to; undefined otherwise. */
  parentAt(schema: Located): Located | undefined {
    const found = this.#references.follow(schema);
    return found && this.isParent(found) ? found : undefined;
  }

  isParent({ pointer }: Located): boolean {
    return this.#relatives.get(pointer)?.isParent ?? false;
  }

  /** Whether a schema can inherit from a parent. */
  isMember({ pointer }: Located): boolean {
    const relative = this.#relatives.get(pointer);
    return relative !== undefined && (relative.fields.size > 0 || relative.isParent);
  }

  /** Returns the schemas that a parent can be besides itself. */
  heirsOf({ pointer }: Located): Subtype[] {
    const { children = [], others = [] } = this.#relatives.get(pointer) ?? {};
    const heirs = (relatives: Iterable<SchemaNode>, inherits: boolean): Subtype[] =>
      Array.from(relatives, ({ value, pointer }) => ({ value, pointer, inherits }));
    return [...heirs(children, true), ...heirs(others, false)].sort(byPointer);
  }

  /** Returns a field that tells a parent apart from its subtypes; undefined without one. */
  fieldOf({ pointer }: Located): string | undefined {
    return this.#relatives.get(pointer)?.tellingFields[0];
  }

  /** Returns the values of a field that a schema itself can have; undefined for an unrelated schema. */
  valuesOf({ pointer }: Located, field: string): readonly string[] | undefined {
    const relative = this.#relatives.get(pointer);
    if (!relative || !this.isMember(relative)) return undefined;
    return this.#left(relative, field) ?? this.#values.of(relative, field);
  }

  /** Returns the values of a field that the subtypes of a schema can have, at any depth up to a limit. */
  valuesBelow(schema: Located, field: string): readonly string[] {
    const seen = new Set<string>([schema.pointer]);
    const values = new Set<string>();
    let level: readonly Located[] = [schema];
    for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
      const heirs = level.filter((each) => this.isParent(each)).flatMap((each) => this.heirsOf(each));
      level = heirs.filter(({ pointer }) => !seen.has(pointer) && seen.add(pointer));
      for (const each of level)
        for (const value of this.valuesOf(each, field) ?? [nameOf(each)]) values.add(value);
    }
    return [...values];
  }

  /** Returns the tags that tell a schema apart from its relatives; none for an unrelated schema. */
  tagsOf(schema: Located): readonly Tag[] {
    const relative = this.#relatives.get(schema.pointer);
    if (!relative || !this.isMember(relative)) return [];
    let tags = this.#tags.get(relative);
    if (!tags) {
      const fields = this.#hasOwnType(relative) ? relative.tellingFields : [];
      tags = fields.flatMap((field) => {
        const values = this.#left(relative, field) ?? this.#values.of(relative, field);
        if (values.length === 0 || !addsInformation(relative, field, values, this.#references)) return [];
        return [{ field, values, isOptional: this.#values.mayBeMissing(relative, field) }];
      });
      this.#tags.set(relative, tags);
    }
    return tags;
  }

  /** Whether a parent is always one of its subtypes, because they have all values of its field. */
  isAbstract({ pointer }: Located): boolean {
    const relative = this.#relatives.get(pointer);
    return relative?.tellingFields.some((field) => this.#left(relative, field)?.length === 0) ?? false;
  }

  /** Returns the tags of a union member if its type doesn't contain them. */
  tagsOfMember(target: Located, { field, values, fallback }: Discriminator): Tag[] {
    const found = this.#references.follow(target);
    if (!found || !isObjectLike(found) || this.#tells(found, field)) return [];
    const said = values.get(found.pointer) ?? [nameOf(target)];
    if (!addsInformation(found, field, said, this.#references)) return [];
    return [{ field, values: said, isOptional: fallback === found.pointer }];
  }

  /** Whether the type of a schema already contains the values of a field. */
  #tells(schema: Located, field: string): boolean {
    const relative = this.#relatives.get(schema.pointer);
    if (relative?.isParent && relative.discriminator?.field === field) return true;
    return this.tagsOf(schema).some((tag) => tag.field === field);
  }

  /** A union of schemas with their own tags has no value itself. */
  #hasOwnType({ value, isUnion, children }: SchemaNode): boolean {
    if (!isUnion) return true;
    const isOfFamily = (choice: unknown): boolean => {
      const target = this.#references.target(refOf(choice) ?? '');
      return (this.#relatives.get(target?.pointer ?? '')?.fields.size ?? 0) > 0;
    };
    return children.size === 0 && !UNIONS.some((word) => ownList(value, word).some(isOfFamily));
  }

  /**
   * Returns the enum values of a parent's field that no other schema has; undefined if the parent has its own
   * value.
   */
  #left(relative: SchemaNode, field: string): readonly string[] | undefined {
    const { children, discriminator } = relative;
    if (children.size === 0 || discriminator?.field !== field) return undefined;
    if (canHave(relative, field, this.#values.of(relative, field), this.#references)) return undefined;
    const declared = fieldOf(relative, field, this.#references);
    return this.#values.unclaimed(
      declared ? ownList(this.#references.follow(declared)?.value, 'enum') : [],
      field,
    );
  }
}

/** Maximum number of another schema's values to add to a schema. */
const FEW = 50;

const keyOf = (pointer: string, field: string): string => JSON.stringify([pointer, field]);

/**
 * The values of each discriminator field by schema: the values of the mappings, or else the schema's name.
 */
class TagValues {
  readonly #relatives: ReadonlyMap<string, SchemaNode>;
  readonly #mapped = new Map<string, Set<string>>();
  readonly #optional = new Set<string>();
  readonly #unclaimed = new Map<readonly unknown[], Map<string, readonly string[]>>();
  #claimed: ReadonlySet<string> | undefined;

  constructor(relatives: ReadonlyMap<string, SchemaNode>) {
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
   * Returns the sorted values of a schema. A parent also has the mapped values that can't be resolved. A
   * schema below another discriminator can also have the outer values, because a reader of the outer field
   * might know only those.
   */
  of(relative: SchemaNode, field: string): readonly string[] {
    const { discriminator, fields, pointer } = relative;
    const between = this.#mapped.has(keyOf(pointer, field)) ? undefined : fields.get(field);
    const outer = between ? this.#itselfOf(between, field) : [];
    return [
      ...this.#itselfOf(relative, field),
      ...(discriminator?.field === field ? discriminator.lost : []),
      ...(outer.length <= FEW ? outer : []),
    ].sort();
  }

  /** Returns the enum values of a field that no subtype claims; undefined if all are left or too many. */
  unclaimed(values: readonly unknown[], field: string): readonly string[] | undefined {
    const byField = this.#unclaimed.get(values) ?? new Map<string, readonly string[]>();
    this.#unclaimed.set(values, byField);
    const claimed = (this.#claimed ??= this.#allClaimed());
    const texts = values.filter((value) => typeof value === 'string');
    const left = byField.get(field) ?? texts.filter((value) => !claimed.has(keyOf(value, field)));
    byField.set(field, left);
    return left.length < values.length && left.length <= FEW ? left : undefined;
  }

  /** Whether the schema is the default for a missing value. */
  mayBeMissing({ pointer }: SchemaNode, field: string): boolean {
    return this.#optional.has(keyOf(pointer, field));
  }

  #itselfOf(relative: SchemaNode, field: string): string[] {
    const mapped = this.#mapped.get(keyOf(relative.pointer, field));
    if (mapped) return [...mapped];
    // A schema can set its own value, as in Azure's documents.
    const said = own(relative.value, 'x-ms-discriminator-value');
    return [typeof said === 'string' ? said : nameOf(relative)];
  }

  #allClaimed(): Set<string> {
    const claimed = new Set<string>();
    for (const relative of this.#relatives.values())
      for (const field of relative.tellingFields)
        for (const value of this.#itselfOf(relative, field)) claimed.add(keyOf(value, field));
    return claimed;
  }
}
