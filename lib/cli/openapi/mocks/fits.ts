import { isObject, own } from '../document/json-document.js';
import { matchesPattern } from '../shape/pattern.js';
import type { NumberShape, ObjectShape, Range, Shape, UnionShape } from '../shape/shape.js';
import { isText } from './text-values.js';

/** A value that JSON can't express: an expression of the mocks file. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const isWithin = (count: number, { min = 0, max = Infinity }: Range): boolean => count >= min && count <= max;

/** Whether a number is a multiple, apart from the error of decimal fractions. */
const isMultiple = (value: number, of: number): boolean => {
  const times = value / of;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
};

/** Whether a number fits. */
export function isNumber(value: number, shape: NumberShape): boolean {
  const { isInteger, min = -Infinity, max = Infinity, above, below, multipleOf } = shape;
  if (!Number.isFinite(value) || (isInteger && !Number.isInteger(value))) return false;
  if (value < min || value > max) return false;
  if ((above !== undefined && value <= above) || (below !== undefined && value >= below)) return false;
  return multipleOf === undefined || multipleOf <= 0 || isMultiple(value, multipleOf);
}

/** Whether all items differ. */
export const areUnique = (items: readonly unknown[]): boolean =>
  new Set(items.map((item) => JSON.stringify(item))).size === items.length;

const isPattern = (pattern: string, name: string): boolean => matchesPattern(pattern, name) ?? false;

const fitsObject = (value: unknown, { fields, others, patterns, names, ...range }: ObjectShape): boolean => {
  if (!isObject(value) || value instanceof Code) return false;
  if (!isWithin(Object.keys(value).length, range)) return false;
  if (names && !Object.keys(value).every((name) => fits(name, names))) return false;
  const known = new Set(fields.map(({ name }) => name));
  const areFields = fields.every(({ name, shape, isRequired }) =>
    Object.hasOwn(value, name) ? fits(own(value, name), shape) : !isRequired,
  );
  if (!areFields) return false;
  return Object.keys(value).every((name) => {
    if (known.has(name)) return true;
    const found = patterns.filter(([pattern]) => isPattern(pattern, name));
    if (found.length > 0) return found.every(([, shape]) => fits(own(value, name), shape));
    return others === undefined || fits(own(value, name), others);
  });
};

const fitsUnion = (value: unknown, { members, isExclusive }: UnionShape): boolean => {
  if (!isExclusive) return members.some((member) => fits(value, member));
  let count = 0;
  for (const member of members) if (fits(value, member) && (count += 1) > 1) return false;
  return count === 1;
};

const fitsItems = (value: readonly unknown[], first: readonly Shape[], rest: Shape): boolean =>
  value.every((item, index) => fits(item, first[index] ?? rest));

/** Whether a value is valid for a shape. */
export function fits(value: unknown, shape: Shape): boolean {
  switch (shape.kind) {
    case 'any':
      return true;
    case 'never':
      return false;
    case 'null':
      return value === null;
    case 'absent':
      return value === undefined;
    case 'boolean':
      return typeof value === 'boolean';
    case 'bytes':
    case 'instances':
      return value instanceof Code;
    case 'values':
      return shape.values.some((each) => JSON.stringify(each) === JSON.stringify(value));
    case 'nullable':
      return value === null || fits(value, shape.shape);
    case 'not':
      return !fits(value, shape.shape);
    case 'all':
      return shape.parts.every((part) => fits(value, part));
    case 'text':
      return value instanceof Code || (typeof value === 'string' && isText(value, shape));
    case 'number':
      return typeof value === 'number' && isNumber(value, shape);
    case 'list':
    case 'tuple': {
      if (!Array.isArray(value) || !isWithin(value.length, shape)) return false;
      if (shape.isUnique && !areUnique(value)) return false;
      return shape.kind === 'list'
        ? fitsItems(value, [], shape.items)
        : fitsItems(value, shape.first, shape.rest);
    }
    case 'object':
      return fitsObject(value, shape);
    case 'union':
      return fitsUnion(value, shape);
    case 'named':
      return fits(value, shape.shape);
  }
}
