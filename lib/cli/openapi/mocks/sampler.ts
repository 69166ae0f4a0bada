import {
  ANY,
  type FieldShape,
  type ListShape,
  type NamedShape,
  type NumberShape,
  type ObjectShape,
  type Shape,
  type TextShape,
  type TupleShape,
} from '../shape/shape.js';
import { areUnique, Code, fits, isNumber } from './fits.js';
import { waysOf } from './joined-shapes.js';
import { textsOfPattern } from './pattern-text.js';
import { fakerFor, textFor } from './text-values.js';

/** How values are made. */
export interface SamplerOptions {
  /** Other seeds have other values. */
  readonly seed: number;
  /** Name of faker in the file; undefined if texts don't call it. */
  readonly faker: string | undefined;
  /** Examples of the document, by the shape that they belong to. */
  readonly examples: WeakMap<Shape, readonly unknown[]>;
}

/** Returned for a shape without values, and for a value that would be endless. */
export const NONE: unique symbol = Symbol('none');

/** Where a value is made. */
interface SamplePlace {
  /** Name of the field. */
  readonly name: string;
  /** Number of the item. */
  readonly nth: number;
  /** Number of enclosing objects. */
  readonly depth: number;
}

/** Objects below this depth have only their required fields. */
const DEEPEST_OPTIONAL = 1;

/** Number of values after which objects have only their required fields, and after which none is made. */
const [MANY, TOO_MANY] = [300, 20_000];

/** Maximum number of items, against a `minItems` that could not be printed. */
const MOST_ITEMS = 1000;

/** Makes values of shapes. The same shape has the same value. */
export class Sampler {
  readonly #options: SamplerOptions;
  readonly #open = new Set<NamedShape>();
  #count = 0;

  constructor(options: SamplerOptions) {
    this.#options = options;
  }

  /**
   * Returns a value of a shape, or NONE.
   *
   * @param name Name of the value, which a text can contain.
   */
  sample(shape: Shape, name: string): unknown {
    this.#count = 0;
    return this.#make(shape, { name, nth: 0, depth: 0 });
  }

  #make(shape: Shape, place: SamplePlace): unknown {
    this.#count += 1;
    if (this.#count > TOO_MANY) return NONE;
    const examples = this.#examplesOf(shape);
    const nth = place.nth % Math.max(1, examples.length);
    // An item of an array can be like the others unless they must differ.
    const fitting = place.nth < Math.max(1, examples.length) ? examples.slice(nth) : [];
    const example = fitting.find((each) => fits(each, shape));
    return example === undefined ? this.#made(shape, place) : example;
  }

  #examplesOf(shape: Shape): readonly unknown[] {
    const { examples } = this.#options;
    const own = examples.get(shape);
    if (own || shape.kind !== 'all') return own ?? [];
    return shape.parts.flatMap((part) => examples.get(part) ?? []);
  }

  #made(shape: Shape, place: SamplePlace): unknown {
    switch (shape.kind) {
      case 'any':
      case 'not':
        return {};
      case 'never':
      case 'absent':
        return NONE;
      case 'null':
        return null;
      case 'boolean':
        return this.#nth(place) % 2 === 0;
      case 'bytes':
      case 'instances':
        return new Code(`new globalThis.Blob(['${place.nth + 1}'])`);
      case 'values':
        return this.#value(shape.values, place);
      case 'nullable': {
        const value = this.#make(shape.shape, place);
        return value === NONE ? null : value;
      }
      case 'text':
        return this.#text(shape, place);
      case 'number':
        return this.#number(shape, place);
      case 'list':
      case 'tuple':
        return this.#items(shape, place);
      case 'object':
        return this.#object(shape, place);
      case 'named':
        return this.#inside([shape], () => this.#make(shape.shape, place));
      case 'union':
      case 'all':
        return this.#composed(shape, place);
    }
  }

  #nth({ nth }: SamplePlace): number {
    return this.#options.seed + nth;
  }

  #inside(names: readonly NamedShape[], make: () => unknown): unknown {
    const entered = [...new Set(names)];
    if (entered.some((name) => this.#open.has(name))) return NONE;
    for (const name of entered) this.#open.add(name);
    const value = make();
    for (const name of entered) this.#open.delete(name);
    return value;
  }

  #value(values: readonly unknown[], place: SamplePlace): unknown {
    const said = values.filter((value) => value !== null);
    return said.length > 0 ? said[this.#nth(place) % said.length] : null;
  }

  #text(shape: TextShape, place: SamplePlace): unknown {
    const { faker } = this.#options;
    const call = faker === undefined ? undefined : fakerFor(shape, place.name);
    if (call !== undefined) return new Code(`${faker}.${call}`);
    return textFor(shape, place.name, this.#nth(place)) ?? NONE;
  }

  #number(shape: NumberShape, place: SamplePlace): unknown {
    const { min, max, above, below, multipleOf, isInteger } = shape;
    const nth = this.#nth(place);
    const low = min ?? above;
    const high = max ?? below;
    const step = multipleOf ?? (isInteger ? 1 : undefined);
    const inside = (low ?? (high ?? 2) - 2) + ((high ?? (low ?? 0) + 2) - (low ?? (high ?? 2) - 2)) / 2;
    const plain = [
      nth + 1,
      (low ?? 0) + nth,
      (low ?? 0) + nth + 1,
      (high ?? 0) - nth,
      (high ?? 0) - nth - 1,
      inside,
    ];
    const stepped =
      step === undefined
        ? []
        : plain.flatMap((value) => [Math.ceil(value / step) * step, Math.floor(value / step) * step]);
    const made = [...plain, ...stepped].map((value) => Number(value.toPrecision(15)));
    return made.find((value) => isNumber(value, shape)) ?? NONE;
  }

  #items(shape: ListShape | TupleShape, place: SamplePlace): unknown {
    const { min = 0, max = Infinity, isUnique } = shape;
    const [first, rest] = shape.kind === 'tuple' ? [shape.first, shape.rest] : [[], shape.items];
    const isFull = place.depth <= DEEPEST_OPTIONAL && this.#count < MANY;
    const wanted = Math.min(
      Math.max(min, first.length, shape.kind === 'list' && isFull ? 1 : 0),
      max,
      MOST_ITEMS,
    );
    const items: unknown[] = [];
    for (let tries = 0; items.length < wanted && tries < wanted + 40; tries += 1) {
      const isFirst = items.length < first.length && !isUnique;
      const nth = place.nth + (isFirst ? 0 : tries);
      const item = this.#make(first[items.length] ?? rest, { ...place, nth });
      if (item === NONE) break;
      if (!isUnique || areUnique([...items, item])) items.push(item);
    }
    return items.length < min ? NONE : items;
  }

  #object(shape: ObjectShape, place: SamplePlace): unknown {
    const { fields, min = 0, max = Infinity } = shape;
    const isFull = place.depth <= DEEPEST_OPTIONAL && this.#count < MANY;
    const required = fields.filter(({ isRequired }) => isRequired).length;
    let left = Math.max(0, (isFull ? max : Math.min(max, min)) - required);
    const entries: [string, unknown][] = [];
    for (const { name, shape: field, isRequired } of fields) {
      if (!isRequired && left === 0) continue;
      const value = this.#make(field, { name, nth: place.nth, depth: place.depth + 1 });
      if (value === NONE && isRequired) return NONE;
      if (value === NONE) continue;
      entries.push([name, value]);
      if (!isRequired) left -= 1;
    }
    entries.push(...this.#others(shape, fields, entries.length, place));
    return entries.length < min ? NONE : Object.fromEntries(entries);
  }

  /** Returns fields that the shape doesn't name: as many as it needs, and one of a record. */
  #others(
    { others, patterns, names, min = 0, max = Infinity }: ObjectShape,
    fields: readonly FieldShape[],
    count: number,
    place: SamplePlace,
  ): [string, unknown][] {
    const isRecord = fields.length === 0 && place.depth <= DEEPEST_OPTIONAL && this.#count < MANY;
    const isSaid = patterns.length > 0 || (others !== undefined && others.kind !== 'any');
    const wanted = Math.min(Math.max(min - count, isRecord && isSaid ? 1 : 0), max - count, MOST_ITEMS);
    const [pattern, ofPattern] = patterns[0] ?? [];
    const found: [string, unknown][] = [];
    for (let nth = 0; nth < wanted; nth += 1) {
      const made = names && this.#make(names, { name: 'key', nth: place.nth + nth, depth: place.depth + 1 });
      const key = typeof made === 'string' ? made : `key${nth === 0 ? '' : nth + 1}`;
      const name = pattern === undefined ? key : textsOfPattern(pattern, nth)[0];
      const shape = ofPattern ?? others ?? ANY;
      const value = this.#make(shape, { name: 'value', nth: place.nth + nth, depth: place.depth + 1 });
      if (value === NONE || name === undefined) break;
      found.push([name, value]);
    }
    return found;
  }

  /** Makes a value of the first members that fit. */
  #composed(shape: Shape & { kind: 'union' | 'all' }, place: SamplePlace): unknown {
    let first: unknown = NONE;
    const attempt = (make: () => unknown): boolean => {
      const value = make();
      if (value === NONE) return false;
      const isFitting = fits(value, shape);
      if (first === NONE || isFitting) first = value;
      return isFitting;
    };
    if (shape.kind === 'union') {
      shape.members.some((member) => attempt(() => this.#make(member, place)));
      return first;
    }
    waysOf(shape, this.#open).some(({ shape: way, names }) =>
      attempt(() => this.#inside(names, () => this.#make(way, place))),
    );
    return first;
  }
}
