import {
  isObject,
  type Located,
  own,
  ownList,
  ownObject,
  type References,
  segmentsOf,
} from '../document/json-document.js';
import { accepts } from './accepted.js';
import { declarationsOf } from './fields.js';
import { typesOf } from './schema-kinds.js';

/** By which field schemas are told apart, and by which of its values. */
export class Discriminator {
  /** The name of the field. */
  readonly field: string;
  /** The values of its mapping, by the pointer of what they name. */
  readonly values = new Map<string, string[]>();
  /** The schemas that it names, each once. */
  readonly targets: readonly Located[];
  /** Values that name nothing which the document has. */
  readonly lost: string[] = [];
  /** The pointer of what stands for a value that is missing or unknown: `defaultMapping` of OpenAPI 3.2. */
  readonly fallback: string | undefined;

  static of(schema: unknown, references: References): Discriminator | undefined {
    const discriminator = own(schema, 'discriminator');
    // In Swagger 2 it is the name alone.
    const name = typeof discriminator === 'string' ? discriminator : own(discriminator, 'propertyName');
    return typeof name === 'string' ? new Discriminator(name, discriminator, references) : undefined;
  }

  private constructor(name: string, discriminator: unknown, references: References) {
    this.field = name;
    const mapping = ownObject(discriminator, 'mapping');
    const targets = new Map<string, Located>();
    for (const value of Object.keys(mapping).sort()) {
      const found = namedBy(mapping[value], references);
      const values = found && this.values.get(found.pointer);
      if (!found) this.lost.push(value);
      else if (values) values.push(value);
      else this.values.set(found.pointer, [value]);
      if (found) targets.set(found.pointer, found);
    }
    const fallback = namedBy(own(discriminator, 'defaultMapping'), references);
    if (fallback) targets.set(fallback.pointer, fallback);
    this.fallback = fallback?.pointer;
    this.targets = [...targets.values()];
  }
}

/** A mapping names a schema by a `$ref`, or by its name alone. */
function namedBy(name: unknown, references: References): Located | undefined {
  if (typeof name !== 'string') return undefined;
  const target = references.target(name) ?? references.target(`#/components/schemas/${name}`);
  return target && references.follow(target);
}

/** The value that stands for a schema where no mapping has it: its name. */
export function nameOf({ pointer }: Located): string {
  return segmentsOf(pointer).at(-1) ?? '';
}

/** Whether it can have a field at all; what says nothing of its type can. */
export function isObjectLike({ value }: Located): boolean {
  const types = isObject(value) ? typesOf(value) : [];
  return types.length === 0 || types.includes('object');
}

/** Whether a field can have each of the values, by all that is declared of it. */
export function canHave(
  schema: Located,
  name: string,
  values: readonly string[],
  references: References,
): boolean {
  for (const field of declarationsOf(schema, name, references))
    if (!values.every((value) => accepts(field, value, references))) return false;
  return true;
}

/** Whether the values say more of a field than all that is declared of it, and say no other thing. */
export function isNews(
  schema: Located,
  name: string,
  values: readonly string[],
  references: References,
): boolean {
  for (const field of declarationsOf(schema, name, references)) {
    const found = references.follow(field)?.value;
    const { length } = ownList(found, 'enum');
    if (own(found, 'const') !== undefined || (length > 0 && length <= values.length)) return false;
    if (!values.every((value) => accepts(field, value, references))) return false;
  }
  return true;
}
