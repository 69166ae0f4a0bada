import {
  childOf,
  isObject,
  type Located,
  own,
  ownList,
  ownObject,
  type References,
  segmentsOf,
} from '../document/json-document.js';
import {
  allowsNull,
  declarationsOf,
  fieldsOf,
  isUnion,
  listed,
  needsOf,
  schemasOf,
  typesOf,
  UNIONS,
  wholeOf,
} from './keywords.js';

/** By which field schemas are told apart, and by which of its values. */
export class Discriminator {
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
export function addsInformation(
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

/** How many schemas of one field are looked at. What lies beyond is taken to accept anything. */
const MOST_ACCEPTED = 1000;

/** Whether a text may be the value of a schema, as far as types, lists of values and other schemas say so. */
function accepts(schema: Located, text: string, references: References): boolean {
  const known = new Map<string, boolean>();
  const membersOf = ({ value, pointer }: Located, word: string): boolean[] =>
    ownList(value, word)
      .slice(0, MOST_ACCEPTED)
      .map((each, index) => visit({ value: each, pointer: childOf(pointer, word, index) }));
  const visit = (each: Located): boolean => {
    const found = references.follow(each);
    if (!found || known.size >= MOST_ACCEPTED) return true;
    const before = known.get(found.pointer);
    if (before !== undefined) return before;
    known.set(found.pointer, true);
    const choices = UNIONS.map((word) => membersOf(found, word));
    const result =
      takesItself(found.value, text) &&
      membersOf(found, 'allOf').every(Boolean) &&
      choices.every((choice) => choice.length === 0 || choice.includes(true));
    known.set(found.pointer, result);
    return result;
  };
  return visit(schema);
}

function takesItself(schema: unknown, text: string): boolean {
  if (!isObject(schema)) return schema !== false;
  const type = own(schema, 'type');
  if (Array.isArray(type) ? !type.includes('string') : type !== undefined && type !== 'string') return false;
  const constant = own(schema, 'const');
  if (constant !== undefined && constant !== text) return false;
  const values = own(schema, 'enum');
  return !Array.isArray(values) || listed(values).has(text);
}

/** A schema among those that inherit from each other. */
export class SchemaNode implements Located {
  readonly value: unknown;
  readonly pointer: string;
  readonly discriminator: Discriminator | undefined;
  /** Whether it is a choice of schemas: these say what it may be, and no others. */
  readonly isUnion: boolean;
  /** Whether it tells its children apart, by a discriminator and not by a choice of schemas. */
  readonly isRoot: boolean;
  readonly children: Set<SchemaNode> = new Set();
  /** What its mapping names that doesn't inherit from it. */
  readonly others: Set<SchemaNode> = new Set();
  /**
   * The fields by which discriminators above tell it apart, each with the last schema in between that has another
   * discriminator: by the outer field its heirs may be told apart as themselves or as that.
   */
  readonly fields: Map<string, SchemaNode | undefined> = new Map();

  constructor(schema: Located, references: References) {
    this.value = schema.value;
    this.pointer = schema.pointer;
    this.discriminator = Discriminator.of(schema.value, references);
    this.isUnion = isUnion(schema.value);
    this.isRoot = this.discriminator !== undefined && !this.isUnion && isObjectLike(schema);
  }

  /** Whether it may be something besides itself. */
  get isParent(): boolean {
    if (this.isUnion) return false;
    return this.others.size > 0 || (this.children.size > 0 && (this.isRoot || this.fields.size > 0));
  }

  /** The fields by which it is told apart: from its siblings, and from its own heirs. */
  get tellingFields(): string[] {
    const own = this.isRoot && this.discriminator ? [this.discriminator.field] : [];
    return [...new Set([...this.fields.keys(), ...own])].sort();
  }
}

const MOST_FIELDS = 4;

/** Nothing but a parent or null: that is no kind of the parent. */
const isNullable = (schema: unknown): boolean =>
  isObject(schema) &&
  allowsNull(schema) &&
  ownList(schema, 'allOf').length === 1 &&
  own(schema, 'properties') === undefined;

/** Who inherits from whom, by pointers, below schemas that have a discriminator. Empty where none has. */
export function lineageOf(references: References): ReadonlyMap<string, SchemaNode> {
  const relatives = new Map<string, SchemaNode>();
  const schemas: Located[] = schemasOf(references.document);
  // What is added is looked at in its turn.
  for (const schema of schemas) schemas.push(...fieldsOf(schema, '$defs'));
  if (!schemas.some(({ value }) => own(value, 'discriminator') !== undefined)) return relatives;
  for (const schema of schemas) {
    if (relatives.has(schema.pointer) || !isObject(schema.value)) continue;
    const relative = new SchemaNode(schema, references);
    relatives.set(schema.pointer, relative);
    // What a mapping names may stand elsewhere.
    schemas.push(...(relative.discriminator?.targets ?? []));
  }
  for (const relative of relatives.values())
    for (const parent of parentsOf(relative, references))
      relatives.get(parent.pointer)?.children.add(relative);
  for (const relative of relatives.values()) if (relative.isRoot) tellApart(relative);
  for (const relative of relatives.values()) if (relative.isRoot) addOthers(relative, relatives);
  return relatives;
}

function parentsOf(relative: SchemaNode, references: References): Located[] {
  if (isNullable(relative.value)) return [];
  return needsOf(wholeOf(relative)).flatMap(({ ref, inAllOf, inherits }) => {
    const target = inAllOf && inherits ? references.target(ref) : undefined;
    const parent = target && references.follow(target);
    return parent && parent.pointer !== relative.pointer ? [parent] : [];
  });
}

/** Tells all below a schema apart by its field. */
function tellApart(root: SchemaNode): void {
  const field = root.discriminator?.field ?? '';
  const waiting: [relative: SchemaNode, between: SchemaNode | undefined][] = [];
  const goDown = ({ children }: SchemaNode, between: SchemaNode | undefined): void => {
    for (const child of children) waiting.push([child, between]);
  };
  goDown(root, undefined);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [relative, between] = next;
    if (relative.fields.has(field) || relative.fields.size >= MOST_FIELDS) continue;
    relative.fields.set(field, between);
    if (relative.isUnion) continue;
    goDown(relative, relative.isRoot && relative.discriminator?.field !== field ? relative : between);
  }
}

function addOthers(root: SchemaNode, relatives: ReadonlyMap<string, SchemaNode>): void {
  const { targets = [], field = '' } = root.discriminator ?? {};
  for (const { pointer } of targets) {
    const target = relatives.get(pointer);
    const isAbove = target?.isRoot && target.discriminator?.field === field;
    if (target && !target.fields.has(field) && !isAbove && isObjectLike(target)) root.others.add(target);
  }
}
