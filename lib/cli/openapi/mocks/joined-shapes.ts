import {
  ANY,
  type FieldShape,
  type NamedShape,
  type NumberShape,
  type ObjectShape,
  type Range,
  type Shape,
  type TextShape,
} from '../shape/shape.js';
import { fits } from './fits.js';

/** A way to satisfy several shapes: one simple shape, and the names that it was found under. */
export interface JoinedWay {
  readonly shape: Shape;
  readonly names: readonly NamedShape[];
}

/** Maximum number of ways that are tried. */
const MOST = 60;

/** Shapes that are chosen together. */
interface Choice {
  readonly shapes: readonly Shape[];
  readonly names: readonly NamedShape[];
}

const one = (shape: Shape): Choice[] => [{ shapes: [shape], names: [] }];

/** Returns the choices of simple shapes, without names, unions and null. */
const choicesOf = (shape: Shape, closed: ReadonlySet<NamedShape>): Choice[] => {
  switch (shape.kind) {
    case 'named':
      if (closed.has(shape)) return [];
      return choicesOf(shape.shape, new Set([...closed, shape])).map(({ shapes, names }) => ({
        shapes,
        names: [shape, ...names],
      }));
    case 'nullable':
      return [...choicesOf(shape.shape, closed), ...one({ kind: 'null' })];
    case 'union':
      return shape.members.flatMap((member) => choicesOf(member, closed)).slice(0, MOST);
    case 'all':
      return shape.parts.reduce<Choice[]>(
        (found, part) => {
          const next = choicesOf(part, closed);
          return found
            .flatMap((left) =>
              next.map((right) => ({
                shapes: [...left.shapes, ...right.shapes],
                names: [...left.names, ...right.names],
              })),
            )
            .slice(0, MOST);
        },
        [{ shapes: [], names: [] }],
      );
    default:
      return one(shape);
  }
};

const both = (left: Shape | undefined, right: Shape | undefined): Shape | undefined => {
  if (!left || !right || left === right) return left ?? right;
  return { kind: 'all', parts: [left, right] };
};

const largest = (left: number | undefined, right: number | undefined): number | undefined =>
  left === undefined || right === undefined ? (left ?? right) : Math.max(left, right);

const smallest = (left: number | undefined, right: number | undefined): number | undefined =>
  left === undefined || right === undefined ? (left ?? right) : Math.min(left, right);

const rangeOf = (left: Range, right: Range): Range => ({
  min: largest(left.min, right.min),
  max: smallest(left.max, right.max),
});

const objectOf = (left: ObjectShape, right: ObjectShape): ObjectShape => {
  const fields = new Map<string, FieldShape>(left.fields.map((field) => [field.name, field]));
  for (const field of right.fields) {
    const other = fields.get(field.name);
    const isRequired = field.isRequired || (other?.isRequired ?? false);
    fields.set(field.name, { ...field, isRequired, shape: both(other?.shape, field.shape) ?? ANY });
  }
  return {
    kind: 'object',
    ...rangeOf(left, right),
    fields: [...fields.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
    others: both(left.others, right.others),
    patterns: [...left.patterns, ...right.patterns],
    names: both(left.names, right.names),
  };
};

const textOf = (left: TextShape, right: TextShape): TextShape => ({
  kind: 'text',
  ...rangeOf(left, right),
  pattern: left.pattern ?? right.pattern,
  format: left.format ?? right.format,
});

const numberOf = (left: NumberShape, right: NumberShape): NumberShape => ({
  kind: 'number',
  ...rangeOf(left, right),
  isInteger: left.isInteger || right.isInteger,
  above: largest(left.above, right.above),
  below: smallest(left.below, right.below),
  multipleOf: largest(left.multipleOf, right.multipleOf),
});

/** Joins two simple shapes; undefined if no value fits both. */
const joined = (left: Shape, right: Shape): Shape | undefined => {
  if (left.kind === 'any') return right;
  if (right.kind === 'any' || left === right) return left;
  if (left.kind === 'values' || right.kind === 'values') {
    const [values, other] = left.kind === 'values' ? [left.values, right] : [valuesOf(right), left];
    const found = values.filter((value) => fits(value, other));
    return found.length > 0 ? { kind: 'values', values: found } : undefined;
  }
  if (left.kind === 'object' && right.kind === 'object') return objectOf(left, right);
  if (left.kind === 'text' && right.kind === 'text') return textOf(left, right);
  if (left.kind === 'number' && right.kind === 'number') return numberOf(left, right);
  if (left.kind === 'list' && right.kind === 'list') {
    const items = both(left.items, right.items) ?? ANY;
    return { kind: 'list', ...rangeOf(left, right), items, isUnique: left.isUnique || right.isUnique };
  }
  if (left.kind === 'list' && right.kind === 'tuple') return { ...right, ...rangeOf(left, right) };
  if (left.kind === 'tuple' && right.kind === 'list') return { ...left, ...rangeOf(left, right) };
  return left.kind === right.kind ? left : undefined;
};

const valuesOf = (shape: Shape): readonly unknown[] => (shape.kind === 'values' ? shape.values : []);

/**
 * Returns the ways to satisfy a shape that is composed of others.
 *
 * @param closed Names that can't be entered again.
 */
export function waysOf(shape: Shape, closed: ReadonlySet<NamedShape>): JoinedWay[] {
  return choicesOf(shape, closed).flatMap(({ shapes, names }) => {
    const whole = shapes.reduce<Shape | undefined>((left, right) => left && joined(left, right), ANY);
    return whole ? [{ shape: whole, names }] : [];
  });
}
