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

/** Checks of formats. Other formats are any text. */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'v.isoTimestamp()',
  date: 'v.isoDate()',
  email: 'v.email()',
  uuid: 'v.uuid()',
  uri: 'v.url()',
  ipv4: 'v.ipv4()',
  ipv6: 'v.ipv6()',
  byte: 'v.base64()',
};

const OBJECT = `/** An object that keeps the members it doesn't name. */
const $object = <T extends v.ObjectEntries>(entries: T): v.ObjectSchema<T, undefined> => v.looseObject(entries) as never;
`;

const ENUM = `/** Known texts, and any other text. */
const $enum = <const T extends string>(..._known: T[]): v.GenericSchema<T | (string & {})> => v.string() as never;
`;

const ALL = `${MERGE}/** A value that fits both schemas. A part that one of them converts is converted. */
const $all = <A extends v.GenericSchema, B extends v.GenericSchema>(left: A, right: B): v.IntersectSchema<[A, B], undefined> =>
  v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset: { value }, addIssue }) => {
      const results = [v.safeParse(left, value), v.safeParse(right, value)] as const;
      for (const { issues } of results) for (const issue of issues ?? []) addIssue(issue as never);
      return $merge(value, results[0].output, results[1].output);
    }),
  ) as never;
`;

/** Schemas of valibot 1. */
export class Valibot implements Dialect {
  readonly module = 'valibot';
  readonly alias = 'v';
  readonly helpers: Readonly<Record<string, string>> = {
    $object: OBJECT,
    $enum: ENUM,
    $all: ALL,
    ...CONVERSIONS,
  };
  readonly #hasBigInts: boolean;

  constructor(hasBigInts: boolean) {
    this.#hasBigInts = hasBigInts;
  }

  plain(name: string): string {
    return `v.${name}()`;
  }

  instance(types: readonly string[], isChecked: boolean): string {
    const tests = isChecked ? types.map((type) => `value instanceof ${type}`) : ['true'];
    return `v.custom<${types.join(' | ')}>((${isChecked ? 'value' : ''}) => ${tests.join(' || ')})`;
  }

  literals(values: readonly string[]): string {
    const [only, ...more] = values;
    if (more.length === 0) return literal(only ?? '');
    const isPicked = values.every((value) => /^['"\d-]/.test(value));
    return isPicked ? `v.picklist([${values.join(', ')}])` : this.union(values.map(literal));
  }

  enumeration(values: readonly string[]): string {
    return `$enum(${values.join(', ')})`;
  }

  text({ min, max, pattern, format }: TextShape): string {
    return piped('v.string()', [
      FORMATS[format ?? ''],
      action('minLength', min),
      action('maxLength', max),
      action('regex', regularExpression(pattern)),
    ]);
  }

  number({ isInteger, min, max, above, below, multipleOf }: NumberShape): string {
    return piped('v.number()', [
      isInteger ? 'v.integer()' : undefined,
      action('minValue', min),
      action('maxValue', max),
      action('gtValue', above),
      action('ltValue', below),
      action('multipleOf', multipleOf),
    ]);
  }

  list(item: string, { isUnique, min, max }: Pick<ListShape, 'isUnique'> & Range): string {
    return piped(`v.array(${item})`, [
      action('minLength', min),
      action('maxLength', max),
      isUnique ? `v.check(${uniqueTest(this.#hasBigInts)})` : undefined,
    ]);
  }

  tuple(first: readonly string[], rest: string, { isUnique }: Pick<ListShape, 'isUnique'>): string {
    return piped(`v.tupleWithRest([${first.join(', ')}], ${rest})`, [
      isUnique ? `v.check(${uniqueTest(this.#hasBigInts)})` : undefined,
    ]);
  }

  object(members: readonly PrintedMember[], others: Others, range: Range, indent: string): string {
    const entries = memberLines(members, indent, (schema) => this.optional(schema));
    const made = { kept: '$object', rejected: 'v.strictObject' };
    return counted(
      others.kind === 'typed'
        ? `v.objectWithRest(${entries}, ${others.schema})`
        : `${made[others.kind]}(${entries})`,
      range,
    );
  }

  record(value: string, range: Range): string {
    return counted(`v.record(v.string(), ${value})`, range);
  }

  nullable(schema: string): string {
    return `v.nullable(${schema})`;
  }

  optional(schema: string): string {
    return `v.optional(${schema})`;
  }

  union(schemas: readonly string[]): string {
    return `v.union([${schemas.join(', ')}])`;
  }

  intersection(schemas: readonly string[]): string {
    return `v.intersect([${schemas.join(', ')}])`;
  }

  lazy(name: string): string {
    return `v.lazy(() => ${name})`;
  }

  output(schema: string): string {
    return `v.InferOutput<typeof ${schema}>`;
  }

  input(schema: string): string {
    return `v.InferInput<typeof ${schema}>`;
  }

  annotation(output: string, input: string): string {
    return `v.GenericSchema<${input}, ${output}>`;
  }
}

const literal = (value: string): string => (value === 'null' ? 'v.null()' : `v.literal(${value})`);

const action = (name: string, value: number | string | undefined): string | undefined =>
  value === undefined ? undefined : `v.${name}(${value})`;

const piped = (schema: string, actions: readonly (string | undefined)[]): string => {
  const said = actions.filter((each) => each !== undefined);
  return said.length === 0 ? schema : `v.pipe(${[schema, ...said].join(', ')})`;
};

const counted = (schema: string, range: Range): string => {
  const test = countTest(range);
  return test === undefined ? schema : `v.pipe(${schema}, v.check(${test}))`;
};

const CONVERSIONS = conversionHelpers({
  wire: {
    dateTime: 'v.string(), v.isoTimestamp()',
    date: 'v.string(), v.isoDate()',
    instant: 'v.string(), v.isoTimestamp()',
    plainDate: 'v.string(), v.isoDate()',
    int64: 'v.union([v.pipe(v.number(), v.integer()), v.bigint()])',
    int64Text: 'v.string(), v.regex(/^-?\\d+$/)',
    bytes: 'v.string(), v.base64()',
  },
  date: 'v.date()',
  bigint: 'v.bigint()',
  bytes: 'v.instance(globalThis.Uint8Array)',
  temporal: (type) => `v.custom<Temporal.${type}>((value) => value instanceof Temporal.${type})`,
  codec: ({ from, parameter, convert }) => `v.pipe(${from}, v.transform((${parameter}) => ${convert}))`,
});
