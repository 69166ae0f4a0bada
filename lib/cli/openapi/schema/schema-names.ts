import { childOf, type Located, ownObject, type References, segmentsOf } from '../document/json-document.js';
import { isJsonType } from '../model/media-type.js';
import { TypeNames } from '../names.js';
import type { SchemaGraph } from './schema-graph.js';
import type { Side } from './side.js';
import { baseOf, keyOf, type Subject, wholeOf } from './subject.js';

const SCHEMAS = '/components/schemas';

/** Words of a pointer that say nothing of the schema they lead to. */
const PLACES =
  /^(components|schemas|paths|responses|parameters|requestBodies|headers|content|schema|properties|\$defs)$/;

/** What stands in a component that is no schema, and what it is then called. */
const SHARED: ReadonlyMap<string, string> = new Map([
  ['responses', 'Response'],
  ['requestBodies', 'Body'],
  ['parameters', 'Param'],
]);

/** `NotFoundResponse` of the JSON of that response; `User address` of a `$def` of a schema. */
const readable = (pointer: string): string => {
  const [, room = '', name = '', word = '', ...rest] = segmentsOf(pointer);
  const kind = SHARED.get(room);
  const [type = '', ...deeper] = word === 'content' ? rest : [];
  const isWhole = word === 'schema' ? rest.length === 0 : deeper.join() === 'schema';
  if (kind === undefined || !isWhole)
    return segmentsOf(pointer)
      .filter((segment) => !PLACES.test(segment))
      .join(' ');
  const isPlain = word === 'schema' || isJsonType(type) || type.includes('form');
  const ending = name.toLowerCase().endsWith(kind.toLowerCase()) ? '' : kind;
  return [name, isPlain ? '' : type, ending].join(' ');
};

/** The names of schemas: of the components as they are sorted, whoever asks first. */
export class SchemaNames {
  readonly #graph: SchemaGraph;
  readonly #names: TypeNames;
  /** By the keys of their types. */
  readonly #received = new Map<string, string>();
  readonly #sent = new Map<string, string>();

  constructor(
    { document }: References,
    graph: SchemaGraph,
    parents: readonly Located[],
    taken: Iterable<string>,
  ) {
    this.#graph = graph;
    this.#names = new TypeNames(taken);
    const schemas = ownObject(ownObject(document, 'components'), 'schemas');
    const all = Object.keys(schemas)
      .sort()
      .map((name) => ({ name, value: schemas[name], pointer: childOf(SCHEMAS, name) }));
    for (const { name, pointer } of all) this.#received.set(pointer, this.#names.take(name));
    for (const schema of all) this.#takeSent(wholeOf(schema));
    for (const parent of parents) this.#takeBoth(baseOf(parent));
  }

  take(name: string): string {
    return this.#names.take(name);
  }

  of(subject: Subject, side: Side): string {
    const key = keyOf(subject);
    if (!this.#received.has(key)) this.#takeBoth(subject);
    return (side === 'sent' ? this.#sent.get(key) : undefined) ?? this.#received.get(key) ?? '';
  }

  /** Whether the schema has a name before anybody asks. */
  isComponent(pointer: string): boolean {
    return pointer.startsWith(`${SCHEMAS}/`) && !pointer.includes('/', SCHEMAS.length + 1);
  }

  #takeBoth(subject: Subject): void {
    const { pointer, part } = subject;
    const raw = part === 'base' ? `${this.of(wholeOf(subject), 'received')}Base` : readable(pointer);
    this.#received.set(keyOf(subject), this.#names.take(raw));
    this.#takeSent(subject);
  }

  #takeSent(subject: Subject): void {
    if (!this.#graph.isOneSided(subject)) return;
    const key = keyOf(subject);
    this.#sent.set(key, this.#names.take(`${this.#received.get(key) ?? ''}Input`));
  }
}
