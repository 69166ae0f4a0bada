import {
  childOf,
  isObject,
  type Located,
  own,
  ownList,
  ownObject,
  type References,
} from '../document/json-document.js';
import { listed } from './listed.js';

/** A field of an object, and whether it is required where it is declared. */
export interface Field extends Located {
  readonly required: boolean;
}

/** How many schemas a search looks at: more than any inherits from, and few enough to search for each field. */
const MOST = 100;

function* parentsOf({ value, pointer }: Located): Generator<Located, undefined> {
  for (const [index, parent] of ownList(value, 'allOf').entries())
    yield { value: parent, pointer: childOf(pointer, 'allOf', index) };
}

/** A schema and what it inherits from, each with its `$ref` followed, in the order in which they are written. */
function* withAncestors(schema: Located, references: References): Generator<Located, undefined> {
  const seen = new Set<string>();
  const ways: Iterator<Located, undefined>[] = [[schema].values()];
  for (let steps = 0; steps < MOST && ways.length > 0; steps += 1) {
    const { value: next } = ways.at(-1)?.next() ?? {};
    if (!next) ways.pop();
    const found = next && references.follow(next);
    if (!found || seen.has(found.pointer) || !isObject(found.value)) continue;
    seen.add(found.pointer);
    yield found;
    ways.push(parentsOf(found));
  }
}

/** The declarations of a field: in the schema, and in what it inherits from, nearest first. */
export function* declarationsOf(
  schema: Located,
  name: string,
  references: References,
): Generator<Field, undefined> {
  for (const { value, pointer } of withAncestors(schema, references)) {
    const declared = own(ownObject(value, 'properties'), name);
    if (declared === undefined) continue;
    const required = listed(ownList(value, 'required')).has(name);
    yield { value: declared, pointer: childOf(pointer, 'properties', name), required };
  }
}

/** The nearest declaration of a field. */
export function fieldOf(schema: Located, name: string, references: References): Field | undefined {
  return declarationsOf(schema, name, references).next().value;
}
