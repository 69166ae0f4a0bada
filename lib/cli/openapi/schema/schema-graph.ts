import { isObject, type Located, own, type References, segmentsOf } from '../document/json-document.js';
import { Circles, Reachability } from '../graph.js';
import { isJsonType } from '../model/media-type.js';
import { TypeNames } from '../names.js';
import type { Polymorphism } from './polymorphism.js';
import {
  baseOf,
  contentOf,
  keyOf,
  type Link,
  needsOf,
  schemasOf,
  type Side,
  type Subject,
  wholeOf,
} from './keywords.js';

interface Ways {
  readonly all: readonly string[];
  /** The types in `all` that are named outside an `allOf`. */
  readonly outsideAllOf: readonly string[];
}

/** Graph of types, connected by `$ref`s and subtypes. */
export class SchemaGraph {
  readonly #references: References;
  readonly #families: Polymorphism;
  readonly #differs: (schema: unknown) => boolean;
  readonly #known = new Map<string, Subject>();
  readonly #ways = new Map<string, Ways>();
  readonly #circles = new Circles((key) => this.#waysFrom(key).all);
  readonly #circlesOutsideAllOf = new Circles((key) => this.#waysFrom(key).outsideAllOf);
  readonly #oneSided = new Reachability((key) => this.#contentOf(key));

  /**
   * Creates the graph.
   *
   * @param differs Whether the sent and the received type of a schema differ for another reason than its fields.
   */
  constructor(
    references: References,
    families: Polymorphism,
    differs: (schema: unknown) => boolean = () => false,
  ) {
    this.#references = references;
    this.#families = families;
    this.#differs = differs;
  }

  /** Whether the sent and the received type differ: a field at any depth is `readOnly` or `writeOnly`. */
  isOneSided(subject: Subject): boolean {
    return this.#oneSided.leads(this.#know(subject));
  }

  /** Returns the only direction that has the field; undefined if both have it. */
  sideOf(field: unknown): 'received' | 'sent' | undefined {
    const target = this.#references.follow({ value: field, pointer: '' })?.value;
    for (const value of [field, target]) {
      if (!isObject(value)) continue;
      if (own(value, 'writeOnly') === true) return 'sent';
      if (own(value, 'readOnly') === true) return 'received';
    }
    return undefined;
  }

  /**
   * Whether naming `to` would make the definition of `from` circular. Then one name of the cycle is omitted.
   */
  closesCircle(from: Subject, to: Subject, inAllOf: boolean): boolean {
    const [fromKey, toKey] = [this.#know(from), this.#know(to)];
    if (this.#waysFrom(toKey).all.length === 0 || !this.#circles.together(fromKey, toKey)) return false;
    // Most cycles contain a schema that lists its subtypes, and are resolved without these edges. A base is
    // what remains after a name was omitted.
    if (inAllOf || from.part === 'base') return true;
    return this.#circlesOutsideAllOf.together(fromKey, toKey) && toKey <= fromKey;
  }

  #know(subject: Subject): string {
    const key = keyOf(subject);
    if (!this.#known.has(key)) this.#known.set(key, subject);
    return key;
  }

  /** Returns the types that must be known before this type. */
  #waysFrom(key: string): Ways {
    let ways = this.#ways.get(key);
    if (!ways) {
      const subject = this.#known.get(key);
      ways = subject ? this.#waysOf(subject) : { all: [], outsideAllOf: [] };
      this.#ways.set(key, ways);
    }
    return ways;
  }

  #waysOf(subject: Subject): Ways {
    const choices = this.#choicesOf(subject);
    if (choices) return { all: choices, outsideAllOf: choices };
    const all: string[] = [];
    const outsideAllOf: string[] = [];
    for (const link of needsOf(subject)) {
      const target = this.#references.target(link.ref);
      if (!target) continue;
      const named = this.#know(this.named(subject, link, target));
      all.push(named);
      // If it closes a cycle, only its base remains.
      if (link.inAllOf) all.push(this.#know(baseOf(target)));
      else outsideAllOf.push(named);
    }
    return { all, outsideAllOf };
  }

  /** Returns the type that a `$ref` is printed as: the base of a parent if it is inherited from. */
  named(from: Subject, { inAllOf, inherits }: Omit<Link, 'ref'>, target: Located): Subject {
    const parent =
      inAllOf && inherits && this.#families.isMember(from) ? this.#families.parentAt(target) : undefined;
    return parent ? baseOf(parent) : wholeOf(target);
  }

  #choicesOf(subject: Subject): string[] | undefined {
    if (subject.part === 'base' || !this.#families.isParent(subject)) return undefined;
    const heirs = this.#families.heirsOf(subject).map(wholeOf);
    return [...heirs, baseOf(subject)].map((each) => this.#know(each));
  }

  #contentOf(key: string): { isFound: boolean; next: readonly string[] } {
    const subject = this.#known.get(key);
    if (!subject) return { isFound: false, next: [] };
    const choices = this.#choicesOf(subject);
    if (choices) return { isFound: false, next: choices };
    const { fields, links, schemas } = contentOf(subject.value);
    const next = links.flatMap((link) => {
      const target = this.#references.target(link.ref);
      return target ? [this.#know(this.named(subject, link, target))] : [];
    });
    const isFound = fields.some((field) => this.sideOf(field) !== undefined) || schemas.some(this.#differs);
    return { isFound, next };
  }
}

/** Pointer segments that don't describe the schema. */
const PLACES =
  /^(components|schemas|paths|responses|parameters|requestBodies|headers|content|schema|properties|\$defs)$/;

/** Suffixes for the names of schemas in other components. */
const SHARED: ReadonlyMap<string, string> = new Map([
  ['responses', 'Response'],
  ['requestBodies', 'Body'],
  ['parameters', 'Param'],
]);

/**
 * Returns a readable name: `NotFoundResponse` for the JSON of that response, `User address` for a `$def` of a
 * schema.
 */
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

/**
 * Names of the types. Components are named first, in sorted order, so that the order of use doesn't matter.
 */
export class SchemaNames {
  readonly #graph: SchemaGraph;
  readonly #names: TypeNames;
  /** Names of received types, by key. */
  readonly #received = new Map<string, string>();
  readonly #sent = new Map<string, string>();

  constructor(
    { document }: References,
    graph: SchemaGraph,
    parents: readonly Located[],
    taken: Iterable<string>,
    fixed?: ReadonlyMap<string, string>,
  ) {
    this.#graph = graph;
    this.#names = new TypeNames(taken);
    const all = schemasOf(document);
    for (const { name, pointer } of all) {
      const own = fixed?.get(pointer);
      this.#received.set(pointer, own === undefined ? this.#names.take(name) : this.#names.reserve(own));
    }
    for (const schema of all) this.#takeSent(wholeOf(schema));
    for (const parent of parents) this.#takeBoth(baseOf(parent));
  }

  take(name: string): string {
    return this.#names.take(name);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  of(subject: Subject, side: Side): string {
    const key = keyOf(subject);
    if (!this.#received.has(key)) this.#takeBoth(subject);
    return (side === 'sent' ? this.#sent.get(key) : undefined) ?? this.#received.get(key) ?? '';
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
