import type { ListShape, NumberShape, Range, TextShape } from '../shape/shape.js';
import {
  conversionHelpers,
  countTest,
  type Dialect,
  memberLines,
  MERGE,
  type Others,
  type PrintedMember,
  regularExpression,
  uniqueTest,
} from './dialect.js';

/** Schemas of formats. Other formats are any text. */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'z.iso.datetime({ offset: true })',
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
  readonly helpers: Readonly<Record<string, string>>;
  readonly #isMini: boolean;
  readonly #hasBigInts: boolean;

  constructor(module: 'zod' | 'zod/mini', hasBigInts: boolean) {
    this.module = module;
    this.#hasBigInts = hasBigInts;
    this.#isMini = module === 'zod/mini';
    const [object, type] = this.#isMini
      ? ['z.ZodMiniObject<T>', 'z.ZodMiniType']
      : ['z.ZodObject<T>', 'z.ZodType'];
    this.helpers = {
      $object: `/** An object that keeps the members it doesn't name. */\nconst $object = <T extends z.core.$ZodLooseShape>(shape: T): ${object} => z.looseObject(shape) as never;\n`,
      $enum: `/** Known texts, and any other text. */\nconst $enum = <const T extends string>(..._known: T[]): ${type}<T | (string & {}), T | (string & {})> => z.string() as never;\n`,
      $all: `${MERGE}/** A value that fits both schemas. A part that one of them converts is converted. */
const $all = <A extends ${type}, B extends ${type}>(left: A, right: B): z.${this.#isMini ? 'ZodMiniIntersection' : 'ZodIntersection'}<A, B> =>
  z.transform((value, context) => {
    const results = [left.safeParse(value), right.safeParse(value)] as const;
    for (const { error } of results) context.issues.push(...((error?.issues ?? []) as never[]));
    return $merge(value, results[0].data, results[1].data);
  }) as never;
`,
      ...CONVERSIONS,
    };
  }

  plain(name: string): string {
    return `z.${name}()`;
  }

  instance(types: readonly string[], isChecked: boolean): string {
    if (!isChecked) return `z.custom<${types.join(' | ')}>()`;
    const tests = types.map((type) => `value instanceof ${type}`);
    return `z.custom<${types.join(' | ')}>((value) => ${tests.join(' || ')})`;
  }

  literals(values: readonly string[]): string {
    return values.length === 1 ? `z.literal(${values[0] ?? ''})` : `z.literal([${values.join(', ')}])`;
  }

  enumeration(values: readonly string[]): string {
    return `$enum(${values.join(', ')})`;
  }

  text({ min, max, pattern, format }: TextShape): string {
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
    return this.#items(`z.array(${item})`, shape);
  }

  tuple(first: readonly string[], rest: string, shape: Pick<ListShape, 'isUnique'> & Range): string {
    return this.#items(`z.tuple([${first.join(', ')}], ${rest})`, { isUnique: shape.isUnique });
  }

  object(members: readonly PrintedMember[], others: Others, range: Range, indent: string): string {
    const shape = memberLines(members, indent, (schema) => this.optional(schema));
    const made = { kept: '$object', rejected: 'z.strictObject' };
    if (others.kind !== 'typed') return this.#counted(`${made[others.kind]}(${shape})`, range);
    const object = this.#isMini
      ? `z.catchall(z.object(${shape}), ${others.schema})`
      : `z.object(${shape}).catchall(${others.schema})`;
    return this.#counted(object, range);
  }

  record(value: string, range: Range): string {
    return this.#counted(`z.record(z.string(), ${value})`, range);
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

  #items(schema: string, { isUnique, min, max }: Pick<ListShape, 'isUnique'> & Range): string {
    const limited = this.#limited(schema, [
      ['min', 'minLength', min],
      ['max', 'maxLength', max],
    ]);
    return isUnique ? this.#refined(limited, uniqueTest(this.#hasBigInts)) : limited;
  }

  #counted(schema: string, range: Range): string {
    const test = countTest(range);
    return test === undefined ? schema : this.#refined(schema, test);
  }

  #refined(schema: string, test: string): string {
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

const DATE_TIME = 'z.iso.datetime({ offset: true })';

const CONVERSIONS = conversionHelpers({
  wire: {
    dateTime: DATE_TIME,
    date: 'z.iso.date()',
    instant: DATE_TIME,
    plainDate: 'z.iso.date()',
    int64: 'z.union([z.number().check(z.multipleOf(1)), z.bigint()])',
    int64Text: 'z.string().check(z.regex(/^-?\\d+$/))',
    bytes: 'z.base64()',
  },
  date: 'z.date()',
  bigint: 'z.bigint()',
  bytes: 'z.instanceof(globalThis.Uint8Array)',
  temporal: (type) => `z.custom<Temporal.${type}>((value) => value instanceof Temporal.${type})`,
  codec: ({ from, to, parameter, convert, revert }) => {
    const other = parameter === 'text' ? 'value' : 'text';
    return `z.codec(${from}, ${to}, { decode: (${parameter}) => ${convert}, encode: (${other}) => ${revert} })`;
  },
});
