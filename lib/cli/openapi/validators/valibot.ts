import { regularExpression } from '../print/regular-expression.js';
import { quoted } from '../print/typescript.js';
import type { ListShape, NumberShape, Range, TextShape } from '../shape/shape.js';
import { type SchemaTest, countCheck, equalTest, lengthLimits, uniqueCheck } from './checks.js';
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
import { DATES, VALIBOT_HELPERS } from './valibot-helpers.js';

/** Checks of formats. Other formats are any text. `v.email()` rejects apostrophes, and `v.rfcEmail()` accepts hosts without a dot. */
const FORMATS: Readonly<Record<string, string>> = {
  email: 'v.rfcEmail(), v.regex(/\\.[^.@]{2,}$/)',
  uuid: 'v.uuid()',
  uri: 'v.url()',
  ipv4: 'v.ipv4()',
  ipv6: 'v.ipv6()',
  byte: 'v.base64()',
};

/** Schemas of valibot 1. */
export class Valibot implements Dialect {
  readonly module = 'valibot';
  readonly alias = 'v';
  readonly helpers = new Helpers(VALIBOT_HELPERS);

  plain(name: string): string {
    return `v.${name}()`;
  }

  instance(types: readonly string[], isChecked: boolean): string {
    const tests = isChecked ? types.map((type) => `value instanceof ${type}`) : ['true'];
    return `v.custom<${types.join(' | ')}>((${isChecked ? 'value' : ''}) => ${tests.join(' || ')})`;
  }

  equals(values: readonly unknown[], type: string): string {
    return `v.custom<${type}>(${equalTest(values, this.helpers)})`;
  }

  literals(values: readonly string[]): string {
    const [only, ...more] = values;
    if (more.length === 0) return literal(only ?? '');
    const isPicked = values.every((value) => /^['"\d-]/.test(value));
    return isPicked ? `v.picklist([${values.join(', ')}])` : this.union(values.map(literal), false);
  }

  enumeration(values: readonly string[]): string {
    return `${this.helpers.use('$enum')}(${values.join(', ')})`;
  }

  text({ min, max, pattern, format }: TextShape): string {
    const { units, check } = lengthLimits({ min, max }, this.helpers);
    return piped('v.string()', [
      this.#format(format ?? ''),
      action('minLength', units.min),
      action('maxLength', units.max),
      action('regex', regularExpression(pattern)),
      checkOf(check),
    ]);
  }

  #format(format: string): string | undefined {
    const text = DATES[format];
    if (text === undefined) return FORMATS[format];
    this.helpers.use(format === 'date' ? '$isDate' : '$isDateTime');
    return text;
  }

  number({ isInteger, min, max, above, below, multipleOf }: NumberShape): string {
    const isFraction = multipleOf !== undefined && !Number.isInteger(multipleOf);
    return piped('v.number()', [
      isInteger ? 'v.integer()' : undefined,
      action('minValue', min),
      action('maxValue', max),
      action('gtValue', above),
      action('ltValue', below),
      isFraction ? this.#multiple(multipleOf) : action('multipleOf', multipleOf),
    ]);
  }

  #multiple(of: number): string | undefined {
    const test = `(value) => ${this.helpers.use('$isMultiple')}(value, ${of})`;
    return checkOf({ test, message: `Invalid multiple: expected a multiple of ${of}` });
  }

  list(item: string, { isUnique, min, max }: Pick<ListShape, 'isUnique'> & Range): string {
    return piped(`v.array(${item})`, [
      action('minLength', min),
      action('maxLength', max),
      isUnique ? checkOf(uniqueCheck(this.helpers)) : undefined,
    ]);
  }

  tuple(items: PrintedItems, { isUnique, min, max }: Pick<ListShape, 'isUnique'> & Range): string {
    const { required, rest } = items;
    return piped(this.#tuple(items), [
      action('minLength', min !== undefined && min > required.length ? min : undefined),
      action('maxLength', rest === undefined ? undefined : max),
      isUnique ? checkOf(uniqueCheck(this.helpers)) : undefined,
    ]);
  }

  #tuple({ required, optional, rest }: PrintedItems): string {
    const first = `[${required.join(', ')}]`;
    if (optional.length > 0)
      return `${this.helpers.use('$tuple')}(${first}, [${optional.join(', ')}], ${rest ?? 'v.never()'})`;
    return rest === undefined ? `v.strictTuple(${first})` : `v.tupleWithRest(${first}, ${rest})`;
  }

  object({ members, readOnly, others }: PrintedObject, range: Range, indent: string): string {
    const lines = (of: PrintedObject['members']): string =>
      memberLines(of, indent, (schema) => this.optional(schema));
    const object = this.#object(lines(members), others);
    const whole =
      readOnly.length > 0 ? `${this.helpers.use('$readOnly')}(${object}, ${lines(readOnly)})` : object;
    return piped(whole, [checkOf(countCheck(range))]);
  }

  #object(entries: string, others: Others): string {
    switch (others.kind) {
      case 'kept':
        return `${this.helpers.use('$object')}(${entries})`;
      case 'rejected':
        return `${this.helpers.use('$plain')}(v.strictObject(${entries}))`;
      case 'typed':
        return `${this.helpers.use('$rest')}(${entries}, ${others.schema})`;
    }
  }

  record(value: string, range: Range): string {
    const record = `${this.helpers.use('$plain')}(v.record(v.string(), ${value}))`;
    return piped(record, [checkOf(countCheck(range))]);
  }

  members(object: string, members: PatternMembers): string {
    return `${this.helpers.use('$members')}(${object}, ${memberArguments(members)})`;
  }

  named(object: string, names: string, renamed: readonly string[]): string {
    return piped(object, [`${this.helpers.use('$names')}(${nameArguments(names, renamed)})`]);
  }

  excluding(schema: string, excluded: string): string {
    return piped(schema, [`${this.helpers.use('$not')}(${excluded})`]);
  }

  nullable(schema: string): string {
    return `v.nullable(${schema})`;
  }

  optional(schema: string): string {
    return `v.optional(${schema})`;
  }

  union(schemas: readonly string[], isExclusive: boolean): string {
    return `${isExclusive ? this.helpers.use('$xor') : 'v.union'}([${schemas.join(', ')}])`;
  }

  intersection(schemas: readonly string[]): string {
    const [only = '', ...more] = schemas;
    return more.length === 0 ? only : `v.intersect([${schemas.join(', ')}])`;
  }

  all(left: string, right: string): string {
    return `${this.helpers.use('$all')}(${left}, ${right})`;
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

const checkOf = (check: SchemaTest | undefined): string | undefined =>
  check && `v.check(${check.test}, ${quoted(check.message)})`;
