import { ownObject } from '../document/json-object.js';
import type { OpenApiDocument } from '../document/open-api-document.js';
import { childOf, segmentsOf } from '../document/pointer.js';
import type { Located } from '../document/located.js';
import { TypeNames } from '../names/type-names.js';
import type { SchemaGraph } from './schema-graph.js';
import type { Side } from './side.js';

const SCHEMAS = '/components/schemas';

/** Words of a pointer that say nothing of the schema they lead to. */
const PLACES =
  /^(components|schemas|paths|responses|parameters|requestBodies|headers|content|schema|properties|\$defs)$/;

const readable = (pointer: string): string =>
  segmentsOf(pointer)
    .filter((segment) => !PLACES.test(segment))
    .join(' ');

/** The names of schemas: of the components as they are sorted, whoever asks first. */
export class SchemaNames {
  readonly #graph: SchemaGraph;
  readonly #names: TypeNames;
  readonly #received = new Map<string, string>();
  readonly #sent = new Map<string, string>();

  constructor(document: OpenApiDocument, graph: SchemaGraph, taken: Iterable<string>) {
    this.#graph = graph;
    this.#names = new TypeNames(taken);
    const schemas = ownObject(ownObject(document, 'components'), 'schemas');
    const all = Object.keys(schemas)
      .sort()
      .map((name) => ({ name, value: schemas[name], pointer: childOf(SCHEMAS, name) }));
    for (const { name, pointer } of all) this.#received.set(pointer, this.#names.take(name));
    for (const schema of all) if (graph.isOneSided(schema)) this.#takeSent(schema.pointer);
  }

  take(name: string): string {
    return this.#names.take(name);
  }

  of(schema: Located, side: Side): string {
    let received = this.#received.get(schema.pointer);
    if (received === undefined) {
      received = this.#names.take(readable(schema.pointer));
      this.#received.set(schema.pointer, received);
      if (this.#graph.isOneSided(schema)) this.#takeSent(schema.pointer);
    }
    return (side === 'sent' ? this.#sent.get(schema.pointer) : undefined) ?? received;
  }

  /** Whether the schema has a name before anybody asks. */
  isComponent(pointer: string): boolean {
    return pointer.startsWith(`${SCHEMAS}/`) && !pointer.includes('/', SCHEMAS.length + 1);
  }

  #takeSent(pointer: string): void {
    this.#sent.set(pointer, this.#names.take(`${this.#received.get(pointer) ?? ''}Input`));
  }
}
