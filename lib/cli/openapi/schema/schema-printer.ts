import { unresolvedRef } from '../document/diagnostics.js';
import {
  childOf,
  isObject,
  type JsonObject,
  type Located,
  locatedIn,
  own,
  refOf,
  segmentsOf,
} from '../document/json-document.js';
import {
  type Expression,
  intersectionOf,
  NEVER,
  NULL,
  plain,
  quoted,
  UNKNOWN,
  unionOf,
} from '../print/typescript.js';
import { memberName } from '../shape/member-names.js';
import { type Tag, tagType } from './polymorphism.js';
import { type Context, contextOf, JsonTypePrinter, type Tools } from './json-type-printer.js';
import {
  allowsNull,
  baseOf,
  impliedType,
  isComposed,
  isNull,
  isOther,
  isPlainArray,
  isPlainObject,
  keyOf,
  requiredOf,
  type Side,
  type Subject,
  typesOf,
  UNIONS,
  wholeOf,
} from './keywords.js';
import { Discriminator } from './inheritance.js';

/** Replaces a name that would make the type circular. A union omits it. */
const LEFT_OUT: Expression = { ...UNKNOWN };

/** Maximum nesting depth: above any real document, below the stack limit. */
const DEEPEST = 200;

const UNSAID = ['not', 'if', '$dynamicRef'];

function orNull(schema: unknown, type: Expression, indent: string): Expression {
  return isObject(schema) && allowsNull(schema) ? unionOf([type, NULL], indent) : type;
}

/** Joins a union member with the type next to the union. A plain array type adds nothing to it. */
const bound = (beside: Expression, member: Expression, indent: string): Expression =>
  member.text === 'unknown[]' ? beside : intersectionOf([beside, member], indent);

export class SchemaPrinter {
  readonly #tools: Tools;
  readonly #refs: ReferencePrinter;
  readonly #types: JsonTypePrinter;
  /** Types that replace names in a cycle; undefined while the type is being printed. */
  readonly #remainders = new Map<string, Expression | undefined>();

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#refs = new ReferencePrinter(tools);
    this.#types = new JsonTypePrinter(tools, (schema, context) => this.print(schema, context));
  }

  /** Returns the name of a type, or its path within another type. */
  reference(subject: Subject, side: Side): Expression {
    return this.#refs.print(subject, side);
  }

  /** Returns the declaration of a type. */
  declaration(subject: Subject, side: Side): Expression {
    const { families } = this.#tools;
    const context = { ...contextOf(subject, side), open: true };
    if (subject.part === 'base') return this.#itselfOf(subject, context);
    const tags = families.tagsOf(subject);
    if (families.isParent(subject)) return this.#family(subject, tags, context);
    if (tags.length === 0) return this.print(subject, context);
    const type = intersectionOf(
      [
        plain(tagType(tags, (name) => memberName(name, this.#tools.options))),
        this.#itselfOf(subject, context),
      ],
      context.indent,
    );
    return orNull(subject.value, type, context.indent);
  }

  print(schema: Located, context: Context): Expression {
    const { value, pointer } = schema;
    if (value === false) return NEVER;
    if (!isObject(value)) return UNKNOWN;
    if (context.depth > DEEPEST) {
      const message = `more than ${DEEPEST} nested schemas: unknown`;
      this.#tools.warnings.firstOf('depth', 'too-deep', pointer, message);
      return UNKNOWN;
    }
    if (isNull(value)) return NULL;
    const type = this.#withoutNull(schema, value, context);
    return type === LEFT_OUT ? type : orNull(value, type, context.indent);
  }

  /** Prints a parent with a discriminator: a union of its subtypes and itself. */
  #family(parent: Subject, tags: readonly Tag[], context: Context): Expression {
    const { families, references } = this.#tools;
    const discriminator = Discriminator.of(parent.value, references);
    const subtypes = families.heirsOf(parent).map((subtype) => {
      const type = this.#named(wholeOf(subtype), context);
      const needsNoTags = subtype.inherits || type === LEFT_OUT || !discriminator;
      return needsNoTags ? type : this.#withTags(type, subtype, discriminator, context);
    });
    const own =
      tags.length > 0 ? [plain(tagType(tags, (name) => memberName(name, this.#tools.options)))] : [];
    const itself = intersectionOf([this.#refs.print(baseOf(parent), context.side), ...own], context.indent);
    const all = [...subtypes, ...(families.isAbstract(parent) ? [] : [itself])];
    const kept = all.filter((type) => type !== LEFT_OUT);
    return orNull(parent.value, unionOf(kept, context.indent), context.indent);
  }

  /** Prints a schema without null; a base also without its subtypes. */
  #itselfOf(subject: Subject, context: Context): Expression {
    const { value } = subject;
    return isObject(value) ? this.#withoutNull(subject, value, context) : this.print(subject, context);
  }

  #withoutNull(schema: Located, value: JsonObject, context: Context): Expression {
    const ref = refOf(value);
    if (ref === undefined) return this.#composed(schema, value, context);
    const named = this.#tools.references.target(ref);
    if (!named) throw unresolvedRef(ref, schema.pointer);
    const target = this.#named(this.#tools.graph.named(context.owner, context, named), context);
    if (!this.#tools.besideRef || Object.keys(value).length === 1) return target;
    const { $ref: _, ...beside } = value;
    const rest = this.#composed({ ...schema, value: beside }, beside, { ...context, around: [schema] });
    return rest.text === 'unknown' ? target : intersectionOf([target, rest], context.indent);
  }

  #named(subject: Subject, context: Context): Expression {
    const { owner, side, inAllOf } = context;
    // An overridden type needs no other type, so its name never closes a cycle.
    if (this.#tools.options.overrides?.types.has(subject.pointer))
      return this.#refs.print(wholeOf(subject), side);
    if (!this.#tools.graph.closesCircle(owner, subject, inAllOf)) return this.#refs.print(subject, side);
    return inAllOf && owner.part === 'whole' ? this.#remainder(baseOf(subject), side) : LEFT_OUT;
  }

  /** Prints the base of a schema if its name would close a cycle. Uses a name if the type is long. */
  #remainder(base: Subject, side: Side): Expression {
    const key = `${side} ${keyOf(base)}`;
    if (!this.#remainders.has(key)) {
      this.#remainders.set(key, undefined);
      const type = this.#itselfOf(base, contextOf(base, side));
      if (!type.text.includes('\n')) this.#remainders.set(key, type);
    }
    return this.#remainders.get(key) ?? this.#refs.print(base, side);
  }

  #composed(schema: Located, value: JsonObject, context: Context): Expression {
    this.#warn(schema, value);
    const itself = this.#itself(schema, value, context);
    if (!isComposed(value)) return itself ?? UNKNOWN;
    const types = typesOf(value);
    const within = {
      ...context,
      depth: context.depth + 1,
      around: [schema, ...context.around],
      types: types.length > 0 ? types : context.types,
    };
    const all = locatedIn(schema, 'allOf').map((member) => this.print(member, { ...within, inAllOf: true }));
    const isBase = context.owner.part === 'base' && context.owner.pointer === schema.pointer;
    const implied = itself && !isBase ? impliedType(value) : undefined;
    const apart = UNIONS.filter((word) => this.#hasOther(schema, word, implied));
    const unions = (isBase ? [] : UNIONS).map((word) =>
      this.#union(schema, word, within, apart.includes(word) ? itself : undefined),
    );
    const parts = [...all, apart.length > 0 ? undefined : itself, ...unions].filter(
      (part) => part !== undefined,
    );
    if (parts.every((part) => part === LEFT_OUT)) return LEFT_OUT;
    return intersectionOf(parts, context.indent);
  }

  /** Whether a member of a union has another type than the keywords next to the union imply. */
  #hasOther(schema: Located, word: string, implied: string | undefined): boolean {
    return locatedIn(schema, word).some((member) => this.#isOther(member, implied));
  }

  #isOther(member: Located, implied: string | undefined): boolean {
    return implied !== undefined && isOther(this.#tools.references.follow(member)?.value, implied);
  }

  /**
   * Prints a union.
   *
   * @param beside Type of the keywords next to the union, for the members with the implied type.
   */
  #union(schema: Located, word: string, context: Context, beside?: Expression): Expression | undefined {
    const members = locatedIn(schema, word);
    if (members.length === 0) return undefined;
    const { references } = this.#tools;
    const discriminator = Discriminator.of(schema.value, references);
    const implied = isObject(schema.value) ? impliedType(schema.value) : undefined;
    const types = members.map((member) => {
      const printed = this.print(member, { ...context, inherits: false, open: false });
      const isBound = beside && printed !== LEFT_OUT && !this.#isOther(member, implied);
      const type = isBound ? bound(beside, printed, context.indent) : printed;
      const target =
        type === LEFT_OUT || !discriminator ? undefined : references.target(refOf(member.value) ?? '');
      return discriminator && target ? this.#withTags(type, target, discriminator, context) : type;
    });
    const kept = types.filter((type) => type !== LEFT_OUT);
    return kept.length === 0 ? LEFT_OUT : unionOf(kept, context.indent);
  }

  /** Adds the discriminator values to a union member. */
  #withTags(
    type: Expression,
    member: Located,
    discriminator: Discriminator,
    { indent }: Context,
  ): Expression {
    const tags = this.#tools.families.tagsOfMember(member, discriminator);
    return tags.length > 0
      ? intersectionOf([type, plain(tagType(tags, (name) => memberName(name, this.#tools.options)))], indent)
      : type;
  }

  /** Prints the part of a schema that uses no other schema; undefined if there is none. */
  #itself(schema: Located, value: JsonObject, context: Context): Expression | undefined {
    const literals = this.#types.literals(value, context.indent);
    if (literals) return literals;
    const named = typesOf(value);
    const types = named.length > 0 ? named : context.types.filter((type) => type !== 'object');
    const [only] = types;
    if (only !== undefined && types.length === 1) return this.#types.ofType(only, schema, context);
    const said = types
      .map((type) => this.#types.ofType(type, schema, context))
      .filter((part) => part !== undefined);
    return said.length === 0 ? undefined : unionOf(said, context.indent);
  }

  #warn({ pointer }: Located, value: JsonObject): void {
    for (const word of UNSAID) {
      if (own(value, word) === undefined) continue;
      const message = `\`${word}\` is ignored, also elsewhere: types can't express it`;
      this.#tools.warnings.firstOf(word, 'unsaid', pointer, message);
    }
  }
}

class ReferencePrinter {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  print(subject: Subject, side: Side): Expression {
    const below = subject.part === 'whole' ? this.#below(subject, side) : undefined;
    return plain(below ?? this.#named(subject, side));
  }

  #named(subject: Subject, side: Side): string {
    const name = this.#tools.names.of(subject, side);
    this.#tools.declare(name, subject, side);
    return name;
  }

  /**
   * Returns a path such as `User['address']` if only fields and items lead to the schema from its component;
   * undefined otherwise.
   */
  #below({ pointer }: Located, side: Side): string | undefined {
    const [components = '', schemas = '', component = '', ...way] = segmentsOf(pointer);
    if (way.length === 0 || components !== 'components' || schemas !== 'schemas') return undefined;
    const root = this.#tools.references.target(`#${childOf('', components, schemas, component)}`);
    if (!root || this.#tools.options.overrides?.types.has(root.pointer)) return undefined;
    return this.#pathFrom(root, way, side);
  }

  #pathFrom(root: Located, way: readonly string[], side: Side): string | undefined {
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
    // Its subtypes can declare the field differently.
    const subject = this.#tools.families.isParent(root) ? baseOf(root) : wholeOf(root);
    return steps.reduce((type, step) => step(type), this.#named(subject, side));
  }

  #field(schema: unknown, name: string, side: Side): ((type: string) => string) | undefined {
    if (!isPlainObject(schema)) return undefined;
    const value = own(own(schema, 'properties'), name);
    if (!isObject(value) || (this.#tools.graph.sideOf(value) ?? side) !== side) return undefined;
    const index = `[${quoted(memberName(name, this.#tools.options))}]`;
    return requiredOf(schema).includes(name)
      ? (type) => `${type}${index}`
      : (type) => `globalThis.Required<${type}>${index}`;
  }
}

function item(schema: unknown, word: string): ((type: string) => string) | undefined {
  return word === 'items' && isPlainArray(schema) ? (type) => `${type}[number]` : undefined;
}
