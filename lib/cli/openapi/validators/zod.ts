import { quoted } from '../print/typescript.js';
import type { ListShape, NumberShape, Range, TextShape } from '../shape/shape.js';
import {
  BYTES,
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
      ...codecs(),
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
    const expression = pattern === undefined ? undefined : regularExpression(pattern, quoted);
    return this.#limited(FORMATS[format ?? ''] ?? 'z.string()', [
      ['min', 'minLength', min],
      ['max', 'maxLength', max],
      ['regex', 'regex', expression],
    ]);
  }

  number({ isInteger, min, max, above, below, multipleOf }: NumberShape): string {
    return this.#limited(isInteger ? INTEGER(this.#isMini) : 'z.number()', [
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

/** JSON Schema's integers include those that a number can't represent exactly. */
const INTEGER = (isMini: boolean): string =>
  isMini ? 'z.number().check(z.multipleOf(1))' : 'z.number().multipleOf(1)';

/** The conversions, by the name of the helper. */
const codecs = (): Record<string, string> => {
  const both = (name: string, wire: string, program: string, decode: string, encode: string) => ({
    [`$${name}`]: `const $${name} = /* @__PURE__ */ (() => z.codec(${wire}, ${program}, { decode: (text) => ${decode}, encode: (value) => ${encode} }))();\n`,
    [`$${name}Input`]: `const $${name}Input = /* @__PURE__ */ (() => z.codec(${program}, ${wire}, { decode: (value) => ${encode}, encode: (text) => ${decode} }))();\n`,
  });
  const temporal = (name: string): string =>
    `z.custom<Temporal.${name}>((value) => value instanceof Temporal.${name})`;
  const dateTime = 'z.iso.datetime({ offset: true })';
  return {
    ...both('dateTime', dateTime, 'z.date()', 'new globalThis.Date(text)', 'value.toISOString()'),
    ...both(
      'date',
      'z.iso.date()',
      'z.date()',
      'new globalThis.Date(text)',
      'value.toISOString().slice(0, 10)',
    ),
    ...both('instant', dateTime, temporal('Instant'), 'Temporal.Instant.from(text)', 'value.toString()'),
    ...both(
      'int64',
      'z.union([z.number().check(z.multipleOf(1)), z.bigint()])',
      'z.bigint()',
      'globalThis.BigInt(text)',
      'value',
    ),
    ...both(
      'int64Text',
      'z.string().check(z.regex(/^-?\\d+$/))',
      'z.bigint()',
      'globalThis.BigInt(text)',
      'globalThis.String(value)',
    ),
    ...both('bytes', 'z.base64()', 'z.instanceof(globalThis.Uint8Array)', BYTES.decode, BYTES.encode),
    ...both(
      'plainDate',
      'z.iso.date()',
      temporal('PlainDate'),
      'Temporal.PlainDate.from(text)',
      'value.toString()',
    ),
  };
};
