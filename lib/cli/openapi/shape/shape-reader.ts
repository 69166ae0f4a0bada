import { unresolvedRef, type Warnings } from '../document/diagnostics.js';
import {
  isObject,
  type JsonObject,
  type Located,
  locatedAt,
  locatedIn,
  own,
  ownList,
  refOf,
} from '../document/json-document.js';
import { Discriminator } from '../schema/inheritance.js';
import {
  baseOf,
  isComposed,
  isNull,
  keyOf,
  type Side,
  type Subject,
  typesOf,
  UNIONS,
  wholeOf,
} from '../schema/keywords.js';
import type { Tag } from '../schema/polymorphism.js';
import type { SchemaTools } from '../schema/schema-tools.js';
import type { ConversionOptions } from './conversions.js';
import { isShared, objectShape } from './object-shapes.js';
import { isExact } from './negation.js';
import { memberName } from './member-names.js';
import { compiledPattern } from './pattern.js';
import { type Place, placeOf } from './place.js';
import { hasLimits, numberOf, rangeOf, textOf } from './scalar-shapes.js';
import { ANY, type NamedShape, NEVER, NULL, type Shape } from './shape.js';
import { allOf, LazyShape, orNull, shapeOfTags, unionOf } from './shape-builders.js';
import { UnionTags } from './union-tags.js';

/** The schemas of a document, and how they are read. */
export interface ShapeTools extends SchemaTools {
  readonly warnings: Warnings;
  readonly options: ConversionOptions;
  /** Types that replace schemas, by pointer. Default: none. */
  readonly types?: ReadonlyMap<string, string> | undefined;
  /** Schemas whose values are files. Default: none. */
  readonly files?: ReadonlySet<unknown> | undefined;
  /** Receives the examples of the document, by the shape that they belong to. Default: they are not read. */
  readonly examples?: WeakMap<Shape, readonly unknown[]> | undefined;
  /** Whether the shape of a `readOnly` field matters if a program sends it back. Default: sent values have no such fields. */
  readonly needsReadOnly?: ((field: Located) => boolean) | undefined;
  /** Whether a field can have the name `__proto__`. Default: true. */
  readonly hasProto?: boolean | undefined;
  /** Whether `not` is read. Default: it is ignored. */
  readonly hasNot?: boolean | undefined;
}

/** Maximum nesting depth: above any real document, below the stack limit. */
const DEEPEST = 200;

/** Keywords that no shape expresses. */
const UNSAID = ['if', '$dynamicRef', 'contains', 'dependentRequired', 'dependentSchemas'];

/** Why a keyword is ignored that some schemas express. */
const REASONS: Readonly<Record<string, string>> = {
  not: 'only strict schemas express it, if it is simple',
  unevaluatedProperties: "schemas can't express it next to other schemas",
};

/** Returns the examples of a schema. */
const examplesOf = (schema: JsonObject): readonly unknown[] => {
  const example = own(schema, 'example');
  return [...(example === undefined ? [] : [example]), ...ownList(schema, 'examples')];
};

/** Reads schemas as shapes. */
export class ShapeReader {
  readonly #tools: ShapeTools;
  readonly #unionTags: UnionTags;
  readonly #named = new Map<string, NamedShape>();

  constructor(tools: ShapeTools) {
    this.#tools = tools;
    this.#unionTags = new UnionTags(tools.families, tools.references);
  }

  /** Returns the shape of a schema. */
  read(schema: Located, side: Side): Shape {
    return this.#shape(schema, placeOf(wholeOf(schema), side));
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

  /** Whether a field can have a name. Adds a warning if it can't. */
  isField(name: string, pointer: string): boolean {
    const { hasProto = true, options } = this.#tools;
    if (hasProto || memberName(name, options) !== '__proto__') return true;
    const message = "the member `__proto__` is left out: the schema libraries don't keep it";
    this.#tools.warnings.add('unsaid', pointer, message);
    return false;
  }

  /** Returns the shape of a declaration. */
  #declared(subject: Subject, side: Side): Shape {
    const { families } = this.#tools;
    const place = placeOf(subject, side);
    if (subject.part === 'base') return this.#itselfOf(subject, place);
    const type = this.#tools.types?.get(subject.pointer);
    if (type !== undefined)
      return type === 'unknown' ? ANY : { kind: 'instances', types: [type], isChecked: false };
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
    const heirs = families.heirsOf(parent);
    const subtypes = heirs.map((subtype) => {
      const shape = this.#reference(wholeOf(subtype), place);
      return subtype.inherits || !discriminator ? shape : this.#tagged(shape, subtype, discriminator);
    });
    const itself = allOf([
      this.named(baseOf(parent), place.side),
      ...(tags.length > 0 ? [shapeOfTags(tags)] : []),
    ]);
    const all = families.isAbstract(parent) ? subtypes : [...subtypes, itself];
    const tag = this.#unionTags.ofFamily(parent, heirs, discriminator);
    return orNull(parent.value, unionOf(all, tag && { tag }));
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
    this.#warn(schema, value, place);
    const itself = this.#itself(schema, value, place);
    const types = typesOf(value);
    const within = {
      ...place,
      depth: place.depth + 1,
      around: [schema, ...place.around],
      types: types.length > 0 ? types : place.types,
    };
    const negated = this.#negated(schema, within);
    if (!isComposed(value)) return allOf([itself, ...negated]);
    const all = locatedIn(schema, 'allOf').map((member) => this.#shape(member, { ...within, inAllOf: true }));
    const isBase = place.owner.part === 'base' && place.owner.pointer === schema.pointer;
    const unions = (isBase ? [] : UNIONS).map((word) => this.#union(schema, word, within));
    return allOf([itself, ...all, ...unions, ...negated]);
  }

  #negated(schema: Located, place: Place): Shape[] {
    const not = locatedAt(schema, 'not');
    if (not.value === undefined) return [];
    const isRead = this.#tools.hasNot === true && isExact(not.value);
    const shape = isRead ? this.#shape(not, { ...place, inherits: false }) : ANY;
    if (shape.kind !== 'any') return [{ kind: 'not', shape }];
    this.#ignore('not', schema.pointer);
    return [];
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
    const targets = members.map((member) => references.target(refOf(member.value) ?? ''));
    const tag = discriminator && this.#unionTags.ofUnion(targets, discriminator);
    // A choice that includes everything says nothing.
    if (shapes.some(({ kind }) => kind === 'any')) return ANY;
    return unionOf(shapes, { isExclusive: word === 'oneOf', ...(tag && { tag }) });
  }

  #tagged(shape: Shape, member: Located, discriminator: Discriminator): Shape {
    const tags = this.#tools.families.tagsOfMember(member, discriminator);
    return tags.length > 0 ? allOf([shape, shapeOfTags(tags, true)]) : shape;
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
        return objectShape(schema, value, place, {
          ...this.#tools,
          inside: (each, types) => this.#inside(each, place, types),
          isField: (name, pointer) => this.isField(name, pointer),
          isPattern: (pattern, pointer) => this.#isPattern(pattern, pointer),
        });
      case 'array':
        return this.#list(schema, value, place);
      case 'string':
        return this.#tools.files?.has(value) ? { kind: 'bytes' } : this.#text(schema, value);
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

  #text({ pointer }: Located, value: JsonObject): Shape {
    const text = textOf(value);
    if (text.pattern === undefined || this.#isPattern(text.pattern, pointer)) return text;
    return { ...text, pattern: undefined };
  }

  /** Whether JavaScript can compile a pattern. Adds a warning if it can't. */
  #isPattern(pattern: string, pointer: string): boolean {
    if (compiledPattern(pattern)) return true;
    const message = "the pattern isn't a regular expression of JavaScript, so it is ignored: fix it";
    this.#tools.warnings.add('unsaid', pointer, message);
    return false;
  }

  #list(schema: Located, value: JsonObject, place: Place): Shape {
    const inside = (item: Located): Shape => this.#inside(item, place);
    const range = rangeOf(value, 'Items');
    const isUnique = own(value, 'uniqueItems') === true;
    const first = locatedIn(schema, 'prefixItems');
    const items = locatedAt(schema, 'items');
    const rest = items.value === undefined ? ANY : inside(items);
    if (first.length > 0) {
      const { max = Infinity } = range;
      const kept = first.slice(0, Math.max(0, max)).map(inside);
      return { kind: 'tuple', first: kept, rest: max <= kept.length ? NEVER : rest, isUnique, ...range };
    }
    return { kind: 'list', items: rest, isUnique, ...range };
  }

  /** Returns the shape of a schema of another value: a field, or an item. */
  #inside(schema: Located, { side, depth }: Place, types: readonly string[] = []): Shape {
    return this.#shape(schema, { ...placeOf(wholeOf(schema), side), depth: depth + 1, types });
  }

  #warn({ pointer }: Located, value: JsonObject, place: Place): void {
    const unevaluated = own(value, 'unevaluatedProperties') ?? true;
    if (unevaluated !== true && isShared(value, place)) this.#ignore('unevaluatedProperties', pointer);
    for (const word of UNSAID) if (own(value, word) !== undefined) this.#ignore(word, pointer);
  }

  #ignore(word: string, pointer: string): void {
    const reason = REASONS[word] ?? "schemas can't express it";
    const message = `\`${word}\` is ignored, also elsewhere: ${reason}`;
    this.#tools.warnings.firstOf(word, 'unsaid', pointer, message);
  }
}
