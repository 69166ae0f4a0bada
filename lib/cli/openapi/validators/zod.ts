import { regularExpression } from '../print/regular-expression.js';
import { quoted } from '../print/typescript.js';
import type { ListShape, NumberShape, Range, TextShape } from '../shape/shape.js';
import { type SchemaTest, countCheck, equalTest, EXCLUDED, INVALID_NAME, uniqueCheck } from './checks.js';
import {
  type Dialect,
  memberArguments,
  memberLines,
  nameArguments,
  type Others,
  type PatternMembers,
  type PrintedItems,
  type PrintedObject,
} from './dialect.js';
import { Helpers } from './helpers.js';
import { DATE_TIME, zodHelpers } from './zod-helpers.js';

/** Schemas of formats. Other formats are any text. */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': DATE_TIME,
  date: 'z.iso.date()',
  duration: 'z.iso.duration()',
  email: 'z.email()',
  uuid: 'z.guid()',
  uri: 'z.url()',
  ipv4: 'z.ipv4()',
  ipv6: 'z.ipv6()',
  byte: 'z.base64()',
};

/** Schemas of zod 4: with methods in `zod`, with functions in `zod/mini`. */
export class Zod implements Dialect {
  readonly module: string;
  readonly alias = 'z';
  readonly helpers: Helpers;
  readonly #isMini: boolean;

  constructor(module: 'zod' | 'zod/mini') {
    this.module = module;
    this.#isMini = module === 'zod/mini';
    this.helpers = new Helpers(zodHelpers(this.#isMini));
  }

  plain(name: string): string {
    return `z.${name}()`;
  }

  instance(types: readonly string[], isChecked: boolean): string {
    if (!isChecked) return `z.custom<${types.join(' | ')}>()`;
    const tests = types.map((type) => `value instanceof ${type}`);
    return `z.custom<${types.join(' | ')}>((value) => ${tests.join(' || ')})`;
  }

  equals(values: readonly unknown[], type: string): string {
    return `z.custom<${type}>(${equalTest(values, this.helpers)})`;
  }

  literals(values: readonly string[]): string {
    return values.length === 1 ? `z.literal(${values[0] ?? ''})` : `z.literal([${values.join(', ')}])`;
  }

  enumeration(values: readonly string[]): string {
    return `${this.helpers.use('$enum')}(${values.join(', ')})`;
  }

  text({ min, max, pattern, format }: TextShape): string {
    if (format === 'date-time') this.helpers.use('$isDateTime');
    return this.#limited(FORMATS[format ?? ''] ?? 'z.string()', [
      ['min', 'minLength', min],
      ['max', 'maxLength', max],
      ['regex', 'regex', regularExpression(pattern)],
    ]);
  }

  number({ isInteger, min, max, above, below, multipleOf }: NumberShape): string {
    return this.#limited(isInteger ? integerOf(this.#isMini) : 'z.number()', [
      ['min', 'minimum', min],
      ['max', 'maximum', max],
      ['gt', 'gt', above],
      ['lt', 'lt', below],
      ['multipleOf', 'multipleOf', multipleOf],
    ]);
  }

  list(item: string, shape: Pick<ListShape, 'isUnique'> & Range): string {
    const { isUnique, min, max } = shape;
    const list = this.#limited(`z.array(${item})`, [
      ['min', 'minLength', min],
      ['max', 'maxLength', max],
    ]);
    return this.#checked(list, isUnique ? uniqueCheck(this.helpers) : undefined);
  }

  tuple(items: PrintedItems, { isUnique, min, max }: Pick<ListShape, 'isUnique'> & Range): string {
    const { required, optional, rest } = items;
    const first = [...required, ...optional.map((each) => this.optional(each))].join(', ');
    const limits = [
      ...(min === undefined || min <= required.length ? [] : [`z.minLength(${min})`]),
      ...(max === undefined || rest === undefined ? [] : [`z.maxLength(${max})`]),
    ];
    const tuple = `z.tuple([${first}]${rest === undefined ? '' : `, ${rest}`})`;
    const limited = limits.length > 0 ? `${tuple}.check(${limits.join(', ')})` : tuple;
    return this.#checked(limited, isUnique ? uniqueCheck(this.helpers) : undefined);
  }

  object({ members, readOnly, others }: PrintedObject, range: Range, indent: string): string {
    const lines = (of: PrintedObject['members']): string =>
      memberLines(of, indent, (schema) => this.optional(schema));
    const object = this.#object(lines(members), others);
    const whole =
      readOnly.length > 0 ? `${this.helpers.use('$readOnly')}(${object}, ${lines(readOnly)})` : object;
    return this.#checked(whole, countCheck(range));
  }

  #object(shape: string, others: Others): string {
    switch (others.kind) {
      case 'kept':
        return `${this.helpers.use('$object')}(${shape})`;
      case 'rejected':
        return `z.strictObject(${shape})`;
      case 'typed':
        return `${this.helpers.use('$rest')}(${shape}, ${others.schema})`;
    }
  }

  record(value: string, range: Range): string {
    return this.#checked(`z.record(z.string(), ${value})`, countCheck(range));
  }

  members(object: string, members: PatternMembers): string {
    return `${this.helpers.use('$members')}(${object}, ${memberArguments(members)})`;
  }

  named(object: string, names: string, renamed: readonly string[]): string {
    return this.#checked(object, {
      test: `${this.helpers.use('$names')}(${nameArguments(names, renamed)})`,
      message: INVALID_NAME,
    });
  }

  excluding(schema: string, excluded: string): string {
    return this.#checked(schema, { test: `${this.helpers.use('$not')}(${excluded})`, message: EXCLUDED });
  }

  nullable(schema: string): string {
    return `z.nullable(${schema})`;
  }

  optional(schema: string): string {
    return `z.optional(${schema})`;
  }

  union(schemas: readonly string[], isExclusive: boolean): string {
    return `z.${isExclusive ? 'xor' : 'union'}([${schemas.join(', ')}])`;
  }

  intersection(schemas: readonly string[]): string {
    return schemas.reduceRight((right, left) => `z.intersection(${left}, ${right})`);
  }

  lazy(name: string): string {
    return `z.lazy(() => ${name})`;
  }

  output(schema: string): string {
    return `z.output<typeof ${schema}>`;
  }

  input(schema: string): string {
    return `z.input<typeof ${schema}>`;
  }

  annotation(output: string, input: string): string {
    return `z.${this.#isMini ? 'ZodMiniType' : 'ZodType'}<${output}, ${input}>`;
  }

  all(left: string, right: string): string {
    return `${this.helpers.use('$all')}(${left}, ${right})`;
  }

  #checked(schema: string, check: SchemaTest | undefined): string {
    if (!check) return schema;
    const test = `${check.test}, ${quoted(check.message)}`;
    return this.#isMini ? `${schema}.check(z.refine(${test}))` : `${schema}.refine(${test})`;
  }

  /** Adds limits: a method of zod, or a check of zod-mini. */
  #limited(
    schema: string,
    limits: readonly (readonly [method: string, check: string, value: number | string | undefined])[],
  ): string {
    const said = limits.filter(([, , value]) => value !== undefined);
    if (said.length === 0) return schema;
    if (!this.#isMini)
      return schema + said.map(([method, , value]) => `.${method}(${String(value)})`).join('');
    return `${schema}.check(${said.map(([, check, value]) => `z.${check}(${String(value)})`).join(', ')})`;
  }
}

/** Any whole number is an integer, also if it isn't a safe integer. */
const integerOf = (isMini: boolean): string =>
  isMini ? 'z.number().check(z.multipleOf(1))' : 'z.number().multipleOf(1)';
