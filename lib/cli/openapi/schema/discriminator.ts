import { isObject, own, ownObject } from '../document/json-object.js';
import type { Located } from '../document/located.js';
import type { References } from '../document/references.js';
import { refOf } from '../document/references.js';
import { segmentsOf } from '../document/pointer.js';
import { keyed, quoted } from '../text/quoted.js';
import { fieldOf } from './fields.js';
import { typesOf } from './schema-kinds.js';

/** By which field the members of a union are told apart, and by which of its values. */
export class Discriminator {
  readonly #name: string;
  readonly #references: References;
  readonly #values = new Map<string, string[]>();

  static of(schema: unknown, references: References): Discriminator | undefined {
    const discriminator = own(schema, 'discriminator');
    const name = own(discriminator, 'propertyName');
    return typeof name === 'string' ? new Discriminator(name, discriminator, references) : undefined;
  }

  private constructor(name: string, discriminator: unknown, references: References) {
    this.#name = name;
    this.#references = references;
    const mapping = Object.entries(ownObject(discriminator, 'mapping')).sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    for (const [value, target] of mapping) {
      const pointer = typeof target === 'string' ? this.#pointerOf(target) : undefined;
      if (pointer !== undefined) this.#values.set(pointer, [...(this.#values.get(pointer) ?? []), value]);
    }
  }

  /** What a member doesn't say itself: `{ kind: 'a' }`. */
  addition(member: Located): string | undefined {
    const ref = refOf(member.value);
    const target = ref === undefined ? undefined : this.#references.target(ref);
    if (!target || !this.#isObject(target)) return undefined;
    const values = this.#values.get(target.pointer) ?? segmentsOf(target.pointer).slice(-1);
    const field = fieldOf(target, this.#name, this.#references);
    if (field && !this.#takes(field, values)) return undefined;
    return `{ ${keyed(this.#name)}: ${values.map(quoted).join(' | ')} }`;
  }

  /** Whether it can have a field at all; what says nothing of its type can. */
  #isObject(member: Located): boolean {
    const schema = this.#references.follow(member)?.value;
    const types = isObject(schema) ? typesOf(schema) : [];
    return types.length === 0 || types.includes('object');
  }

  /** Whether the field is a string that may be others too. */
  #takes(field: Located, values: readonly string[]): boolean {
    const schema = this.#references.follow(field)?.value;
    if (!isObject(schema)) return false;
    const type = own(schema, 'type');
    if (type !== undefined && type !== 'string') return false;
    if (own(schema, 'const') !== undefined) return false;
    const listed = own(schema, 'enum');
    if (!Array.isArray(listed)) return true;
    return listed.length > values.length && values.every((value) => listed.includes(value));
  }

  /** A mapping names a schema by a `$ref`, or by its name alone. */
  #pointerOf(target: string): string | undefined {
    const found =
      this.#references.target(target) ?? this.#references.target(`#/components/schemas/${target}`);
    return found?.pointer;
  }
}
