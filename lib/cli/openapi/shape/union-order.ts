import { type Conversion, conversionOf, type ConversionOptions } from './conversions.js';
import { sameValue, shapesFrom } from './names-in.js';
import type { Shape } from './shape.js';

/** Conversions with the same type in the program. A sent value keeps more with the first, such as its time. */
const KEEPS_MORE: readonly (readonly [more: Conversion['name'], less: Conversion['name']])[] = [
  ['dateTime', 'date'],
  // Many readers round a number beyond 2^53.
  ['int64Text', 'int64'],
];

const insideOf = (shape: Shape): readonly Shape[] => {
  if (shape.kind === 'union') return shape.members;
  return shape.kind === 'list' ? [shape.items] : sameValue(shape);
};

/** Returns the shapes of a value itself, or of the items of an array, without names and choices. */
const scalarsOf = (start: Shape): Shape[] => [...shapesFrom(start, insideOf)];

const conversionIn = (shape: Shape, options: ConversionOptions): Conversion['name'] | undefined =>
  shape.kind === 'text' || shape.kind === 'number' ? conversionOf(shape, options)?.name : undefined;

const has = (shape: Shape, name: Conversion['name'], options: ConversionOptions): boolean =>
  scalarsOf(shape).some((each) => conversionIn(each, options) === name);

/** Whether a value itself, or an item of an array, can be converted: its form in the program isn't JSON, such as a `Date`. */
export const isConvertedValue = (shape: Shape, options: ConversionOptions): boolean =>
  scalarsOf(shape).some((each) => conversionIn(each, options) !== undefined);

/** Sorts the members of a union, of which a sent value gets the first that fits. Other members keep their order. */
export const inOrderOfLoss = (members: readonly Shape[], options: ConversionOptions): readonly Shape[] =>
  KEEPS_MORE.reduce((sorted, [more, less]) => {
    const first = sorted.findIndex((member) => has(member, less, options));
    if (first < 0) return sorted;
    const [before, after] = [sorted.slice(0, first), sorted.slice(first)];
    const better = after.filter((member) => has(member, more, options));
    return [...before, ...better, ...after.filter((member) => !better.includes(member))];
  }, members);

/** Whether a member of a union has strings that must stay strings, although they can look like a number. */
export const hasOtherStrings = (members: readonly Shape[], options: ConversionOptions): boolean =>
  members.flatMap(scalarsOf).some((each) => {
    if (each.kind === 'values') return each.values.some((value) => typeof value === 'string');
    return each.kind === 'text' && conversionIn(each, options) === undefined;
  });

/** Whether a member of a union is a 64-bit number, whose codec also reads strings. */
export const readsStrings = (member: Shape, options: ConversionOptions): boolean =>
  has(member, 'int64', options);
