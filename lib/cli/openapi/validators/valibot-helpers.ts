import { conversionHelpers } from './conversion-helpers.js';
import { EXCLUDED, INVALID_NAME } from './checks.js';
import { COMMON_HELPERS, type Helper } from './helpers.js';

/** Checks of dates. The expression of valibot accepts February 30. */
export const DATES: Readonly<Record<string, string>> = {
  'date-time': "v.check($isDateTime, 'Invalid date-time')",
  date: "v.isoDate(), v.check($isDate, 'Invalid date')",
};

const CONVERSIONS = conversionHelpers({
  wire: {
    dateTime: `v.string(), ${DATES['date-time']}`,
    date: `v.string(), ${DATES['date']}`,
    instant: `v.string(), ${DATES['date-time']}`,
    plainDate: `v.string(), ${DATES['date']}`,
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

const HAS_LENGTH = `/** Whether a text has so many characters. JSON Schema counts a surrogate pair as one. */
const $hasLength = (text: string, min: number, max = Infinity): boolean => {
  const length = text.length - (text.match(/[\\ud800-\\udbff][\\udc00-\\udfff]/g)?.length ?? 0);
  return length >= min && length <= max;
};
`;

const PLAIN = `/** Rejects arrays, which valibot reads as objects. */
const $plain = <T extends v.GenericSchema>(schema: T): T => {
  const run = schema['~run'];
  const reject = v.never('Invalid type: Expected Object but received Array');
  return globalThis.Object.assign(schema, {
    '~run'(this: T, ...[dataset, config]: Parameters<typeof run>) {
      return globalThis.Array.isArray(dataset.value) ? reject['~run'](dataset, config) : run.call(this, dataset, config);
    },
  });
};
`;

const OBJECT = `/** An object that keeps the members it doesn't name. */
const $object = <T extends v.ObjectEntries>(entries: T): v.ObjectSchema<T, undefined> => $plain(v.looseObject(entries)) as never;
`;

const READ_ONLY = `/** An object that also accepts members which a program only received. Its type doesn't have them. */
const $readOnly = <T extends v.GenericSchema & { readonly entries: v.ObjectEntries }>(object: T, members: v.ObjectEntries): T =>
  globalThis.Object.assign(object, { entries: { ...object.entries, ...members } });
`;

const REST = `/** An object whose other members fit a schema. Their type is unknown, because it also holds for the named members. */
const $rest = <T extends v.ObjectEntries>(entries: T, others: v.GenericSchema): v.ObjectWithRestSchema<T, v.UnknownSchema, undefined> =>
  $plain(v.objectWithRest(entries, others)) as never;
`;

const ENUM = `/** Known texts, and any other text. */
const $enum = <const T extends string>(..._known: T[]): v.GenericSchema<T | (string & {})> => v.string() as never;
`;

const ALL = `/** A value that fits both schemas. A part that one of them converts is converted. */
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

const XOR = `/** A value that fits exactly one of the schemas. */
const $xor = <const T extends v.UnionOptions>(options: T): v.UnionSchema<T, undefined> =>
  v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      const results = options.map((option) => v.safeParse(option, value));
      const fitting = results.filter(({ success }) => success);
      const [first] = fitting;
      if (first && fitting.length === 1) return first.output;
      if (first) addIssue({ message: \`Invalid input: fits \${fitting.length} schemas of which only one is allowed\` });
      else for (const { issues } of results) for (const issue of issues ?? []) addIssue(issue as never);
      return NEVER;
    }),
  ) as never;
`;

const TUPLE = `/** A list whose last items with their own schemas can be missing. */
const $tuple = <const F extends readonly v.GenericSchema[], const M extends readonly v.GenericSchema[], R extends v.GenericSchema>(
  first: F,
  more: M,
  rest: R,
): v.GenericSchema<
  [...{ [K in keyof F]: v.InferInput<F[K]> }, ...{ [K in keyof M]?: v.InferInput<M[K]> | undefined }, ...([v.InferInput<R>] extends [never] ? [] : v.InferInput<R>[])],
  [...{ [K in keyof F]: v.InferOutput<F[K]> }, ...{ [K in keyof M]?: v.InferOutput<M[K]> | undefined }, ...([v.InferOutput<R>] extends [never] ? [] : v.InferOutput<R>[])]
> =>
  v.lazy((value) => {
    const count = globalThis.Array.isArray(value) ? globalThis.Math.max(0, value.length - first.length) : 0;
    return v.tupleWithRest([...first, ...more.slice(0, count)], rest);
  }) as never;
`;

const MEMBERS = `/** An object whose members without a known name fit the schemas of the patterns that match, or the schema of the others. */
const $members = <T extends v.GenericSchema, const P extends readonly (readonly [RegExp, v.GenericSchema])[], O extends v.GenericSchema = never>(
  object: T,
  known: readonly string[],
  patterns: P,
  others?: O,
): v.GenericSchema<
  v.InferInput<T> & { [key: string]: string extends keyof v.InferInput<T> ? v.InferInput<P[number][1]> | v.InferInput<O> : unknown },
  v.InferOutput<T> & { [key: string]: string extends keyof v.InferOutput<T> ? v.InferOutput<P[number][1]> | v.InferOutput<O> : unknown }
> =>
  v.pipe(
    object,
    v.rawTransform(({ dataset: { value }, addIssue }) => {
      const entries = globalThis.Object.entries(value as object).map(([name, member]) => {
        if (known.includes(name)) return [name, member];
        const matching: v.GenericSchema[] = patterns.filter(([pattern]) => pattern.test(name)).map(([, schema]) => schema);
        if (matching.length === 0 && others) matching.push(others);
        const converted = matching.reduce<unknown>((left, schema) => {
          const { issues, output } = v.safeParse(schema, member);
          const place = { type: 'object', origin: 'value', input: value, key: name, value: member } as const;
          for (const issue of issues ?? []) addIssue({ ...issue, path: [place, ...(issue.path ?? [])] } as never);
          return issues ? left : $merge(member, left, output);
        }, member);
        return [name, converted];
      });
      return globalThis.Object.fromEntries(entries);
    }),
  ) as never;
`;

const NAMES = `/** The check that the names of an object fit a schema, except names that the document doesn't have. */
const $names = <T extends object>(names: v.GenericSchema, renamed: readonly string[] = []): v.CheckAction<T, string> =>
  v.check((value) => globalThis.Object.keys(value).every((name) => renamed.includes(name) || v.is(names, name)), '${INVALID_NAME}');
`;

const NOT = `/** The check that a value doesn't fit a schema. */
const $not = <T>(schema: v.GenericSchema): v.CheckAction<T, string> => v.check((value) => !v.is(schema, value), '${EXCLUDED}');
`;

const IS_MULTIPLE = `/** Whether a number is a multiple, apart from the error of decimal fractions. */
const $isMultiple = (value: number, of: number): boolean => {
  const times = value / of;
  return globalThis.Math.abs(times - globalThis.Math.round(times)) < 1e-9 * globalThis.Math.max(1, globalThis.Math.abs(times));
};
`;

/** The helpers of valibot. */
export const VALIBOT_HELPERS: Readonly<Record<string, Helper>> = {
  ...COMMON_HELPERS,
  ...CONVERSIONS,
  $hasLength: { text: HAS_LENGTH },
  $plain: { text: PLAIN },
  $object: { text: OBJECT, needs: ['$plain'] },
  $readOnly: { text: READ_ONLY },
  $rest: { text: REST, needs: ['$plain'] },
  $enum: { text: ENUM },
  $all: { text: ALL, needs: ['$merge'] },
  $xor: { text: XOR },
  $tuple: { text: TUPLE },
  $members: { text: MEMBERS, needs: ['$merge'] },
  $names: { text: NAMES },
  $not: { text: NOT },
  $isMultiple: { text: IS_MULTIPLE },
};
