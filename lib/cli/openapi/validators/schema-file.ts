import { Circles } from '../graph.js';
import { PURE, valueKey } from '../print/endpoint-config.js';
import { literalType } from '../print/literal-type.js';
import { regularExpression } from '../print/regular-expression.js';
import { docComment, literal, quoted } from '../print/typescript.js';
import type { Side, Subject } from '../schema/keywords.js';
import { inOrderOfUse, namesIn } from '../shape/names-in.js';
import { inOrderOfLoss, isConvertedValue } from '../shape/union-order.js';
import { memberName } from '../shape/member-names.js';
import {
  ANY,
  type FieldShape,
  type NamedShape,
  type ObjectShape,
  partsOf,
  type Shape,
  type TupleShape,
  type UnionShape,
  type ValuesShape,
} from '../shape/shape.js';
import { ConvertedShapes } from '../shape/converted-shapes.js';
import { conversionOf, type ConversionOptions, convertsValues } from '../shape/conversions.js';
import type { Dialect, Others, PrintedMember } from './dialect.js';
import { toldApart } from './told-apart.js';
import { isOpenEnum, TypeOfShape } from './type-of-shape.js';

/** How schemas are printed. */
export interface SchemaFileOptions extends ConversionOptions {
  readonly docs: boolean;
  /** Whether schemas reject what the document doesn't describe. */
  readonly isStrict: boolean;
  /** Whether the schema that is received differs from the schema that is sent. */
  readonly isOneSided: (subject: Subject) => boolean;
}

/** A schema that the file declares: one of the document, or one of an endpoint. */
interface Declaration {
  readonly name: string;
  readonly side: Side;
  readonly shape: Shape;
  readonly doc: string;
}

const INDENT = '  ';

/** The schemas of a file. Collects the schemas of endpoints, then prints each one after the schemas in it. */
export class SchemaFile {
  readonly #dialect: Dialect;
  readonly #options: SchemaFileOptions;
  readonly #types: TypeOfShape;
  readonly #converted: ConvertedShapes;
  /** The schemas of endpoints, by name. */
  readonly #own = new Map<string, Declaration>();
  readonly #roots: NamedShape[] = [];
  /** The schemas of the document that are needed, by name. */
  #needed = new Map<string, NamedShape>();
  readonly #circles = new Circles((name) => this.#usedBy(name));

  constructor(dialect: Dialect, options: SchemaFileOptions) {
    this.#dialect = dialect;
    this.#options = options;
    this.#converted = new ConvertedShapes(options);
    this.#types = new TypeOfShape(options, this.#converted);
  }

  /** Registers a schema of the document and returns its name. */
  use(shape: NamedShape): string {
    this.#roots.push(shape);
    return shape.name;
  }

  /** Declares a schema of an endpoint. */
  declare(name: string, shape: Shape, side: Side, doc = ''): void {
    this.#own.set(name, { name, side, shape, doc });
    this.#roots.push(...namesIn(shape));
  }

  /** Returns the type of the data that the server sends for a received schema. */
  wireTypeOf(name: string): string {
    return this.#dialect.input(name);
  }

  /** Returns all declarations: helpers, then the schemas, each after the schemas in it. */
  declarations(): string[] {
    this.#needed = this.#reached();
    const sorted = [...this.#needed.keys(), ...this.#own.keys()].sort();
    const printed = inOrderOfUse(sorted, (name) => this.#usedBy(name)).map((name) => this.#printed(name));
    return [...this.#dialect.helpers.declarations(), ...printed];
  }

  /** Returns the needed schemas by name. If both directions have one name, received wins. */
  #reached(): Map<string, NamedShape> {
    const seen = new Set<NamedShape>();
    const byName = new Map<string, NamedShape>();
    const waiting = [...this.#roots];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      if (next.side === 'received' || !byName.has(next.name)) byName.set(next.name, next);
      waiting.push(...namesIn(next.shape));
    }
    return byName;
  }

  #shapeOf(name: string): Shape | undefined {
    return this.#own.get(name)?.shape ?? this.#needed.get(name)?.shape;
  }

  #usedBy(name: string): string[] {
    const shape = this.#shapeOf(name);
    return shape ? namesIn(shape).map((each) => each.name) : [];
  }

  #isCircular(name: string): boolean {
    return this.#usedBy(name).some((used) => this.#circles.together(name, used));
  }

  #printed(name: string): string {
    const own = this.#own.get(name);
    const needed = this.#needed.get(name);
    const shape = own?.shape ?? needed?.shape;
    if (!shape) return '';
    const side = own?.side ?? needed?.side ?? 'received';
    const doc = own?.doc ?? this.#docOf(needed);
    const schema = this.#schema(shape, { name, side, indent: '' });
    const made = /^[\w$]+$/.test(schema) ? schema : `${PURE} (() => ${schema})()`;
    if (!this.#isCircular(name))
      return `${doc}export const ${name} = ${made};\nexport type ${name} = ${side === 'received' ? this.#dialect.output(name) : this.#dialect.input(name)};\n`;
    const type = this.#types.print(shape, side, '');
    const isConverting = needed !== undefined && this.#options.isOneSided(needed.subject);
    const only = side === 'received' ? ([name, 'unknown'] as const) : (['unknown', name] as const);
    const [output, input] = isConverting ? only : [name, name];
    return `${doc}export type ${name} = ${type};\nexport const ${name}: ${this.#dialect.annotation(output, input)} = ${made};\n`;
  }

  #docOf(needed: NamedShape | undefined): string {
    if (!needed || !this.#options.docs || needed.subject.part === 'base') return '';
    const description = (needed.subject.value as { readonly description?: unknown }).description;
    return typeof description === 'string' ? docComment([description]) : '';
  }

  #schema(shape: Shape, at: Position): string {
    const { side } = at;
    const print = (part: Shape): string => this.#schema(part, at);
    const dialect = this.#dialect;
    switch (shape.kind) {
      case 'any':
        return dialect.plain('unknown');
      case 'never':
      case 'null':
      case 'boolean':
        return dialect.plain(shape.kind);
      case 'absent':
        return dialect.plain('undefined');
      case 'bytes':
        return dialect.instance(['globalThis.Blob'], false);
      case 'instances':
        return dialect.instance(shape.types, shape.isChecked);
      case 'values':
        return this.#values(shape, side);
      case 'nullable':
        return dialect.nullable(print(shape.shape));
      case 'not':
        return dialect.excluding(dialect.plain('unknown'), print(shape.shape));
      case 'all':
        return this.#all(shape.parts, at);
      case 'text':
      case 'number': {
        const conversion = conversionOf(shape, this.#options);
        if (conversion) return dialect.helpers.use(`$${conversion.name}${side === 'sent' ? 'Input' : ''}`);
        if (shape.kind === 'text') return dialect.text(shape);
        if (shape.format === 'int64' && this.#options.int64 === 'string')
          return dialect.text({ kind: 'text' });
        return dialect.number(shape);
      }
      case 'list':
        return dialect.list(print(shape.items), shape);
      case 'tuple':
        return this.#tuple(shape, at);
      case 'object':
        return this.#object(shape, at);
      case 'union':
        return this.#union(shape, at);
      case 'named':
        return this.#circles.together(at.name, shape.name) ? dialect.lazy(shape.name) : shape.name;
    }
  }

  /** Whether a shape can contain a value that is converted. */
  #isConverting(shape: Shape): boolean {
    if (!convertsValues(this.#options)) return false;
    if (shape.kind === 'named') return this.#options.isOneSided(shape.subject);
    if (shape.kind === 'text' || shape.kind === 'number')
      return conversionOf(shape, this.#options) !== undefined;
    return partsOf(shape).some((part) => this.#isConverting(part));
  }

  #values(shape: ValuesShape, side: Side): string {
    const { values } = shape;
    if (isOpenEnum(shape, side, this.#options)) {
      const texts = values.filter((value) => typeof value === 'string').map(quoted);
      const known = this.#dialect.enumeration(texts);
      return texts.length < values.length ? this.#dialect.nullable(known) : known;
    }
    const isPlain = values.every((value) => value === null || typeof value !== 'object');
    return isPlain
      ? this.#dialect.literals(values.map(literal))
      : this.#dialect.equals(values, values.map(literalType).join(' | '));
  }

  #union(union: UnionShape, at: Position): string {
    const { isExclusive } = union;
    const isOpen = (values: ValuesShape): boolean => isOpenEnum(values, at.side, this.#options);
    const isTold = union.tag !== undefined || this.#isConverting(union);
    const members = inOrderOfLoss(isTold ? toldApart(union, isOpen) : union.members, this.#options);
    const print = (part: Shape): string => this.#schema(part, at);
    const isExact = isExclusive && this.#options.isStrict;
    const isFirst = (part: Shape): boolean => at.side === 'sent' && isConvertedValue(part, this.#options);
    // A value of one type in the program can fit several members, also if exactly one fits on the wire.
    const instances = members.filter(isFirst).map(print);
    const others = members.filter((part) => !isFirst(part)).map(print);
    if (instances.length === 0) return this.#dialect.union(others, isExact);
    // The objects of the libraries accept a Date too, and return an object without members.
    const rest = isExact && others.length > 1 ? [this.#dialect.union(others, true)] : others;
    return this.#dialect.union([...instances, ...rest], false);
  }

  #all(parts: readonly Shape[], at: Position): string {
    const dialect = this.#dialect;
    const included = parts.filter(({ kind }) => kind !== 'not');
    const joined = (included.length > 0 ? included : [ANY]).map((part) => this.#schema(part, at));
    const excluded = parts.flatMap((part) => (part.kind === 'not' ? [this.#schema(part.shape, at)] : []));
    const isConverting = parts.some((part) => this.#isConverting(part));
    const whole = isConverting
      ? joined.reduceRight((right, left) => dialect.all(left, right))
      : dialect.intersection(joined);
    return excluded.reduce((schema, each) => dialect.excluding(schema, each), whole);
  }

  #tuple(shape: TupleShape, at: Position): string {
    const first = shape.first.map((each) => this.#schema(each, at));
    const { min = 0 } = shape;
    const rest = shape.rest.kind === 'never' ? undefined : this.#schema(shape.rest, at);
    return this.#dialect.tuple({ required: first.slice(0, min), optional: first.slice(min), rest }, shape);
  }

  #object(shape: ObjectShape, at: Position): string {
    const { patterns, names } = shape;
    const object = patterns.length > 0 ? this.#withPatterns(shape, at) : this.#plainObject(shape, at);
    return names ? this.#named(object, shape, names, at) : object;
  }

  #named(object: string, { fields }: ObjectShape, names: Shape, at: Position): string {
    // Names are never converted, so that they have the format of received texts.
    const side = this.#isConverting(names) ? 'received' : at.side;
    const renamed = fields.flatMap(({ name }) => {
      const inProgram = memberName(name, this.#options);
      return inProgram === name ? [] : [quoted(inProgram)];
    });
    return this.#dialect.named(object, this.#schema(names, { ...at, side }), renamed);
  }

  #withPatterns(shape: ObjectShape, at: Position): string {
    const { fields, patterns } = shape;
    const others = this.#converted.leavesOthers(shape) ? ANY : shape.others;
    const dialect = this.#dialect;
    const isUnchecked = others === undefined || (others.kind === 'never' && !this.#options.isStrict);
    return dialect.members(this.#plainObject({ ...shape, others: undefined }, at), {
      known: `[${fields.map(({ name }) => quoted(memberName(name, this.#options))).join(', ')}]`,
      patterns: patterns.map(([pattern, each]) => [regularExpression(pattern) ?? '', this.#schema(each, at)]),
      others: isUnchecked ? undefined : this.#schema(others, at),
    });
  }

  #plainObject(shape: ObjectShape, at: Position): string {
    const { others } = shape;
    const rest = this.#others(others, at);
    // An open object keeps any member.
    const fields = shape.fields.filter(
      ({ isReadOnly, shape: { kind } }) => !isReadOnly || kind !== 'any' || rest.kind !== 'kept',
    );
    const isOpen = others === undefined || others.kind === 'never';
    if (fields.length === 0 && !(isOpen && others))
      return this.#dialect.record(others ? this.#schema(others, at) : this.#dialect.plain('unknown'), shape);
    const inside = { ...at, indent: `${at.indent}${INDENT}` };
    const [members, readOnly] = [false, true].map((is) =>
      fields
        .filter(({ isReadOnly = false }) => isReadOnly === is)
        .map((field) => this.#member(field, inside)),
    );
    return this.#dialect.object(
      { members: members ?? [], readOnly: readOnly ?? [], others: rest },
      shape,
      at.indent,
    );
  }

  #member(field: FieldShape, at: Position): PrintedMember {
    const { name, shape, isRequired, description, isDeprecated, isReadOnly } = field;
    const hasDoc = this.#options.docs && !isReadOnly;
    return {
      key: valueKey(memberName(name, this.#options)),
      schema: isReadOnly ? this.#lenient(shape, at) : this.#schema(shape, at),
      isOptional: !isRequired,
      doc: hasDoc ? docComment(description === undefined ? [] : [description], isDeprecated, at.indent) : '',
    };
  }

  /** Returns a schema that converts a value if it can, and accepts any value. */
  #lenient(shape: Shape, at: Position): string {
    const anything = this.#dialect.plain('unknown');
    return this.#isConverting(shape)
      ? this.#dialect.union([this.#schema(shape, at), anything], false)
      : anything;
  }

  #others(others: Shape | undefined, at: Position): Others {
    if (others?.kind === 'never' && this.#options.isStrict) return { kind: 'rejected' };
    if (others && others.kind !== 'never') return { kind: 'typed', schema: this.#schema(others, at) };
    return { kind: 'kept' };
  }
}

/** Where a schema is printed. */
interface Position {
  /** The declaration. */
  readonly name: string;
  readonly side: Side;
  readonly indent: string;
}
