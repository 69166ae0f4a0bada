import { isObject, type JsonObject, own, ownList } from '../document/json-object.js';
import { childOf } from '../document/pointer.js';
import type { Located } from '../document/located.js';
import { refOf, type References } from '../document/references.js';
import type { Warnings } from '../document/warnings.js';
import type { Context } from './context.js';
import { Discriminator } from './discriminator.js';
import { type Expression, intersectionOf, NEVER, NULL, plain, UNKNOWN, unionOf } from './expression.js';
import { ObjectPrinter } from './object-printer.js';
import type { ReferencePrinter } from './reference-printer.js';
import type { SchemaGraph } from './schema-graph.js';
import { allowsNull, isComposed, isNull, typesOf } from './schema-kinds.js';
import type { SchemaOptions } from './schema-options.js';
import { ValuePrinter } from './value-printer.js';

/** A name that can't stand here, as it would need itself; a union goes without it. */
const LEFT_OUT: Expression = { ...UNKNOWN };

/** Deeper than anybody writes, and less than a stack holds. */
const DEEPEST = 200;

/** What no type can say. */
const UNSAID = ['not', 'if', '$dynamicRef'];

/** What the printer works with. */
export interface PrinterTools {
  readonly references: References;
  readonly graph: SchemaGraph;
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

  constructor(tools: PrinterTools) {
    this.#tools = tools;
    const print = (schema: Located, context: Context): Expression => this.print(schema, context);
    this.#objects = new ObjectPrinter({ ...tools, print });
    this.#values = new ValuePrinter(tools.options, print);
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
    if (!allowsNull(value) || type === LEFT_OUT) return type;
    return unionOf([type, NULL], context.indent);
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
    const { refs } = this.#tools;
    const target = refs.target(ref, schema);
    if (!refs.closesCircle(target, context)) return refs.print(target, context.side);
    if (!context.inAllOf) return LEFT_OUT;
    // Of a base that lists its heirs, what it says itself is left.
    return this.#objects.print(target, { ...context, open: false }) ?? UNKNOWN;
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
    const one = this.#union(schema, 'oneOf', within);
    const any = this.#union(schema, 'anyOf', within);
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
    const discriminator = Discriminator.of(schema.value, this.#tools.references);
    const types = members.map((member) => {
      const type = this.print(member, { ...context, open: false });
      const addition = type === LEFT_OUT ? undefined : discriminator?.addition(member);
      return addition === undefined ? type : intersectionOf([type, plain(addition)], context.indent);
    });
    const kept = types.filter((type) => type !== LEFT_OUT);
    return kept.length === 0 ? LEFT_OUT : unionOf(kept, context.indent);
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
