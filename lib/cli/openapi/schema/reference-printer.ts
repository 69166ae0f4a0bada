import { lostRef } from '../document/diagnostics.js';
import {
  childOf,
  isObject,
  type Located,
  own,
  type References,
  segmentsOf,
} from '../document/json-document.js';
import { type Expression, plain, quoted } from '../print/typescript.js';
import type { Families } from './families.js';
import type { SchemaGraph } from './schema-graph.js';
import { isPlainArray, isPlainObject, requiredOf } from './schema-kinds.js';
import type { SchemaNames } from './schema-names.js';
import type { Side } from './side.js';
import { baseOf, type Subject, wholeOf } from './subject.js';

/** Asks for the declaration of a name. */
export type Declare = (name: string, subject: Subject, side: Side) => void;

/** What `$ref`s are written with. */
export interface ReferenceTools {
  readonly references: References;
  readonly graph: SchemaGraph;
  readonly families: Families;
  readonly names: SchemaNames;
}

/** Writes a `$ref`. */
export class ReferencePrinter {
  readonly #references: References;
  readonly #graph: SchemaGraph;
  readonly #families: Families;
  readonly #names: SchemaNames;
  readonly #declare: Declare;

  constructor({ references, graph, families, names }: ReferenceTools, declare: Declare) {
    this.#references = references;
    this.#graph = graph;
    this.#families = families;
    this.#names = names;
    this.#declare = declare;
  }

  target(ref: string, { pointer }: Located): Located {
    const target = this.#references.target(ref);
    if (target) return target;
    throw lostRef(ref, pointer);
  }

  print(subject: Subject, side: Side): Expression {
    const below = subject.part === 'whole' ? this.#below(subject, side) : undefined;
    return plain(below ?? this.#named(subject, side));
  }

  #named(subject: Subject, side: Side): string {
    const name = this.#names.of(subject, side);
    this.#declare(name, subject, side);
    return name;
  }

  /** `User['address']` for what stands in a component, as far as the way to it has nothing but fields and items. */
  #below({ pointer }: Located, side: Side): string | undefined {
    const [components = '', schemas = '', component = '', ...way] = segmentsOf(pointer);
    const start = childOf('', components, schemas, component);
    if (way.length === 0 || !this.#names.isComponent(start)) return undefined;
    const root = this.#references.target(`#${start}`);
    return root && this.#walk(root, way, side);
  }

  #walk(root: Located, way: readonly string[], side: Side): string | undefined {
    let schema: unknown = root.value;
    const steps: ((type: string) => string)[] = [];
    for (let at = 0; at < way.length; at += 1) {
      const word = way[at] ?? '';
      const name = word === 'properties' ? (way[(at += 1)] ?? '') : '';
      const step = word === 'properties' ? this.#field(schema, name, side) : item(schema, word);
      if (!step) return undefined;
      steps.push(step);
      schema = word === 'properties' ? own(own(schema, word), name) : own(schema, word);
    }
    // Its heirs may have it otherwise.
    const subject = this.#families.isParent(root) ? baseOf(root) : wholeOf(root);
    return steps.reduce((type, step) => step(type), this.#named(subject, side));
  }

  #field(schema: unknown, name: string, side: Side): ((type: string) => string) | undefined {
    if (!isPlainObject(schema)) return undefined;
    const value = own(own(schema, 'properties'), name);
    if (!isObject(value) || (this.#graph.sideOf(value) ?? side) !== side) return undefined;
    const index = `[${quoted(name)}]`;
    return requiredOf(schema).includes(name)
      ? (type) => `${type}${index}`
      : (type) => `globalThis.Required<${type}>${index}`;
  }
}

function item(schema: unknown, word: string): ((type: string) => string) | undefined {
  return word === 'items' && isPlainArray(schema) ? (type) => `${type}[number]` : undefined;
}
