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

/** A discriminator: the field that tells schemas apart, and its values. */
export class Discriminator {
  readonly field: string;
  /** Values of the mapping, by the pointer of the schema. */
  readonly values = new Map<string, string[]>();
  /** The schemas of the mapping, each once. */
  readonly targets: readonly Located[];
  /** Values whose schema can't be resolved. */
  readonly lost: string[] = [];
  /** Pointer of the schema for a missing or unknown value: `defaultMapping` of OpenAPI 3.2. */
  readonly fallback: string | undefined;

  static of(schema: unknown, references: References): Discriminator | undefined {
    const discriminator = own(schema, 'discriminator');
    // In Swagger 2, the discriminator is only the field name.
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

/** Finds the schema of a mapping, which is a `$ref` or a schema name. */
function namedBy(name: unknown, references: References): Located | undefined {
  if (typeof name !== 'string') return undefined;
  const target = references.target(name) ?? references.target(`#/components/schemas/${name}`);
  return target && references.follow(target);
}

/** Returns the discriminator value of a schema without a mapping: its name. */
export function nameOf({ pointer }: Located): string {
  return segmentsOf(pointer).at(-1) ?? '';
}

/** Whether a schema can have fields. True for a schema without a type. */
export function isObjectLike({ value }: Located): boolean {
  const types = isObject(value) ? typesOf(value) : [];
  return types.length === 0 || types.includes('object');
}

/** Whether all declarations of a field accept each of the values. */
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

/** Whether the values narrow the declared type of a field and are compatible with it. */
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

/** Maximum number of schemas to check for one field. Further ones are treated as accepting any value. */
const MOST_ACCEPTED = 1000;

/** Whether a schema accepts a string, judged by types, enum values and composed schemas. */
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

/** A schema in an inheritance hierarchy. */
export class SchemaNode implements Located {
  readonly value: unknown;
  readonly pointer: string;
  readonly discriminator: Discriminator | undefined;
  /** Whether the schema is a `oneOf` or `anyOf`, which lists its possible types. */
  readonly isUnion: boolean;
  /** Whether the schema tells its children apart by a discriminator and is not a union. */
  readonly isRoot: boolean;
  readonly children: Set<SchemaNode> = new Set();
  /** Schemas in its mapping that don't inherit from it. */
  readonly others: Set<SchemaNode> = new Set();
  /**
   * Discriminator fields of its ancestors. The value is the last ancestor below the field's owner that has
   * another discriminator. By the outer field, its subtypes can be identified as themselves or as that
   * ancestor.
   */
  readonly fields: Map<string, SchemaNode | undefined> = new Map();

  constructor(schema: Located, references: References) {
    this.value = schema.value;
    this.pointer = schema.pointer;
    this.discriminator = Discriminator.of(schema.value, references);
    this.isUnion = isUnion(schema.value);
    this.isRoot = this.discriminator !== undefined && !this.isUnion && isObjectLike(schema);
  }

  /** Whether the type also includes other schemas, such as its subtypes. */
  get isParent(): boolean {
    if (this.isUnion) return false;
    return this.others.size > 0 || (this.children.size > 0 && (this.isRoot || this.fields.size > 0));
  }

  /** Fields that tell the schema apart from its siblings and from its own subtypes. */
  get tellingFields(): string[] {
    const own = this.isRoot && this.discriminator ? [this.discriminator.field] : [];
    return [...new Set([...this.fields.keys(), ...own])].sort();
  }
}

const MOST_FIELDS = 4;

/** Whether a schema is only a nullable alias of its parent, which is not a subtype. */
const isNullable = (schema: unknown): boolean =>
  isObject(schema) &&
  allowsNull(schema) &&
  ownList(schema, 'allOf').length === 1 &&
  own(schema, 'properties') === undefined;

/**
 * Returns the inheritance hierarchy by pointer, below schemas with a discriminator. Empty if no schema has
 * one.
 */
export function lineageOf(references: References): ReadonlyMap<string, SchemaNode> {
  const relatives = new Map<string, SchemaNode>();
  const schemas: Located[] = schemasOf(references.document);
  // The loop also visits the schemas that it adds.
  for (const schema of schemas) schemas.push(...fieldsOf(schema, '$defs'));
  if (!schemas.some(({ value }) => own(value, 'discriminator') !== undefined)) return relatives;
  for (const schema of schemas) {
    if (relatives.has(schema.pointer) || !isObject(schema.value)) continue;
    const relative = new SchemaNode(schema, references);
    relatives.set(schema.pointer, relative);
    // A mapping can name schemas outside `components/schemas`.
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

/** Adds the discriminator field of a schema to all schemas below it. */
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
