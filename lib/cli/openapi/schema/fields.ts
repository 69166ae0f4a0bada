import { isObject, own, ownList, ownObject } from '../document/json-object.js';
import { childOf } from '../document/pointer.js';
import type { Located } from '../document/located.js';
import type { References } from '../document/references.js';
import { requiredOf } from './schema-kinds.js';

/** A field of an object, and whether it is required where it is declared. */
export interface Field extends Located {
  readonly required: boolean;
}

/** The declaration of a field, in the schema or in what it inherits. */
export function fieldOf(
  schema: Located,
  name: string,
  references: References,
  seen = new Set<string>(),
): Field | undefined {
  const found = references.follow(schema);
  if (!found || seen.has(found.pointer) || !isObject(found.value)) return undefined;
  seen.add(found.pointer);
  const { value, pointer } = found;
  const declared = own(ownObject(value, 'properties'), name);
  if (declared !== undefined) {
    const required = requiredOf(value).includes(name);
    return { value: declared, pointer: childOf(pointer, 'properties', name), required };
  }
  return ownList(value, 'allOf')
    .map((each, index) => ({ value: each, pointer: childOf(pointer, 'allOf', index) }))
    .reduce<Field | undefined>(
      (field, member) => field ?? fieldOf(member, name, references, seen),
      undefined,
    );
}
