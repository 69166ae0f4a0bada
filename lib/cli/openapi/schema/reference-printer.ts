import { lostRef } from '../document/document-error.js';
import { isObject, own } from '../document/json-object.js';
import { pointerOf, segmentsOf } from '../document/pointer.js';
import type { Located } from '../document/located.js';
import type { References } from '../document/references.js';
import { quoted } from '../text/quoted.js';
import type { Context } from './context.js';
import { type Expression, plain } from './expression.js';
import type { SchemaGraph } from './schema-graph.js';
import { isPlainArray, isPlainObject, requiredOf } from './schema-kinds.js';
import type { SchemaNames } from './schema-names.js';
import type { Side } from './side.js';

/** Asks for the declaration of a name. */
export type Declare = (name: string, schema: Located, side: Side) => void;

/** Writes a `$ref`. */
export class ReferencePrinter {
  readonly #references: References;
  readonly #graph: SchemaGraph;
  readonly #names: SchemaNames;
  readonly #declare: Declare;

  constructor(references: References, graph: SchemaGraph, names: SchemaNames, declare: Declare) {
    this.#references = references;
    this.#graph = graph;
    this.#names = names;
    this.#declare = declare;
  }

  target(ref: string, { pointer }: Located): Located {
    const target = this.#references.target(ref);
    if (target) return target;
    throw lostRef(ref, pointer);
  }

  /** Whether naming it here would make a type that needs itself. */
  closesCircle(target: Located, { owner, inAllOf }: Context): boolean {
    return this.#graph.closesCircle(owner, target, inAllOf);
  }

  print(target: Located, side: Side): Expression {
    return plain(this.#below(target, side) ?? this.#named(target, side));
  }

  #named(schema: Located, side: Side): string {
    const name = this.#names.of(schema, side);
    this.#declare(name, schema, side);
    return name;
  }

  /** `User['address']` for what stands in a component, as far as the way to it has nothing but fields and items. */
  #below({ pointer }: Located, side: Side): string | undefined {
    const [components = '', schemas = '', component = '', ...way] = segmentsOf(pointer);
    const start = pointerOf(components, schemas, component);
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
    return steps.reduce((type, step) => step(type), this.#named(root, side));
  }

  #field(schema: unknown, name: string, side: Side): ((type: string) => string) | undefined {
    if (!isPlainObject(schema)) return undefined;
    const value = own(own(schema, 'properties'), name);
    if (!isObject(value) || (this.#graph.sideOf({ value, pointer: '' }) ?? side) !== side) return undefined;
    const index = `[${quoted(name)}]`;
    return requiredOf(schema).includes(name)
      ? (type) => `${type}${index}`
      : (type) => `globalThis.Required<${type}>${index}`;
  }
}

function item(schema: unknown, word: string): ((type: string) => string) | undefined {
  return word === 'items' && isPlainArray(schema) ? (type) => `${type}[number]` : undefined;
}
