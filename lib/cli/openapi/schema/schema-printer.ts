import type { Warnings } from '../document/diagnostics.js';
import {
  childOf,
  isObject,
  type JsonObject,
  type Located,
  own,
  ownList,
  type References,
  refOf,
} from '../document/json-document.js';
import {
  type Expression,
  intersectionOf,
  NEVER,
  NULL,
  plain,
  unionOf,
  UNKNOWN,
} from '../print/typescript.js';
import { type Context, contextOf } from './context.js';
import { Discriminator } from './discriminator.js';
import type { Families } from './families.js';
import { ObjectPrinter } from './object-printer.js';
import type { ReferencePrinter } from './reference-printer.js';
import type { SchemaGraph } from './schema-graph.js';
import { allowsNull, isComposed, isNull, typesOf } from './schema-kinds.js';
import type { SchemaOptions } from './schema-options.js';
import type { Side } from './side.js';
import { baseOf, keyOf, type Subject, wholeOf } from './subject.js';
import { type Tag, tagType } from './tags.js';
import { tagOfMember } from './union-members.js';
import { ValuePrinter } from './value-printer.js';

/** A name that can't stand here, as it would need itself; a union goes without it. */
const LEFT_OUT: Expression = { ...UNKNOWN };

/** Deeper than anybody writes, and less than a stack holds. */
const DEEPEST = 200;

/** What no type can say. */
const UNSAID = ['not', 'if', '$dynamicRef'];

const UNIONS = ['oneOf', 'anyOf'];

function orNull(schema: unknown, type: Expression, indent: string): Expression {
  return isObject(schema) && allowsNull(schema) ? unionOf([type, NULL], indent) : type;
}

/** What the printer works with. */
export interface PrinterTools {
  readonly references: References;
  readonly graph: SchemaGraph;
  readonly families: Families;
  readonly refs: ReferencePrinter;
  readonly warnings: Warnings;
  readonly options: SchemaOptions;
  /** Whether words beside a `$ref` count: since OpenAPI 3.1. */
  readonly besideRef: boolean;
}

/** Writes a schema as a type. */
export class SchemaPrinter {
  readonly #tools: PrinterTools;
  readonly #objects: ObjectPrinter;
  readonly #values: ValuePrinter;
  /** What remains of schemas whose names would close a circle; undefined while it is being written. */
  readonly #remainders = new Map<string, Expression | undefined>();

  constructor(tools: PrinterTools) {
    this.#tools = tools;
    const print = (schema: Located, context: Context): Expression => this.print(schema, context);
    this.#objects = new ObjectPrinter({ ...tools, print });
    this.#values = new ValuePrinter(tools.options, print);
  }

  /** What is declared under the name of a type. */
  declaration(subject: Subject, side: Side): Expression {
    const { families } = this.#tools;
    const context = { ...contextOf(subject, side), open: true };
    if (subject.part === 'base') return this.#itselfOf(subject, context);
    const tags = families.tagsOf(subject);
    if (families.isParent(subject)) return this.#family(subject, tags, context);
    if (tags.length === 0) return this.print(subject, context);
    const type = intersectionOf([plain(tagType(tags)), this.#itselfOf(subject, context)], context.indent);
    return orNull(subject.value, type, context.indent);
  }

  print(schema: Located, context: Context): Expression {
    const { value, pointer } = schema;
    if (value === false) return NEVER;
    if (!isObject(value)) return UNKNOWN;
    if (context.depth > DEEPEST) {
      this.#tools.warnings.firstOf(
        'depth',
        'too-deep',
        pointer,
        `more than ${DEEPEST} schemas in each other: unknown`,
      );
      return UNKNOWN;
    }
    if (isNull(value)) return NULL;
    const type = this.#withoutNull(schema, value, context);
    return type === LEFT_OUT ? type : orNull(value, type, context.indent);
  }

  /** A parent with a discriminator: one of its heirs, or itself. */
  #family(parent: Subject, tags: readonly Tag[], context: Context): Expression {
    const { families, refs, references } = this.#tools;
    const discriminator = Discriminator.of(parent.value, references);
    const heirs = families.heirsOf(parent).map((heir) => {
      const type = this.#named(wholeOf(heir), context);
      const isTold = heir.inherits || type === LEFT_OUT || !discriminator;
      return isTold ? type : this.#told(type, heir, discriminator, context);
    });
    const own = tags.length > 0 ? [plain(tagType(tags))] : [];
    const itself = intersectionOf([refs.print(baseOf(parent), context.side), ...own], context.indent);
    const all = [...heirs, ...(families.isAbstract(parent) ? [] : [itself])];
    const kept = all.filter((type) => type !== LEFT_OUT);
    return orNull(parent.value, unionOf(kept, context.indent), context.indent);
  }

  /** All of it but null; of a base, without what it may be besides. */
  #itselfOf(subject: Subject, context: Context): Expression {
    const { value } = subject;
    return isObject(value) ? this.#withoutNull(subject, value, context) : this.print(subject, context);
  }

  #withoutNull(schema: Located, value: JsonObject, context: Context): Expression {
    const ref = refOf(value);
    if (ref === undefined) return this.#composed(schema, value, context);
    const target = this.#ref(ref, schema, context);
    if (!this.#tools.besideRef || Object.keys(value).length === 1) return target;
    const { $ref: _, ...beside } = value;
    const rest = this.#composed({ ...schema, value: beside }, beside, { ...context, around: [schema] });
    return rest.text === 'unknown' ? target : intersectionOf([target, rest], context.indent);
  }

  #ref(ref: string, schema: Located, context: Context): Expression {
    const target = this.#tools.refs.target(ref, schema);
    return this.#named(this.#tools.graph.named(context.owner, context, target), context);
  }

  #named(subject: Subject, context: Context): Expression {
    const { graph, refs } = this.#tools;
    const { owner, side, inAllOf } = context;
    if (!graph.closesCircle(owner, subject, inAllOf)) return refs.print(subject, side);
    return inAllOf && owner.part === 'whole' ? this.#remainder(baseOf(subject), side) : LEFT_OUT;
  }

  /** What a schema says itself, where more would close a circle. By name if that is long. */
  #remainder(base: Subject, side: Side): Expression {
    const key = `${side} ${keyOf(base)}`;
    if (!this.#remainders.has(key)) {
      this.#remainders.set(key, undefined);
      const type = this.#itselfOf(base, contextOf(base, side));
      if (!type.text.includes('\n')) this.#remainders.set(key, type);
    }
    return this.#remainders.get(key) ?? this.#tools.refs.print(base, side);
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
    const all = this.#members(schema, 'allOf').map((member) =>
      this.print(member, { ...within, inAllOf: true }),
    );
    const isBase = context.owner.part === 'base' && context.owner.pointer === schema.pointer;
    const [one, any] = isBase ? [] : UNIONS.map((word) => this.#union(schema, word, within));
    const parts = [...all, itself, one, any].filter((part) => part !== undefined);
    if (parts.every((part) => part === LEFT_OUT)) return LEFT_OUT;
    return intersectionOf(parts, context.indent);
  }

  #members({ value, pointer }: Located, word: string): Located[] {
    return ownList(value, word).map((member, index) => ({
      value: member,
      pointer: childOf(pointer, word, index),
    }));
  }

  #union(schema: Located, word: string, context: Context): Expression | undefined {
    const members = this.#members(schema, word);
    if (members.length === 0) return undefined;
    const { references } = this.#tools;
    const discriminator = Discriminator.of(schema.value, references);
    const types = members.map((member) => {
      const type = this.print(member, { ...context, inherits: false, open: false });
      const target =
        type === LEFT_OUT || !discriminator ? undefined : references.target(refOf(member.value) ?? '');
      return discriminator && target ? this.#told(type, target, discriminator, context) : type;
    });
    const kept = types.filter((type) => type !== LEFT_OUT);
    return kept.length === 0 ? LEFT_OUT : unionOf(kept, context.indent);
  }

  /** A member of a union, with what tells it from the others. */
  #told(type: Expression, member: Located, discriminator: Discriminator, { indent }: Context): Expression {
    const tags = tagOfMember(member, discriminator, this.#tools);
    return tags.length > 0 ? intersectionOf([type, plain(tagType(tags))], indent) : type;
  }

  /** What a schema says without others; undefined if it says nothing. */
  #itself(schema: Located, value: JsonObject, context: Context): Expression | undefined {
    const literals = this.#values.literals(value, context.indent);
    if (literals) return literals;
    const named = typesOf(value);
    const types = named.length > 0 ? named : context.types.filter((type) => type !== 'object');
    const [only] = types;
    if (only !== undefined && types.length === 1) return this.#ofType(only, schema, context);
    const said = types
      .map((type) => this.#ofType(type, schema, context))
      .filter((part) => part !== undefined);
    return said.length === 0 ? undefined : unionOf(said, context.indent);
  }

  #ofType(type: string, schema: Located, context: Context): Expression | undefined {
    if (type === 'object') return this.#objects.print(schema, context);
    return this.#values.ofType(type, schema, context);
  }

  #warn({ pointer }: Located, value: JsonObject): void {
    for (const word of UNSAID) {
      if (own(value, word) === undefined) continue;
      this.#tools.warnings.firstOf(
        word,
        'unsaid',
        pointer,
        `\`${word}\` is left out here and elsewhere: no type can say it`,
      );
    }
  }
}
