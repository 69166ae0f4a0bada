import { isObject, type JsonObject, own, ownList } from '../document/json-object.js';
import { childOf } from '../document/pointer.js';
import type { Located } from '../document/located.js';
import { refOf } from '../document/references.js';
import { fieldsOf } from './schema-kinds.js';

/** What a schema leads to, as far as it is written in one place. */
export interface Facts {
  /** The schemas of its fields, at any depth. */
  readonly fields: readonly Located[];
  /** Every `$ref` in it. */
  readonly refs: ReadonlySet<string>;
  /** The `$ref`s that have to be known before it is: all but those in fields and items. */
  readonly first: ReadonlySet<string>;
  /** Of these, what isn't in an `allOf`. */
  readonly firstOutsideAllOf: ReadonlySet<string>;
}

const ONE = ['items', 'additionalProperties', 'unevaluatedProperties'];
const SEVERAL = ['oneOf', 'anyOf', 'allOf'];

/** How a schema is reached from the one that is looked at. */
type Way = 'inside' | 'allOf' | 'itself';

class FactsOf implements Facts {
  readonly fields: Located[] = [];
  readonly refs = new Set<string>();
  readonly first = new Set<string>();
  readonly firstOutsideAllOf = new Set<string>();

  visit({ value, pointer }: Located, way: Way): void {
    if (!isObject(value)) return;
    const ref = refOf(value);
    if (ref !== undefined) this.#add(ref, way);
    for (const word of SEVERAL)
      this.#list(value, word, pointer, word === 'allOf' && way === 'itself' ? word : way);
    for (const word of ['properties', 'patternProperties']) this.#fields(value, word, pointer);
    for (const word of ONE)
      this.visit({ value: own(value, word), pointer: childOf(pointer, word) }, 'inside');
    this.#list(value, 'prefixItems', pointer, 'inside');
  }

  #add(ref: string, way: Way): void {
    this.refs.add(ref);
    if (way !== 'inside') this.first.add(ref);
    if (way === 'itself') this.firstOutsideAllOf.add(ref);
  }

  #list(schema: JsonObject, word: string, pointer: string, way: Way): void {
    ownList(schema, word).forEach((value, index) =>
      this.visit({ value, pointer: childOf(pointer, word, index) }, way),
    );
  }

  #fields(schema: JsonObject, word: string, pointer: string): void {
    for (const [name, value] of fieldsOf(schema, word)) {
      const field = { value, pointer: childOf(pointer, word, name) };
      this.fields.push(field);
      this.visit(field, 'inside');
    }
  }
}

export function factsOf(schema: Located): Facts {
  const facts = new FactsOf();
  facts.visit(schema, 'itself');
  return facts;
}
