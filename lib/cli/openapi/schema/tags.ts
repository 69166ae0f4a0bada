import { type Located, ownList, type References, refOf } from '../document/json-document.js';
import { keyed, quoted } from '../print/typescript.js';
import { canHave, isNews } from './discriminator.js';
import { fieldOf } from './fields.js';
import type { Relative } from './lineage.js';
import { fieldsOf, TagValues } from './tag-values.js';

/** The values of a field by which a schema is told from others. */
export interface Tag {
  readonly field: string;
  readonly values: readonly string[];
  /** Whether the field may be missing: of what stands for a value that is missing. */
  readonly isOptional: boolean;
}

/** `{ kind: 'cat'; size?: 'small' | 'large' }` */
export function tagType(tags: readonly Tag[]): string {
  const fields = tags.map(
    ({ field, values, isOptional }) =>
      `${keyed(field)}${isOptional ? '?' : ''}: ${values.map(quoted).join(' | ')}`,
  );
  return `{ ${fields.join('; ')} }`;
}

/** By which values of which fields the schemas of families are told apart. */
export class Tags {
  readonly #relatives: ReadonlyMap<string, Relative>;
  readonly #references: References;
  readonly #values: TagValues;
  readonly #known = new Map<Relative, readonly Tag[]>();

  constructor(relatives: ReadonlyMap<string, Relative>, references: References) {
    this.#relatives = relatives;
    this.#references = references;
    this.#values = new TagValues(relatives);
  }

  /** Those of the schema itself, whatever its heirs have. */
  of(relative: Relative): readonly Tag[] {
    let tags = this.#known.get(relative);
    if (!tags) {
      const fields = this.#isTold(relative) ? fieldsOf(relative) : [];
      tags = fields.flatMap((field) => this.#tag(relative, field));
      this.#known.set(relative, tags);
    }
    return tags;
  }

  /** Whether no value is left for the schema itself, as others have all that its field may be. */
  hasNone(relative: Relative): boolean {
    return fieldsOf(relative).some((field) => this.#left(relative, field)?.length === 0);
  }

  /** A choice between schemas that are told apart themselves has no value of its own. */
  #isTold({ value, isUnion, children }: Relative): boolean {
    if (!isUnion) return true;
    const choices = ['oneOf', 'anyOf'].flatMap((word) => ownList(value, word));
    const isOfFamily = (choice: unknown): boolean => {
      const target = this.#references.target(refOf(choice) ?? '');
      return (this.#relatives.get(target?.pointer ?? '')?.fields.size ?? 0) > 0;
    };
    return children.size === 0 && !choices.some(isOfFamily);
  }

  #tag(relative: Relative, field: string): Tag[] {
    const values = this.#left(relative, field) ?? this.#values.of(relative, field);
    if (values.length === 0 || !isNews(relative, field, values, this.#references)) return [];
    return [{ field, values, isOptional: this.#values.mayBeMissing(relative, field) }];
  }

  /** Of the values that a parent's field lists, those that nothing else has; undefined where it has one of its own. */
  #left(relative: Relative, field: string): readonly string[] | undefined {
    const { children, discriminator } = relative;
    if (children.size === 0 || discriminator?.field !== field) return undefined;
    if (canHave(relative, field, this.#values.of(relative, field), this.#references)) return undefined;
    return this.#values.unclaimed(this.#listOf(relative, field), field);
  }

  #listOf(schema: Located, field: string): readonly unknown[] {
    const declared = fieldOf(schema, field, this.#references);
    return declared ? ownList(this.#references.follow(declared)?.value, 'enum') : [];
  }
}
