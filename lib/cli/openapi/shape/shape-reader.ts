import { unresolvedRef, type Warnings } from '../document/diagnostics.js';
import {
  isObject,
  type JsonObject,
  type Located,
  locatedAt,
  locatedIn,
  own,
  ownList,
  type References,
  refOf,
} from '../document/json-document.js';
import { Discriminator } from '../schema/inheritance.js';
import { isBinary } from '../schema/json-type-printer.js';
import {
  allowsNull,
  baseOf,
  fieldOf,
  fieldsOf,
  isComposed,
  isNull,
  keyOf,
  requiredOf,
  type Side,
  type Subject,
  typesOf,
  UNIONS,
  wholeOf,
} from '../schema/keywords.js';
import type { Polymorphism, Tag } from '../schema/polymorphism.js';
import type { SchemaGraph, SchemaNames } from '../schema/schema-graph.js';
import type { ConversionOptions } from './conversions.js';
import { checkMembers } from './member-names.js';
import { ANY, type FieldShape, type NamedShape, NEVER, NULL, type Range, type Shape } from './shape.js';

/** What shapes are read with. */
export interface ShapeTools {
  readonly references: References;
  readonly graph: SchemaGraph;
  readonly families: Polymorphism;
  readonly names: SchemaNames;
  readonly warnings: Warnings;
  /** Whether keywords next to a `$ref` count. */
  readonly besideRef: boolean;
  readonly options: ConversionOptions;
  /** Receives the examples of the document, by the shape that they belong to. Default: they are not read. */
  readonly examples?: WeakMap<Shape, readonly unknown[]>;
}

/** Where a schema is read. */
interface Place {
  readonly side: Side;
  /** The declaration that contains the schema. */
  readonly owner: Subject;
  readonly inAllOf: boolean;
  readonly inherits: boolean;
  readonly depth: number;
  /** Enclosing schemas of the same value; `required` can name their fields. */
  readonly around: readonly Located[];
  /** Types of an enclosing schema. */
  readonly types: readonly string[];
}

/** Maximum nesting depth: above any real document, below the stack limit. */
const DEEPEST = 200;

/** Keywords that no shape expresses. */
const UNSAID = [
  'not',
  'if',
  '$dynamicRef',
  'contains',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
];

const numberAt = (schema: JsonObject, key: string): number | undefined => {
  const value = own(schema, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

const textAt = (schema: unknown, key: string): string | undefined => {
  const value = own(schema, key);
  return typeof value === 'string' ? value : undefined;
};

const rangeOf = (schema: JsonObject, what: string): Range => ({
  min: numberAt(schema, `min${what}`),
  max: numberAt(schema, `max${what}`),
});

/** Returns the examples of a schema. */
const examplesOf = (schema: JsonObject): readonly unknown[] => {
  const example = own(schema, 'example');
  return [...(example === undefined ? [] : [example]), ...ownList(schema, 'examples')];
};

/** Joins the parts of a shape. A part that accepts everything adds nothing. */
const allOf = (parts: readonly Shape[]): Shape => {
  const said = parts.filter(({ kind }) => kind !== 'any');
  const [only, ...more] = said;
  if (!only) return ANY;
  return more.length === 0 ? only : { kind: 'all', parts: said };
};

const unionOf = (members: readonly Shape[], rest: { isExclusive?: boolean; tag?: UnionTag } = {}): Shape => {
  const [only, ...more] = members;
  if (!only) return NEVER;
  return more.length === 0
    ? only
    : { kind: 'union', members, isExclusive: rest.isExclusive ?? false, tag: rest.tag };
};

type UnionTag = { readonly field: string; readonly values: readonly (readonly string[])[] };

const orNull = (schema: unknown, shape: Shape): Shape =>
  isObject(schema) && allowsNull(schema) && shape.kind !== 'any' ? { kind: 'nullable', shape } : shape;

/** The shape of the values that tell subtypes apart. */
const shapeOfTags = (tags: readonly Tag[]): Shape => ({
  kind: 'object',
  fields: tags.map(({ field, values, isOptional }) => ({
    name: field,
    shape: { kind: 'values', values },
    isRequired: !isOptional,
    description: undefined,
    isDeprecated: false,
  })),
  others: undefined,
  patterns: [],
});

/** Reads schemas as shapes. */
export class ShapeReader {
  readonly #tools: ShapeTools;
  readonly #named = new Map<string, NamedShape>();

  constructor(tools: ShapeTools) {
    this.#tools = tools;
  }

  /** Returns the shape of a schema. */
  read(schema: Located, side: Side): Shape {
    const owner = wholeOf(schema);
    const place = { side, owner, inAllOf: false, inherits: true, depth: 0, around: [], types: [] };
    return this.#shape(schema, place);
  }

  /** Returns a named shape; always the same for the same schema and direction. */
  named(subject: Subject, side: Side): NamedShape {
    const key = `${side} ${keyOf(subject)}`;
    let named = this.#named.get(key);
    if (!named) {
      named = new LazyShape(this.#tools.names.of(subject, side), side, subject, () =>
        this.#declared(subject, side),
      );
      this.#named.set(key, named);
    }
    return named;
  }

  /** Returns the shape of a declaration. */
  #declared(subject: Subject, side: Side): Shape {
    const { families } = this.#tools;
    const place = { side, owner: subject, inAllOf: false, inherits: true, depth: 0, around: [], types: [] };
    if (subject.part === 'base') return this.#itselfOf(subject, place);
    const tags = families.tagsOf(subject);
    if (families.isParent(subject)) return this.#family(subject, tags, place);
    if (tags.length === 0) return this.#shape(subject, place);
    return orNull(subject.value, allOf([shapeOfTags(tags), this.#itselfOf(subject, place)]));
  }

  #shape(schema: Located, place: Place): Shape {
    const { value, pointer } = schema;
    if (value === false) return NEVER;
    if (!isObject(value)) return ANY;
    if (place.depth > DEEPEST) {
      const message = `more than ${DEEPEST} nested schemas: unknown`;
      this.#tools.warnings.firstOf('depth', 'too-deep', pointer, message);
      return ANY;
    }
    if (isNull(value)) return NULL;
    return this.#withExamples(value, orNull(value, this.#withoutNull(schema, value, place)));
  }

  /** Returns the shape, or one of its own, which its examples belong to. */
  #withExamples(schema: JsonObject, shape: Shape): Shape {
    const { examples } = this.#tools;
    const found = examples ? examplesOf(schema) : [];
    if (found.length === 0) return shape;
    const own: Shape = shape.kind === 'any' ? { kind: 'any' } : { kind: 'all', parts: [shape] };
    examples?.set(own, found);
    return own;
  }

  /** Returns the shape of a parent with a discriminator: one of its subtypes, or itself. */
  #family(parent: Subject, tags: readonly Tag[], place: Place): Shape {
    const { families, references } = this.#tools;
    const discriminator = Discriminator.of(parent.value, references);
    const subtypes = families.heirsOf(parent).map((subtype) => {
      const shape = this.#reference(wholeOf(subtype), place);
      return subtype.inherits || !discriminator ? shape : this.#tagged(shape, subtype, discriminator);
    });
    const itself = allOf([
      this.named(baseOf(parent), place.side),
      ...(tags.length > 0 ? [shapeOfTags(tags)] : []),
    ]);
    const all = [...subtypes, ...(families.isAbstract(parent) ? [] : [itself])];
    return orNull(parent.value, unionOf(all));
  }

  #itselfOf(subject: Subject, place: Place): Shape {
    const { value } = subject;
    return isObject(value) ? this.#withoutNull(subject, value, place) : this.#shape(subject, place);
  }

  #withoutNull(schema: Located, value: JsonObject, place: Place): Shape {
    const ref = refOf(value);
    if (ref === undefined) return this.#composed(schema, value, place);
    const named = this.#tools.references.target(ref);
    if (!named) throw unresolvedRef(ref, schema.pointer);
    const target = this.#reference(this.#tools.graph.named(place.owner, place, named), place);
    if (!this.#tools.besideRef || Object.keys(value).length === 1) return target;
    const { $ref: _, ...beside } = value;
    return allOf([
      target,
      this.#composed({ ...schema, value: beside }, beside, { ...place, around: [schema] }),
    ]);
  }

  /** Returns a named shape, or anything if the name would be defined by itself. */
  #reference(subject: Subject, { owner, side, inAllOf }: Place): Shape {
    const { graph } = this.#tools;
    if (!graph.closesCircle(owner, subject, inAllOf)) return this.named(subject, side);
    return inAllOf && owner.part === 'whole' && subject.part === 'whole'
      ? this.named(baseOf(subject), side)
      : ANY;
  }

  #composed(schema: Located, value: JsonObject, place: Place): Shape {
    this.#warn(schema, value);
    const itself = this.#itself(schema, value, place);
    if (!isComposed(value)) return itself;
    const types = typesOf(value);
    const within = {
      ...place,
      depth: place.depth + 1,
      around: [schema, ...place.around],
      types: types.length > 0 ? types : place.types,
    };
    const all = locatedIn(schema, 'allOf').map((member) => this.#shape(member, { ...within, inAllOf: true }));
    const isBase = place.owner.part === 'base' && place.owner.pointer === schema.pointer;
    const unions = (isBase ? [] : UNIONS).map((word) => this.#union(schema, word, within));
    return allOf([itself, ...all, ...unions]);
  }

  #union(schema: Located, word: string, place: Place): Shape {
    const members = locatedIn(schema, word);
    if (members.length === 0) return ANY;
    const { references } = this.#tools;
    const discriminator = Discriminator.of(schema.value, references);
    const shapes = members.map((member) => {
      const shape = this.#shape(member, { ...place, inherits: false });
      const target = discriminator && references.target(refOf(member.value) ?? '');
      return discriminator && target ? this.#tagged(shape, target, discriminator) : shape;
    });
    const tag = discriminator && { field: discriminator.field, values: this.#tagsOf(members, discriminator) };
    // A choice that includes everything says nothing.
    if (shapes.some(({ kind }) => kind === 'any')) return ANY;
    return unionOf(shapes, { isExclusive: word === 'oneOf', ...(tag && { tag }) });
  }

  /** Returns the values of a discriminator for each member. */
  #tagsOf(members: readonly Located[], { values }: Discriminator): (readonly string[])[] {
    const { references } = this.#tools;
    return members.map((member) => {
      const target = references.target(refOf(member.value) ?? '');
      const found = target && references.follow(target);
      if (!target || !found) return [];
      return values.get(found.pointer) ?? [target.pointer.split('/').at(-1) ?? ''];
    });
  }

  #tagged(shape: Shape, member: Located, discriminator: Discriminator): Shape {
    const tags = this.#tools.families.tagsOfMember(member, discriminator);
    return tags.length > 0 ? allOf([shape, shapeOfTags(tags)]) : shape;
  }

  /** Returns what a schema says without other schemas of the same value. */
  #itself(schema: Located, value: JsonObject, place: Place): Shape {
    if (Object.hasOwn(value, 'const')) return { kind: 'values', values: [own(value, 'const')] };
    const values = ownList(value, 'enum');
    if (values.length > 0) return { kind: 'values', values };
    const said = typesOf(value);
    const types = said.length > 0 ? said : place.types.filter((type) => type !== 'object');
    // The members of a composition say more than the type of the whole.
    if (said.length === 0 && types.length > 0 && !hasLimits(value)) return ANY;
    if (types.length === 0) return ANY;
    return unionOf(types.map((type) => this.#ofType(type, schema, value, place)));
  }

  #ofType(type: string, schema: Located, value: JsonObject, place: Place): Shape {
    switch (type) {
      case 'object':
        return this.#object(schema, value, place);
      case 'array':
        return this.#list(schema, value, place);
      case 'string':
        if (isBinary(value)) return { kind: 'bytes' };
        return {
          kind: 'text',
          ...rangeOf(value, 'Length'),
          pattern: textAt(value, 'pattern'),
          format: textAt(value, 'format'),
        };
      case 'integer':
      case 'number':
        return numberOf(type, value);
      case 'boolean':
        return { kind: 'boolean' };
      case 'null':
        return NULL;
      default:
        return type === 'file' ? { kind: 'bytes' } : ANY;
    }
  }

  #list(schema: Located, value: JsonObject, place: Place): Shape {
    const inside = (item: Located): Shape => this.#inside(item, place);
    const range = rangeOf(value, 'Items');
    const isUnique = own(value, 'uniqueItems') === true;
    const first = locatedIn(schema, 'prefixItems');
    const items = locatedAt(schema, 'items');
    const rest = items.value === undefined ? ANY : inside(items);
    if (first.length > 0) return { kind: 'tuple', first: first.map(inside), rest, isUnique, ...range };
    return { kind: 'list', items: rest, isUnique, ...range };
  }

  #object(schema: Located, value: JsonObject, place: Place): Shape {
    const required = new Set(requiredOf(value));
    const fields = fieldsOf(schema, 'properties').flatMap((field) =>
      this.#field(field.name, field, required.delete(field.name), place),
    );
    const elsewhere = [...required].sort().flatMap((name) => {
      const declared = [schema, ...place.around]
        .map((each) => fieldOf(each, name, this.#tools.references))
        .find((each) => each !== undefined);
      return this.#field(name, declared ?? { value: {}, pointer: schema.pointer }, true, place);
    });
    checkMembers(
      [...fields, ...elsewhere].map(({ name }) => name),
      schema.pointer,
      this.#tools.options,
    );
    const additional = own(value, 'additionalProperties') ?? own(value, 'unevaluatedProperties');
    const others = locatedAt(schema, 'additionalProperties');
    return {
      kind: 'object',
      ...rangeOf(value, 'Properties'),
      fields: [...fields, ...elsewhere],
      others: additional === undefined ? undefined : this.#inside({ ...others, value: additional }, place),
      patterns: fieldsOf(schema, 'patternProperties').map(
        (each) => [each.name, this.#inside(each, place)] as const,
      ),
    };
  }

  #field(name: string, field: Located, isRequired: boolean, place: Place): FieldShape[] {
    const { graph } = this.#tools;
    if ((graph.sideOf(field.value) ?? place.side) !== place.side) return [];
    return [
      {
        name,
        shape: this.#inside(field, place),
        isRequired,
        description: textAt(field.value, 'description'),
        isDeprecated: own(field.value, 'deprecated') === true,
      },
    ];
  }

  /** Returns the shape of a schema of another value: a field, or an item. */
  #inside(schema: Located, { side, depth }: Place): Shape {
    const owner = wholeOf(schema);
    const place = { side, owner, inAllOf: false, inherits: true, depth: depth + 1, around: [], types: [] };
    return this.#shape(schema, place);
  }

  #warn({ pointer }: Located, value: JsonObject): void {
    for (const word of UNSAID) {
      if (own(value, word) === undefined) continue;
      this.#tools.warnings.firstOf(
        word,
        'unsaid',
        pointer,
        `\`${word}\` is ignored, also elsewhere: schemas can't express it`,
      );
    }
  }
}

/** Keywords that limit a value of the type of an enclosing schema. */
const LIMITS = /^(min|max|pattern|format|multipleOf|exclusive|unique)/;

const hasLimits = (schema: JsonObject): boolean => Object.keys(schema).some((key) => LIMITS.test(key));

const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/** In OpenAPI 3.0, `exclusiveMinimum` is a flag next to `minimum`. */
const numberOf = (type: string, schema: JsonObject): Shape => {
  const said = rangeOf(schema, 'imum');
  const isInt32 = textAt(schema, 'format') === 'int32';
  const min = isInt32 ? Math.max(said.min ?? INT32.min, INT32.min) : said.min;
  const max = isInt32 ? Math.min(said.max ?? INT32.max, INT32.max) : said.max;
  const isAbove = own(schema, 'exclusiveMinimum') === true;
  const isBelow = own(schema, 'exclusiveMaximum') === true;
  return {
    kind: 'number',
    isInteger: type === 'integer',
    min: isAbove ? undefined : min,
    max: isBelow ? undefined : max,
    above: isAbove ? min : numberAt(schema, 'exclusiveMinimum'),
    below: isBelow ? max : numberAt(schema, 'exclusiveMaximum'),
    multipleOf: numberAt(schema, 'multipleOf'),
    format: textAt(schema, 'format'),
  };
};

/** A named shape that is read when it is needed. */
class LazyShape implements NamedShape {
  readonly kind = 'named';
  readonly name: string;
  readonly side: Side;
  readonly subject: Subject;
  readonly #read: () => Shape;
  #shape: Shape | undefined;

  constructor(name: string, side: Side, subject: Subject, read: () => Shape) {
    this.name = name;
    this.side = side;
    this.subject = subject;
    this.#read = read;
  }

  get shape(): Shape {
    return (this.#shape ??= this.#read());
  }
}
