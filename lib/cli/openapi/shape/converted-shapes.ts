import { Reachability } from '../graph.js';
import { conversionOf, type ConversionOptions } from './conversions.js';
import { memberName } from './member-names.js';
import { namesIn } from './names-in.js';
import { type NamedShape, type ObjectShape, partsOf, type Shape } from './shape.js';

/** Whether a shape itself is converted, or one of its parts. Names are other declarations. */
const isConverted = (shape: Shape, options: ConversionOptions): boolean => {
  const waiting: Shape[] = [shape];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const conversion =
      next.kind === 'text' || next.kind === 'number' ? conversionOf(next, options) : undefined;
    if (conversion) return true;
    if (next.kind === 'object' && next.fields.some(({ name }) => memberName(name, options) !== name))
      return true;
    waiting.push(...partsOf(next));
  }
  return false;
};

/** Finds the shapes whose values in the program differ from the values on the wire. */
export class ConvertedShapes {
  readonly #options: ConversionOptions;
  readonly #named: Reachability<NamedShape>;

  constructor(options: ConversionOptions) {
    this.#options = options;
    this.#named = new Reachability((named: NamedShape) => ({
      isFound: isConverted(named.shape, options),
      next: namesIn(named.shape),
    }));
  }

  /** Whether a shape is converted, or any part of it, also by a name. */
  has(shape: Shape): boolean {
    return isConverted(shape, this.#options) || namesIn(shape).some((named) => this.#named.leads(named));
  }

  /**
   * Whether an object converts the members of a pattern, and can have members of no pattern. These have no schema, so
   * that they keep the value of the wire.
   */
  leavesOthers({ others, patterns }: ObjectShape): boolean {
    return others === undefined && patterns.some(([, shape]) => this.has(shape));
  }
}
