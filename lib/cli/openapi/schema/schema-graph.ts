import { isObject, own } from '../document/json-object.js';
import type { Located } from '../document/located.js';
import type { References } from '../document/references.js';
import { Circles } from './circles.js';
import { type Facts, factsOf } from './schema-facts.js';

/** What schemas lead to over `$ref`s. */
export class SchemaGraph {
  readonly #references: References;
  readonly #known = new Map<string, Located>();
  readonly #facts = new Map<string, Facts>();
  readonly #oneSided = new Map<string, boolean>();
  readonly #circles = new Circles((pointer) => this.#targets(this.#factsAt(pointer).first));
  readonly #circlesOutsideAllOf = new Circles((pointer) =>
    this.#targets(this.#factsAt(pointer).firstOutsideAllOf),
  );

  constructor(references: References) {
    this.#references = references;
  }

  /** Whether it is sent otherwise than it is received: a field at any depth is `readOnly` or `writeOnly`. */
  isOneSided(schema: Located): boolean {
    const known = this.#oneSided.get(schema.pointer);
    if (known !== undefined) return known;
    this.#know(schema);
    const seen = new Set([schema.pointer]);
    let found = false;
    for (const pointer of seen) {
      const facts = this.#factsAt(pointer);
      found =
        this.#oneSided.get(pointer) === true ||
        facts.fields.some((field) => this.sideOf(field) !== undefined);
      if (found) break;
      for (const target of this.#targets(facts.refs)) seen.add(target);
    }
    if (found) this.#oneSided.set(schema.pointer, true);
    else for (const pointer of seen) this.#oneSided.set(pointer, false);
    return found;
  }

  /** The only side that has the field; undefined if both do. */
  sideOf(field: Located): 'received' | 'sent' | undefined {
    for (const { value } of [field, this.#references.follow(field)].filter((each) => each !== undefined)) {
      if (!isObject(value)) continue;
      if (own(value, 'writeOnly') === true) return 'sent';
      if (own(value, 'readOnly') === true) return 'received';
    }
    return undefined;
  }

  /** Whether `from`, to be known, would need itself by naming `to`: then one of the circle's names is left out. */
  closesCircle(from: Located, to: Located, inAllOf: boolean): boolean {
    this.#know(to);
    if (this.#factsAt(to.pointer).first.size === 0) return false;
    this.#know(from);
    if (!this.#circles.together(from.pointer, to.pointer)) return false;
    // Without these, most circles are open: a base that lists what is derived from it.
    if (inAllOf) return true;
    return this.#circlesOutsideAllOf.together(from.pointer, to.pointer) && to.pointer <= from.pointer;
  }

  #know(schema: Located): void {
    if (!this.#known.has(schema.pointer)) this.#known.set(schema.pointer, schema);
  }

  #factsAt(pointer: string): Facts {
    let facts = this.#facts.get(pointer);
    if (!facts) {
      facts = factsOf(this.#known.get(pointer) ?? { value: undefined, pointer });
      this.#facts.set(pointer, facts);
    }
    return facts;
  }

  #targets(refs: Iterable<string>): string[] {
    const pointers: string[] = [];
    for (const ref of refs) {
      const target = this.#references.target(ref);
      if (!target) continue;
      this.#know(target);
      pointers.push(target.pointer);
    }
    return pointers;
  }
}
