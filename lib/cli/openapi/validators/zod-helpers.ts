import { conversionHelpers } from './conversion-helpers.js';
import { COMMON_HELPERS, type Helper } from './helpers.js';

/** Names of the types of zod, which differ in zod-mini. */
interface ZodTypes {
  readonly type: string;
  readonly object: string;
  readonly intersection: string;
}

const CLASSIC: ZodTypes = { type: 'z.ZodType', object: 'z.ZodObject', intersection: 'z.ZodIntersection' };
const MINI: ZodTypes = {
  type: 'z.ZodMiniType',
  object: 'z.ZodMiniObject',
  intersection: 'z.ZodMiniIntersection',
};

/** How date-times look on the wire. */
export const DATE_TIME = "z.string().check(z.refine($isDateTime, 'Invalid date-time'))";

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

const object = ({ object: ofObject }: ZodTypes): string =>
  `/** An object that keeps the members it doesn't name. */
const $object = <T extends z.core.$ZodLooseShape>(shape: T): ${ofObject}<T> => z.looseObject(shape) as never;
`;

const readOnly = ({ object: ofObject }: ZodTypes): string =>
  `/** An object that also accepts members which a program only received. Its type doesn't have them. */
const $readOnly = <T extends ${ofObject}<any, any>>(object: T, members: z.core.$ZodLooseShape): T =>
  ${ofObject === CLASSIC.object ? 'object.extend(members)' : 'z.extend(object, members)'} as never;
`;

const rest = ({ object: ofObject, type }: ZodTypes): string =>
  `/** An object whose other members fit a schema. Their type is unknown, because it also holds for the named members. */
const $rest = <T extends z.core.$ZodLooseShape>(shape: T, others: ${type}): ${ofObject}<T, z.core.$catchall<z.core.$ZodUnknown>> =>
  ${ofObject === CLASSIC.object ? 'z.object(shape).catchall(others)' : 'z.catchall(z.object(shape), others)'} as never;
`;

const enumeration = ({ type }: ZodTypes): string =>
  `/** Known texts, and any other text. */
const $enum = <const T extends string>(..._known: T[]): ${type}<T | (string & {}), T | (string & {})> => z.string() as never;
`;

const all = ({ type, intersection }: ZodTypes): string =>
  `/** A value that fits both schemas. A part that one of them converts is converted. */
const $all = <A extends ${type}, B extends ${type}>(left: A, right: B): ${intersection}<A, B> =>
  z.transform((value, context) => {
    const results = [left.safeParse(value), right.safeParse(value)] as const;
    for (const { error } of results) context.issues.push(...((error?.issues ?? []) as never[]));
    return $merge(value, results[0].data, results[1].data);
  }) as never;
`;

const members = ({ type }: ZodTypes): string =>
  `/** An object whose members without a known name fit the schemas of the patterns that match, or the schema of the others. */
const $members = <T extends ${type}, const P extends readonly (readonly [RegExp, ${type}])[], O extends ${type} = never>(
  object: T,
  known: readonly string[],
  patterns: P,
  others?: O,
): ${type}<
  z.output<T> & { [key: string]: string extends keyof z.output<T> ? z.output<P[number][1]> | z.output<O> : unknown },
  z.input<T> & { [key: string]: string extends keyof z.input<T> ? z.input<P[number][1]> | z.input<O> : unknown }
> =>
  z.transform((value, context) => {
    const whole = object.safeParse(value);
    context.issues.push(...((whole.error?.issues ?? []) as never[]));
    if (!whole.success) return value;
    const entries = globalThis.Object.entries(whole.data as object).map(([name, member]) => {
      if (known.includes(name)) return [name, member];
      const matching: ${type}[] = patterns.filter(([pattern]) => pattern.test(name)).map(([, schema]) => schema);
      if (matching.length === 0 && others) matching.push(others);
      const converted = matching.reduce<unknown>((left, schema) => {
        const { data, error } = schema.safeParse(member);
        for (const issue of error?.issues ?? []) context.issues.push({ ...issue, path: [name, ...issue.path] } as never);
        return error ? left : $merge(member, left, data);
      }, member);
      return [name, converted];
    });
    return globalThis.Object.fromEntries(entries);
  }) as never;
`;

const names = ({ type }: ZodTypes): string =>
  `/** The test that the names of an object fit a schema, except names that the document doesn't have. */
const $names = (names: ${type}, renamed: readonly string[] = []) => (value: object): boolean =>
  globalThis.Object.keys(value).every((name) => renamed.includes(name) || names.safeParse(name).success);
`;

const not = ({ type }: ZodTypes): string =>
  `/** The test that a value doesn't fit a schema. */
const $not = (schema: ${type}) => (value: unknown): boolean => !schema.safeParse(value).success;
`;

/** Returns the helpers of zod, or of zod-mini. */
export const zodHelpers = (isMini: boolean): Readonly<Record<string, Helper>> => {
  const types = isMini ? MINI : CLASSIC;
  return {
    ...COMMON_HELPERS,
    ...CONVERSIONS,
    $object: { text: object(types) },
    $readOnly: { text: readOnly(types) },
    $rest: { text: rest(types) },
    $enum: { text: enumeration(types) },
    $all: { text: all(types), needs: ['$merge'] },
    $members: { text: members(types), needs: ['$merge'] },
    $names: { text: names(types) },
    $not: { text: not(types) },
  };
};
