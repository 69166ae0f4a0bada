import { Circles } from '../graph.js';
import { valueKey, PURE } from '../print/endpoint-config.js';
import type { Imports } from '../print/imports.js';
import { regularExpression } from '../print/regular-expression.js';
import { quoted } from '../print/typescript.js';
import { conversionOf, type ConversionOptions } from '../shape/conversions.js';
import { ConvertedShapes } from '../shape/converted-shapes.js';
import { memberName } from '../shape/member-names.js';
import { type RequiredMembers, requiredMembers, tellingMembers } from '../shape/required-members.js';
import { hasField, inOrderOfUse, namesIn, sameValue, shapesFrom } from '../shape/names-in.js';
import { hasOtherStrings, inOrderOfLoss, readsStrings } from '../shape/union-order.js';
import type { NamedShape, ObjectShape, Shape, UnionShape } from '../shape/shape.js';

/** A codec without conversions. */
const NOTHING = 'object({})';

/** Whether a part of a composition only has values, such as a discriminator's, of fields that another part has too. */
const isRepeated = (part: Shape, others: readonly Shape[]): boolean =>
  part.kind === 'object' &&
  !part.others &&
  part.patterns.length === 0 &&
  part.fields.every(
    ({ name, shape }) => shape.kind === 'values' && others.some((each) => hasField(each, name)),
  );

/** Returns the parts of a composition without the parts that only repeat fields. */
const distinctParts = (parts: readonly Shape[]): readonly Shape[] =>
  parts.reduce((kept, part) => {
    const others = kept.filter((each) => each !== part);
    return isRepeated(part, others) ? others : kept;
  }, parts);

/** Whether a shape is a union, also by its name. */
const isChoice = (start: Shape): boolean =>
  [...shapesFrom(start, (shape) => (shape.kind === 'all' ? [] : sameValue(shape)))].at(-1)?.kind === 'union';

/** Sorts parts: a union selects a codec by names of members, which the other parts can change. */
const choicesFirst = (parts: readonly Shape[]): readonly Shape[] => [
  ...parts.filter(isChoice),
  ...parts.filter((part) => !isChoice(part)),
];

/** Prints the members that every object of a shape has, by their values. */
const printMembers = (required: RequiredMembers): string => {
  const entries = [...required].map(
    ([name, values]) => `${valueKey(name)}: [${values.map(printScalar).join(', ')}]`,
  );
  return entries.length > 0 ? `{ ${entries.sort().join(', ')} }` : '{}';
};

const printScalar = (value: unknown): string => (typeof value === 'string' ? quoted(value) : String(value));

/** The codecs of a file, from homing/codec. Only shapes with a conversion have one. */
export class CodecFile {
  readonly #options: ConversionOptions;
  readonly #imports: Imports;
  readonly #isTaken: (name: string) => boolean;
  readonly #needed = new Map<string, NamedShape>();
  readonly #converted: ConvertedShapes;
  readonly #circles = new Circles((name) => this.#usedBy(name));

  /** @param isTaken Whether the file has another value with this name. Default: it has none. */
  constructor(
    options: ConversionOptions,
    imports: Imports,
    isTaken: (name: string) => boolean = () => false,
  ) {
    this.#options = options;
    this.#isTaken = isTaken;
    this.#imports = imports;
    this.#converted = new ConvertedShapes(options);
  }

  /** Returns the codec of a shape; undefined if nothing in it is converted. */
  codec(shape: Shape): string | undefined {
    for (const named of namesIn(shape)) this.#need(named);
    return this.#print(shape, undefined);
  }

  /** Returns the declarations of named codecs, sorted so that each follows the codecs in its own table. */
  declarations(): string[] {
    const names = [...this.#needed.keys()].sort();
    return inOrderOfUse(names, (name) => this.#usedBy(name)).map((name) => {
      const shape = this.#needed.get(name)?.shape;
      const codec = (shape && this.#print(shape, name)) ?? NOTHING;
      const isCircular = this.#usedBy(name).some((used) => this.#circles.together(name, used));
      if (isCircular) this.#imports.add('homing/codec', 'type Codec as HomingCodec');
      return `const ${this.#nameOf(name)}${isCircular ? ': HomingCodec' : ''} = ${PURE} (() => ${codec})();\n`;
    });
  }

  #nameOf(type: string): string {
    const name = `${type}Codec`;
    // A name of the document has no `_` there.
    return this.#isTaken(name) ? `${type}_Codec` : name;
  }

  #need(start: NamedShape): void {
    const waiting = [start];
    for (let named = waiting.pop(); named; named = waiting.pop()) {
      if (this.#needed.has(named.name) || !this.#converted.has(named)) continue;
      this.#needed.set(named.name, named);
      waiting.push(...namesIn(named.shape));
    }
  }

  #usedBy(name: string): string[] {
    const shape = this.#needed.get(name)?.shape;
    const names = shape ? namesIn(shape).map((each) => each.name) : [];
    return names.filter((each) => this.#needed.has(each));
  }

  #call(name: string, ...values: readonly string[]): string {
    this.#imports.add('homing/codec', name);
    return `${name}(${values.join(', ')})`;
  }

  /** @param owner The declaration that contains the shape. */
  #print(shape: Shape, owner: string | undefined): string | undefined {
    const print = (part: Shape): string | undefined => this.#print(part, owner);
    switch (shape.kind) {
      case 'text':
      case 'number': {
        const conversion = conversionOf(shape, this.#options);
        if (conversion) this.#imports.add('homing/codec', conversion.name);
        return conversion?.name;
      }
      case 'nullable':
        return print(shape.shape);
      case 'list': {
        const item = print(shape.items);
        return item && this.#call('list', item);
      }
      case 'tuple': {
        const rest = print(shape.rest);
        const items = shape.first.map(print);
        if (!rest && items.every((item) => item === undefined)) return undefined;
        return this.#call(
          'tuple',
          `[${items.map((item) => this.#orNothing(item)).join(', ')}]`,
          ...(rest ? [rest] : []),
        );
      }
      case 'all': {
        const parts = choicesFirst(distinctParts(shape.parts))
          .map(print)
          .filter((part) => part !== undefined);
        // A value must not be converted twice by the same codec.
        const different = [...new Set(parts)];
        return different.length > 1 ? this.#call('allOf', ...different) : different[0];
      }
      case 'object':
        return this.#object(shape, print);
      case 'union':
        return this.#union(shape, print);
      case 'named': {
        if (!this.#converted.has(shape)) return undefined;
        const isInCircle = owner !== undefined && this.#circles.together(owner, shape.name);
        const codec = this.#nameOf(shape.name);
        return isInCircle ? this.#call('lazy', `() => ${codec}`) : codec;
      }
      default:
        return undefined;
    }
  }

  #object(shape: ObjectShape, print: (shape: Shape) => string | undefined): string | undefined {
    const { fields } = shape;
    const members = fields.flatMap(({ name, shape }) => {
      const codec = print(shape);
      const inProgram = memberName(name, this.#options);
      if (inProgram !== name)
        return [`${valueKey(name)}: ${this.#call('as', quoted(inProgram), ...(codec ? [codec] : []))}`];
      return codec === undefined ? [] : [`${valueKey(name)}: ${codec}`];
    });
    const rest = this.#rest(shape, print);
    if (members.length === 0) {
      if (!rest) return undefined;
      // The named fields have another type than the others.
      if (fields.length === 0) return this.#call('record', rest);
    }
    const known = rest
      ? fields
          .filter(({ name, shape }) => print(shape) === undefined && memberName(name, this.#options) === name)
          .map(({ name }) => `${valueKey(name)}: ${this.#orNothing(undefined)}`)
      : [];
    const table = [...members, ...known];
    return this.#call('object', `{ ${table.join(', ')} }`, ...(rest ? [rest] : []));
  }

  /** Prints the codec of the members without a name. */
  #rest({ patterns, others }: ObjectShape, print: (shape: Shape) => string | undefined): string | undefined {
    const rest = others && print(others);
    const codecs = patterns.map(([pattern, shape]) => [pattern, print(shape)] as const);
    // A member that matches a pattern isn't one of the others.
    if (codecs.length === 0 || (!rest && codecs.every(([, codec]) => codec === undefined))) return rest;
    const rules = codecs.map(
      ([pattern, codec]) => `[${regularExpression(pattern) ?? ''}, ${this.#orNothing(codec)}]`,
    );
    return this.#call('byName', `[${rules.join(', ')}]`, ...(rest ? [rest] : []));
  }

  #union({ members, tag }: UnionShape, print: (shape: Shape) => string | undefined): string | undefined {
    const known = members.flatMap((member, index) => (member.kind === 'null' ? [] : [{ member, index }]));
    const codecs = known.map(({ member }) => print(member));
    if (codecs.every((codec) => codec === undefined)) return undefined;
    const [only, ...more] = codecs;
    if (more.length === 0) return only;
    const values = known.map(({ index }) => tag?.values[index] ?? []);
    if (!tag || values.some(({ length }) => length === 0))
      return this.#anyOf(
        known.map(({ member }) => member),
        print,
      );
    const other = codecs[known.findIndex(({ index }) => index === tag.other)];
    const field = memberName(tag.field, this.#options);
    const name = field === tag.field && other === undefined ? [] : [quoted(field)];
    const table = this.#table(codecs, values, other);
    return this.#call('tagged', quoted(tag.field), table, ...name, ...(other === undefined ? [] : [other]));
  }

  #anyOf(members: readonly Shape[], print: (shape: Shape) => string | undefined): string {
    const isGuarded = hasOtherStrings(members, this.#options);
    const found = new Map(members.map((member) => [member, requiredMembers(member)]));
    const all = [...found.values()].filter((each) => each !== undefined);
    const required = new Map(
      [...found].map(([member, each]) => [member, each && printMembers(tellingMembers(each, all))]),
    );
    // Equal members tell no objects apart.
    const isTold = new Set([...required.values()].filter((each) => each !== undefined)).size > 1;
    const codecs = inOrderOfLoss(members, this.#options).map((member) => {
      const codec = this.#orNothing(print(member));
      const told = required.get(member);
      if (isTold && told !== undefined && told !== '{}') return this.#call('withMembers', told, codec);
      return isGuarded && readsStrings(member, this.#options) ? this.#call('exceptStrings', codec) : codec;
    });
    const [only = NOTHING, ...more] = new Set(codecs);
    return more.length === 0 ? only : this.#call('anyOf', only, ...more);
  }

  /** Prints the codecs of a union by their values, without the values that `other` converts too. */
  #table(
    codecs: readonly (string | undefined)[],
    values: readonly (readonly string[])[],
    other: string | undefined,
  ): string {
    const byValue = new Map<string, Set<string | undefined>>();
    for (const [index, codec] of codecs.entries())
      for (const value of values[index] ?? [])
        byValue.set(value, (byValue.get(value) ?? new Set()).add(codec));
    const entries = [...byValue].flatMap(([value, found]) => {
      const [only, ...more] = found;
      if (more.length === 0 && only === other) return [];
      const all = [only, ...more].map((codec) => this.#orNothing(codec));
      return [`${valueKey(value)}: ${more.length > 0 ? this.#call('anyOf', ...all) : all.join()}`];
    });
    return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}';
  }

  #orNothing(codec: string | undefined): string {
    if (codec === undefined) this.#imports.add('homing/codec', 'object');
    return codec ?? NOTHING;
  }
}
